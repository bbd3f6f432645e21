package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/// The client certificate of a kubeconfig. The library reads no EC key in PKCS#8, which is what
/// `openssl genpkey` writes, and for every EC key loads a whole second provider of algorithms,
/// which is a fifth of a short command's time.
final class ClientKey {

  private static final char[] NO_PASSWORD = {};

  private ClientKey() {}

  /// Gives the client what the kubeconfig has, and takes it out of there.
  ///
  /// @throws IOException or GeneralSecurityException when key or certificate cannot be used
  static HttpClient.Builder with(Config config, Builders builders)
      throws IOException, GeneralSecurityException {
    KeyManager[] keys = managers(config);
    TrustManager[] trusted = ServerTrust.of(config);
    config.setCaCertData(null);
    config.setCaCertFile(null);
    config.setClientCertData(null);
    config.setClientCertFile(null);
    config.setClientKeyData(null);
    config.setClientKeyFile(null);
    return builders.of(config).sslContext(keys, trusted);
  }

  /// Makes a client from a configuration.
  interface Builders {
    HttpClient.Builder of(Config config);
  }

  private static KeyManager[] managers(Config config) throws IOException, GeneralSecurityException {
    boolean key = config.getClientKeyData() != null || config.getClientKeyFile() != null;
    boolean certificate = config.getClientCertData() != null || config.getClientCertFile() != null;
    return key && certificate ? read(config) : SSLUtils.keyManagers(config);
  }

  private static KeyManager[] read(Config config) throws IOException, GeneralSecurityException {
    try (InputStream key =
            CertUtils.getInputStreamFromDataOrFile(
                config.getClientKeyData(), config.getClientKeyFile());
        InputStream certificates =
            CertUtils.getInputStreamFromDataOrFile(
                config.getClientCertData(), config.getClientCertFile())) {
      // In memory alone; PKCS12 derives a key from the password, ten thousand rounds of a hash.
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry(
          "client",
          privateKey(new InputStreamReader(key, StandardCharsets.UTF_8)),
          NO_PASSWORD,
          CertificateFactory.getInstance("X.509")
              .generateCertificates(certificates)
              .toArray(new Certificate[0]));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory.getKeyManagers();
    }
  }

  /// A file of an EC key may begin with the parameters of its curve.
  private static PrivateKey privateKey(Reader text) throws IOException, GeneralSecurityException {
    try (PEMParser pem = new PEMParser(text)) {
      for (Object found = pem.readObject(); found != null; found = pem.readObject()) {
        if (found instanceof PEMKeyPair pair) {
          return privateKey(pair.getPrivateKeyInfo());
        }
        if (found instanceof PrivateKeyInfo info) {
          return privateKey(info);
        }
      }
    }
    throw new IOException("the client key is not an unencrypted private key in PEM");
  }

  /// Java knows algorithms by their object identifiers too; under other names it asks all providers
  /// that there are.
  private static PrivateKey privateKey(PrivateKeyInfo info)
      throws IOException, GeneralSecurityException {
    return KeyFactory.getInstance(info.getPrivateKeyAlgorithm().getAlgorithm().getId())
        .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
  }
}
