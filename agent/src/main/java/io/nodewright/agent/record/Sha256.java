package io.nodewright.agent.record;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// SHA-256 (FIPS 180-4). Java's own costs a run of the agent more than all its fingerprints: the
/// first use of `MessageDigest` sets up the security providers, a tenth of the whole start.
final class Sha256 {

  private static final int BLOCK = 64;
  private static final int ROUNDS = 64;

  private static final int[] K = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private static final int[] START = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };

  private final int[] state = START.clone();

  private Sha256() {}

  /// The 32 bytes of the digest.
  static byte[] of(byte[] message) {
    Sha256 digest = new Sha256();
    ByteBuffer blocks = padded(message);
    int[] words = new int[ROUNDS];
    while (blocks.hasRemaining()) {
      digest.block(blocks, words);
    }
    ByteBuffer result = ByteBuffer.allocate(digest.state.length * Integer.BYTES);
    for (int word : digest.state) {
      result.putInt(word);
    }
    return result.array();
  }

  /// The message, a one bit, zeros, and at the end of the last block the length in bits.
  private static ByteBuffer padded(byte[] message) {
    int blocks = (message.length + Long.BYTES) / BLOCK + 1;
    byte[] padded = Arrays.copyOf(message, blocks * BLOCK);
    padded[message.length] = (byte) 0x80;
    return ByteBuffer.wrap(padded).putLong(padded.length - Long.BYTES, 8L * message.length);
  }

  private void block(ByteBuffer blocks, int[] w) {
    for (int t = 0; t < ROUNDS; t++) {
      w[t] = t < 16 ? blocks.getInt() : w[t - 16] + sigma0(w[t - 15]) + w[t - 7] + sigma1(w[t - 2]);
    }
    int[] v = state.clone();
    for (int t = 0; t < ROUNDS; t++) {
      int choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
      int majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
      int one = v[7] + sum1(v[4]) + choice + K[t] + w[t];
      int two = sum0(v[0]) + majority;
      System.arraycopy(v, 0, v, 1, 7);
      v[4] += one;
      v[0] = one + two;
    }
    for (int i = 0; i < state.length; i++) {
      state[i] += v[i];
    }
  }

  private static int sum0(int x) {
    return Integer.rotateRight(x, 2) ^ Integer.rotateRight(x, 13) ^ Integer.rotateRight(x, 22);
  }

  private static int sum1(int x) {
    return Integer.rotateRight(x, 6) ^ Integer.rotateRight(x, 11) ^ Integer.rotateRight(x, 25);
  }

  private static int sigma0(int x) {
    return Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ (x >>> 3);
  }

  private static int sigma1(int x) {
    return Integer.rotateRight(x, 17) ^ Integer.rotateRight(x, 19) ^ (x >>> 10);
  }
}
