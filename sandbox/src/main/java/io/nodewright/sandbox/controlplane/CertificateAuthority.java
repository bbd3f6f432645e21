package io.nodewright.sandbox.controlplane;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
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
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/// The authority that vouches for everyone in one sandbox. Its key never leaves this process, so a
/// sandbox that is started anew has new certificates.
final class CertificateAuthority {
  private static final String CURVE = "secp256r1";
  private static final ASN1ObjectIdentifier CURVE_ID = SECObjectIdentifiers.secp256r1;
  private static final int CURVE_BITS = 256;
  private static final int VALID_DAYS = 3650;

  private final SecureRandom random = new SecureRandom();
  private final X500Name name = new X500NameBuilder().addRDN(BCStyle.CN, "sandbox").build();
  private final KeyPair keys = newKeys();
  private final X509Certificate certificate = selfSigned();

  /// The authority's own certificate.
  X509Certificate certificate() {
    return certificate;
  }

  /// The authority's own certificate as PEM.
  String certificatePem() {
    return pem("CERTIFICATE", encoded(certificate));
  }

  /// A key pair that nobody vouches for, as for signing service account tokens.
  String bareKeyPem() {
    return keyPem(newKeys());
  }

  /// A certificate with its key.
  ///
  /// @param user who its holder is to Kubernetes
  /// @param groups what groups the user is in
  /// @param addresses names and addresses of a server, as `DNS:…` or `IP:…`; empty for a client
  Identity issue(String user, List<String> groups, List<String> addresses) {
    X500NameBuilder subject = new X500NameBuilder();
    groups.forEach(group -> subject.addRDN(BCStyle.O, group));
    KeyPair holder = newKeys();
    X509v3CertificateBuilder builder = builder(subject.addRDN(BCStyle.CN, user).build(), holder);
    try {
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(
              new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth, KeyPurposeId.id_kp_serverAuth}));
      if (!addresses.isEmpty()) {
        builder.addExtension(Extension.subjectAlternativeName, false, alternatives(addresses));
      }
    } catch (CertIOException e) {
      throw new IllegalStateException(e);
    }
    return new Identity(pem("CERTIFICATE", encoded(sign(builder))), keyPem(holder));
  }

  private X509Certificate selfSigned() {
    X509v3CertificateBuilder builder = builder(name, keys);
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
    } catch (CertIOException e) {
      throw new IllegalStateException(e);
    }
    return sign(builder);
  }

  private X509v3CertificateBuilder builder(X500Name subject, KeyPair holder) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(120, random).add(BigInteger.ONE),
        Date.from(now.minus(5, ChronoUnit.MINUTES)),
        Date.from(now.plus(VALID_DAYS, ChronoUnit.DAYS)),
        subject,
        holder.getPublic());
  }

  private X509Certificate sign(X509v3CertificateBuilder builder) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GeneralNames alternatives(List<String> addresses) {
    return new GeneralNames(
        addresses.stream()
            .map(
                address ->
                    address.startsWith("IP:")
                        ? new GeneralName(GeneralName.iPAddress, address.substring(3))
                        : new GeneralName(GeneralName.dNSName, address.substring(4)))
            .toArray(GeneralName[]::new));
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// SEC1 rather than PKCS#8, as the Kubernetes client reads elliptic keys in no other form.
  private static String keyPem(KeyPair pair) {
    PrivateKey key = pair.getPrivate();
    if (!(key instanceof ECPrivateKey elliptic)) {
      throw new IllegalStateException("not an elliptic key: " + key.getAlgorithm());
    }
    DERBitString point =
        new DERBitString(
            SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded())
                .getPublicKeyData()
                .getBytes());
    try {
      return pem(
          "EC PRIVATE KEY",
          new org.bouncycastle.asn1.sec.ECPrivateKey(CURVE_BITS, elliptic.getS(), point, CURVE_ID)
              .getEncoded());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String type, byte[] content) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, content));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /// A certificate with its key, both as PEM.
  ///
  /// @param certificate who the holder is
  /// @param key what proves it
  record Identity(String certificate, String key) {}
}
