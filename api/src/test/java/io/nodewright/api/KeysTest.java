package io.nodewright.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The register of 01 §8, spelled out once more.
class KeysTest {

  private static final String REGISTER =
      """
      nodewright.nvidia.com/Node.name
      nodewright.nvidia.com/Package.Name
      nodewright.nvidia.com/Package.Version
      nodewright.nvidia.com/config-gate
      nodewright.nvidia.com/cordon_
      nodewright.nvidia.com/covers
      nodewright.nvidia.com/disable
      nodewright.nvidia.com/drainBlocked_
      nodewright.nvidia.com/drainStart_
      nodewright.nvidia.com/expiration
      nodewright.nvidia.com/failure-cause
      nodewright.nvidia.com/generation
      nodewright.nvidia.com/ignore
      nodewright.nvidia.com/interrupt
      nodewright.nvidia.com/last-logs
      nodewright.nvidia.com/legacy-migrated-at
      nodewright.nvidia.com/mirrored-from
      nodewright.nvidia.com/mirrored-generation
      nodewright.nvidia.com/name
      nodewright.nvidia.com/node
      nodewright.nvidia.com/nodeState_
      nodewright.nvidia.com/nodewright
      nodewright.nvidia.com/operator
      nodewright.nvidia.com/package
      nodewright.nvidia.com/packages
      nodewright.nvidia.com/pause
      nodewright.nvidia.com/rebooted_
      nodewright.nvidia.com/resource-id
      nodewright.nvidia.com/restart-allowance
      nodewright.nvidia.com/restart-limit-exceeded
      nodewright.nvidia.com/runtimeRequiredCordon
      nodewright.nvidia.com/service
      nodewright.nvidia.com/skyhook-node-meta
      nodewright.nvidia.com/stage
      nodewright.nvidia.com/state-recorded
      nodewright.nvidia.com/status_
      nodewright.nvidia.com/told
      nodewright.nvidia.com/v1alpha1
      nodewright.nvidia.com/version
      nodewright.nvidia.com/version_
      nodewright.nvidia.com/webhook-config
      skyhook.nvidia.com/name
      skyhook.nvidia.com/skyhook
      skyhook.nvidia.com/skyhook-node-meta
      """;

  @Test
  void theRegisterIsWhole() {
    SortedSet<String> keys =
        Arrays.stream(Keys.class.getDeclaredFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .map(KeysTest::value)
            .filter(key -> key.contains("/") && !key.endsWith("/"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(REGISTER, String.join("\n", keys) + "\n");
  }

  @Test
  void keysOfANodeWright() {
    assertEquals("nodewright.nvidia.com/nodeState_a", Keys.nodeState("a"));
    assertEquals("nodewright.nvidia.com/status_a", Keys.status("a"));
    assertEquals("nodewright.nvidia.com/version_a", Keys.version("a"));
    assertEquals("nodewright.nvidia.com/cordon_a", Keys.cordon("a"));
    assertEquals("nodewright.nvidia.com/drainStart_a", Keys.drainStart("a"));
    assertEquals("nodewright.nvidia.com/drainBlocked_a", Keys.drainBlocked("a"));
    assertEquals("nodewright.nvidia.com/rebooted_a", Keys.rebooted("a"));
    assertEquals("nodewright.nvidia.com/autoTaint_key", Keys.autoTaint("key"));
    assertEquals("nodewright.nvidia.com/a/NotReady", Keys.notReady("a"));
    assertEquals("nodewright.nvidia.com/a/Erroring", Keys.erroring("a"));
  }

  private static String value(Field field) {
    try {
      return String.valueOf(field.get(null));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
