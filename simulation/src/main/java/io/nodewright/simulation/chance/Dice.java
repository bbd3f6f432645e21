package io.nodewright.simulation.chance;

import java.time.Duration;
import java.util.List;

/// Randomness without memory: an answer depends on the seed, the topic and the keys, and on nothing
/// that was asked before. So taking one thing out of a scenario leaves the luck of all others as it
/// was. Answers are equal on every machine.
///
/// @param seed equal seeds give equal answers
public record Dice(long seed) {

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final long FNV_OFFSET = 0xCBF2_9CE4_8422_2325L;
  private static final long FNV_PRIME = 0x100_0000_01B3L;

  /// A number from 0 to below `range`.
  ///
  /// @param topic what is asked
  /// @param keys about which; texts, numbers or enums
  public int roll(int range, String topic, Object... keys) {
    if (range < 1) {
      throw new IllegalArgumentException("range: %d; at least 1".formatted(range));
    }
    return (int) Math.floorMod(bits(topic, keys), (long) range);
  }

  /// Whether something happens that happens so often.
  ///
  /// @param chance from 0 to 1
  public boolean happens(double chance, String topic, Object... keys) {
    return (bits(topic, keys) >>> 11) * 0x1.0p-53 < chance;
  }

  /// A time span, in whole milliseconds.
  ///
  /// @param least included
  /// @param most not included, unless it equals `least`
  public Duration between(Duration least, Duration most, String topic, Object... keys) {
    int width = Math.toIntExact(most.minus(least).toMillis());
    return width <= 0 ? least : least.plusMillis(roll(width, topic, keys));
  }

  /// One of a list.
  public <T> T pick(List<T> of, String topic, Object... keys) {
    return of.get(roll(of.size(), topic, keys));
  }

  /// Dice for a part of what is diced about.
  public Dice part(String topic, Object... keys) {
    return new Dice(bits(topic, keys));
  }

  /// 64 bits that look random.
  public long bits(String topic, Object... keys) {
    long hash = mixed(seed + GOLDEN);
    hash = mixed(hash ^ hashed(topic));
    for (Object key : keys) {
      long bits = key instanceof Number number ? number.longValue() * GOLDEN : hashed(text(key));
      hash = mixed(hash + GOLDEN ^ bits);
    }
    return hash;
  }

  private static String text(Object key) {
    return key instanceof Enum<?> constant ? constant.name() : key.toString();
  }

  private static long hashed(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  private static long mixed(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }
}
