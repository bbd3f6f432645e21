package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Whom to believe to be the API server. Where the kubeconfig names authorities, these and nobody
/// else, as kubectl does; the library would add all that Java knows, and read them twice.
final class ServerTrust {

  private ServerTrust() {}

  /// @throws IOException or GeneralSecurityException when the authorities cannot be read
  static TrustManager[] of(Config config) throws IOException, GeneralSecurityException {
    boolean named = config.getCaCertData() != null || config.getCaCertFile() != null;
    return named && !config.isTrustCerts() ? authorities(config) : SSLUtils.trustManagers(config);
  }

  private static TrustManager[] authorities(Config config)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("JKS"); // in memory alone
    store.load(null, null);
    try (InputStream text =
        CertUtils.getInputStreamFromDataOrFile(config.getCaCertData(), config.getCaCertFile())) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(text)) {
        store.setCertificateEntry("authority-" + store.size(), each);
      }
    }
    if (store.size() == 0) {
      throw new IOException("the certificate authority is not a certificate in PEM");
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
