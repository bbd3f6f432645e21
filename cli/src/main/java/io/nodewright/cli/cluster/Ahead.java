package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import javax.net.ssl.SSLContext;

/// What a program computes once before it can ask a cluster anything: how a kubeconfig is read, and
/// for the first handshake the multiples of a curve's base point. Other cores do it while the
/// command line is read; nobody waits for it, for who needs it finds it done or in the doing.
public final class Ahead {

  private static final String CURVE = "secp256r1";

  private Ahead() {}

  /// Begins all of it.
  public static void begin() {
    begin("kubeconfig-ahead", () -> Serialization.unmarshal("{}", Config.class));
    begin("handshake-ahead", Ahead::handshake);
  }

  private static void begin(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  private static void handshake() {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(new ECGenParameterSpec(CURVE));
      keys.generateKeyPair();
      SSLContext.getInstance("TLS");
    } catch (GeneralSecurityException e) {
      // The handshake says it, if it needs what there is not.
    }
  }
}
