package io.nodewright.sandbox.controlplane;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The text of a kubeconfig that names one cluster and one user.
final class Kubeconfig {
  private Kubeconfig() {}

  /// A kubeconfig for `who` at `server`, with all certificates inside.
  static String of(String server, String authority, CertificateAuthority.Identity who) {
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: sandbox
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: sandbox
          user:
            client-certificate-data: %s
            client-key-data: %s
        contexts:
        - name: sandbox
          context: {cluster: sandbox, user: sandbox}
        current-context: sandbox
        """
        .formatted(server, base64(authority), base64(who.certificate()), base64(who.key()));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
