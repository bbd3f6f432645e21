package io.nodewright.operator.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/// Certificates and keys as text.
final class Pem {

  private Pem() {}

  /// All certificates of a text; empty for an empty text.
  ///
  /// @throws UnusableCertificate when it holds something else
  static List<X509Certificate> certificates(byte[] text) throws UnusableCertificate {
    if (new String(text, StandardCharsets.UTF_8).isBlank()) {
      return List.of();
    }
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(text))
          .stream()
          .map(X509Certificate.class::cast)
          .toList();
    } catch (GeneralSecurityException e) {
      throw new UnusableCertificate("no certificates: " + e.getMessage());
    }
  }

  /// A private key, in PKCS#8 or in the older form of its algorithm.
  ///
  /// @throws UnusableCertificate when it is none
  static PrivateKey key(byte[] text) throws UnusableCertificate {
    try (PEMParser parser =
        new PEMParser(new StringReader(new String(text, StandardCharsets.UTF_8)))) {
      JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
      for (Object found = parser.readObject(); found != null; found = parser.readObject()) {
        if (found instanceof PEMKeyPair pair) {
          return converter.getPrivateKey(pair.getPrivateKeyInfo());
        }
        if (found instanceof PrivateKeyInfo info) {
          return converter.getPrivateKey(info);
        }
      }
      throw new UnusableCertificate("no private key");
    } catch (IOException e) {
      throw new UnusableCertificate("no private key: " + e.getMessage());
    }
  }

  /// Certificates as one text.
  static String of(Collection<X509Certificate> certificates) {
    StringBuilder text = new StringBuilder();
    for (X509Certificate each : certificates) {
      try {
        text.append(of("CERTIFICATE", each.getEncoded()));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("a certificate that was read cannot be written", e);
      }
    }
    return text.toString();
  }

  /// A private key in PKCS#8.
  static String of(PrivateKey key) {
    return of("PRIVATE KEY", key.getEncoded());
  }

  private static String of(String type, byte[] content) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, content));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
