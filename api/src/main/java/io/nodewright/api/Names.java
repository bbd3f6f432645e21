package io.nodewright.api;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.ResourceId;
import io.nodewright.engine.lifecycle.Stage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// Names of the objects we create, and label values (03 §2, §3). A name is the claim by which two
/// passes find that they mean the same object.
public final class Names {

  /// Volume of the host's root in every Pod of ours.
  public static final String ROOT_VOLUME = "root-mount";

  private static final int LABEL_MAX = 63;
  private static final int CONFIG_MAP_MAX = 253;
  private static final int HASH_DIGITS = 8;

  private Names() {}

  /// `N(max, parts…)` of 03 §2: the parts joined, cut, and made distinct by a hash that is always
  /// there.
  public static String hashed(int max, String... parts) {
    String joined = onlyHyphens(String.join("-", parts));
    String kept = joined.substring(0, Math.min(joined.length(), max - HASH_DIGITS - 1));
    return (kept + "-" + hash(joined)).toLowerCase(Locale.ROOT);
  }

  /// `T(s)` of 03 §3: a text as a label value.
  public static String labelValue(String text) {
    String replaced = text.replace('+', '-');
    return replaced.length() > LABEL_MAX ? hashed(LABEL_MAX, replaced) : replaced;
  }

  /// Value of the label `package`.
  public static String packageLabel(PackageRef ref) {
    return labelValue(ref.name() + "-" + ref.version());
  }

  /// Name of the Job of a package stage.
  public static String packageJob(JobKey key) {
    PackageRef ref = key.ref();
    return hashed(
        LABEL_MAX, key.nodeWright(), ref.name(), ref.version(), key.stage().word(), key.node());
  }

  /// Name of an interrupt Job: no package, so that one interrupt of a type runs at a time.
  ///
  /// @param stage `interrupt` or `uninstall-interrupt`
  public static String interruptJob(
      String nodeWright, Stage stage, Interrupt.Type type, String node) {
    return hashed(LABEL_MAX, nodeWright, stage.word(), type.word(), node);
  }

  /// Name of the node-metadata ConfigMap.
  public static String metadataConfigMap(String nodeWright, String node) {
    return hashed(CONFIG_MAP_MAX, nodeWright, node, "metadata");
  }

  /// Volume of the node-metadata ConfigMap.
  public static String metadataVolume(String node) {
    return hashed(LABEL_MAX, "metadata", node);
  }

  /// Name of a package's ConfigMap: dots kept, neither hashed nor cut.
  public static String packageConfigMap(String nodeWright, PackageRef ref) {
    return (nodeWright + "-" + ref.name() + "-" + ref.version())
        .replace('+', '-')
        .toLowerCase(Locale.ROOT);
  }

  /// Volume of a package's ConfigMap.
  public static String packageVolume(String packageName) {
    return packageName.equals(ROOT_VOLUME) ? ROOT_VOLUME + "-config" : packageName;
  }

  /// Identity of a NodeWright at one generation: value of the annotation `resource-id`, and part of
  /// the agent's names.
  public static String resourceId(String nodeWright, String uid, long generation) {
    return ResourceId.of(nodeWright, uid, generation);
  }

  /// Value of `SKYHOOK_RESOURCE_ID` (03 §8.3).
  public static String packageResourceId(
      String nodeWright, String uid, long generation, PackageRef ref) {
    return ResourceId.ofPackage(nodeWright, uid, generation, ref);
  }

  private static String onlyHyphens(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean kept =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
      out.append(kept ? c : '-');
    }
    return out.toString();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
