package io.nodewright.operator.certificates;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.SortedSet;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Makes a certificate and the authority that vouches for it and for nothing else: the authority's
/// key is forgotten at once.
final class Minting {

  private static final int SERIAL_BITS = 120;

  /// The API server's clock may be behind ours.
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private final SecureRandom random = new SecureRandom();

  /// A new certificate for these names.
  ///
  /// @param names DNS names
  /// @param now its life begins then
  ServingCertificate mint(SortedSet<String> names, Instant now, Duration life) {
    BigInteger serial = serial();
    X500Name issuer = name("nodewright-webhook-ca-" + serial.toString(Character.MAX_RADIX));
    KeyPair issuerKeys = keys();
    KeyPair keys = keys();
    Instant end = now.plus(life);
    try {
      X509v3CertificateBuilder authority =
          builder(issuer, serial, now, end, issuer, issuerKeys)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(
                  Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      X509v3CertificateBuilder leaf =
          builder(issuer, serial(), now, end, name("nodewright-webhook"), keys)
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
              .addExtension(
                  Extension.subjectAlternativeName,
                  false,
                  new GeneralNames(
                      names.stream()
                          .map(name -> new GeneralName(GeneralName.dNSName, name))
                          .toArray(GeneralName[]::new)));
      return new ServingCertificate(
          List.of(signed(authority, issuerKeys)),
          List.of(signed(leaf, issuerKeys)),
          keys.getPrivate());
    } catch (CertIOException e) {
      throw new IllegalStateException("a certificate cannot be built", e);
    }
  }

  /// A certificate that vouches for itself, for clients that verify none.
  ///
  /// @param name DNS name and common name
  ServingCertificate selfSigned(String name, Instant now, Duration life) {
    X500Name self = name(name);
    KeyPair keys = keys();
    try {
      X509v3CertificateBuilder leaf =
          builder(self, serial(), now, now.plus(life), self, keys)
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
              .addExtension(
                  Extension.subjectAlternativeName,
                  false,
                  new GeneralNames(new GeneralName(GeneralName.dNSName, name)));
      return new ServingCertificate(List.of(), List.of(signed(leaf, keys)), keys.getPrivate());
    } catch (CertIOException e) {
      throw new IllegalStateException("a certificate cannot be built", e);
    }
  }

  private X509v3CertificateBuilder builder(
      X500Name issuer,
      BigInteger serial,
      Instant now,
      Instant end,
      X500Name subject,
      KeyPair keys) {
    return new JcaX509v3CertificateBuilder(
        issuer, serial, Date.from(now.minus(BACKDATED)), Date.from(end), subject, keys.getPublic());
  }

  private static X509Certificate signed(X509v3CertificateBuilder certificate, KeyPair by) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              certificate.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(by.getPrivate())));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException("a certificate cannot be signed", e);
    }
  }

  private BigInteger serial() {
    return new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE);
  }

  private static X500Name name(String common) {
    return new X500NameBuilder().addRDN(BCStyle.CN, common).build();
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no P-256 keys on this JVM", e);
    }
  }
}
