package io.nodewright.operator.certificates;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The certificate that handshakes get, exchanged while connections live on. Before the first one a
/// handshake fails.
public final class ServedCertificate {

  private final AtomicReference<Held> held = new AtomicReference<>(new Held(null, null));

  /// What handshakes may ask for.
  ///
  /// @param current what new handshakes get
  /// @param previous what a handshake may be in the middle of: it asks for the chain and for the
  ///   key, one after the other
  private record Held(@Nullable ServingCertificate current, @Nullable ServingCertificate previous) {

    @Nullable ServingCertificate called(@Nullable String alias) {
      if (current != null && alias(current).equals(alias)) {
        return current;
      }
      return previous != null && alias(previous).equals(alias) ? previous : null;
    }
  }

  /// One that is made now, vouches for itself and lives in this process alone.
  ///
  /// @param name DNS name that it is for
  /// @param now its life begins then
  public static ServedCertificate selfSigned(String name, Instant now, Duration life) {
    ServedCertificate served = new ServedCertificate();
    served.set(new Minting().selfSigned(name, now, life));
    return served;
  }

  /// What a TLS server is made with.
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {new Keys()}, null, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no TLS on this JVM", e);
    }
  }

  /// Serial number of the certificate that is served, in hexadecimal; empty before the first.
  public String serial() {
    ServingCertificate served = get();
    return served == null ? "" : alias(served);
  }

  @Nullable ServingCertificate get() {
    return held.get().current();
  }

  void set(ServingCertificate certificate) {
    held.updateAndGet(before -> new Held(certificate, before.current()));
  }

  private static String alias(ServingCertificate certificate) {
    return certificate.leaf().getSerialNumber().toString(16);
  }

  private final class Keys extends X509ExtendedKeyManager {

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return aliasFor(keyType);
    }

    private @Nullable String aliasFor(String keyType) {
      ServingCertificate served = get();
      return served != null && served.leaf().getPublicKey().getAlgorithm().equals(keyType)
          ? alias(served)
          : null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
      ServingCertificate served = held.get().called(alias);
      return served == null ? null : served.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
      ServingCertificate served = held.get().called(alias);
      return served == null ? null : served.key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      String alias = aliasFor(keyType);
      return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }
  }
}
