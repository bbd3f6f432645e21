package io.nodewright.agent.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The digest of markers' names against Java's own.
class Sha256Test {

  @Test
  @DisplayName("A28 fingerprints are SHA-256: every length over five blocks, any bytes")
  void sameAsJava() throws NoSuchAlgorithmException {
    byte[] bytes = new byte[320];
    new Random(7).nextBytes(bytes);
    for (int length = 0; length <= bytes.length; length++) {
      byte[] message = Arrays.copyOf(bytes, length);
      assertArrayEquals(
          MessageDigest.getInstance("SHA-256").digest(message), Sha256.of(message), "" + length);
    }
  }
}
