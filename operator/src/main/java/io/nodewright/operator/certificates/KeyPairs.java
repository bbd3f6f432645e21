package io.nodewright.operator.certificates;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/// Whether two keys are a pair.
final class KeyPairs {

  private static final byte[] ANYTHING = "anything".getBytes(StandardCharsets.UTF_8);

  private KeyPairs() {}

  static boolean belong(PublicKey open, PrivateKey secret) {
    String algorithm = open.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
    try {
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(secret);
      signing.update(ANYTHING);
      byte[] signature = signing.sign();
      signing.initVerify(open);
      signing.update(ANYTHING);
      return signing.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
