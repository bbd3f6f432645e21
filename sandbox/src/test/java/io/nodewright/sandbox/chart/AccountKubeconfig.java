package io.nodewright.sandbox.chart;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.nodewright.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Programs as a service account: with its rights and no others.
final class AccountKubeconfig {

  private static final long HOUR = 3600;

  private AccountKubeconfig() {}

  /// The user name of an account.
  static String user(String namespace, String account) {
    return "system:serviceaccount:%s:%s".formatted(namespace, account);
  }

  /// Writes a kubeconfig of the account, which must be there.
  ///
  /// @return the file
  static Path write(Sandbox sandbox, String namespace, String account) throws IOException {
    Config admin = sandbox.clientConfig();
    String token =
        sandbox
            .client()
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(HOUR)
                    .endSpec()
                    .build())
            .getStatus()
            .getToken();
    return Files.writeString(
        sandbox.folder().resolve("kubeconfig-%s-%s".formatted(namespace, account)),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"}}]
        users: [{name: u, user: {token: "%s"}}]
        contexts: [{name: c, context: {cluster: c, user: u, namespace: "%s"}}]
        current-context: c
        """
            .formatted(admin.getMasterUrl(), admin.getCaCertData(), token, namespace));
  }
}
