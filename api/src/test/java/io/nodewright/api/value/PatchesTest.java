package io.nodewright.api.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The texts of patches.
class PatchesTest {

  /// Maps of the JDK have another order in each process; a patch that is sent again by the next
  /// process is the same text.
  @Test
  void theOrderOfMapsDoesNotShow() {
    Map<String, Object> forth = new LinkedHashMap<>();
    forth.put("a", List.of());
    forth.put("b", "1");
    Map<String, Object> back = new LinkedHashMap<>();
    back.put("b", "1");
    back.put("a", List.of());

    assertEquals(
        "{\"data\":{\"a\":[],\"b\":\"1\"},\"metadata\":{\"a\":[],\"b\":\"1\",\"uid\":\"u\"}}",
        Patches.merge("u", forth, Map.of("data", back)));
    assertEquals(
        Patches.merge("u", forth, Map.of("data", back)),
        Patches.merge("u", back, Map.of("data", forth)));
  }
}
