package io.nodewright.images.sbom;

import io.nodewright.oci.layer.FixedTime;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.UUID;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The components of one image.
///
/// @param image the image's name and tag
/// @param components in order
public record ComponentList(String image, List<Component> components) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public ComponentList {
    components = List.copyOf(components);
  }

  /// As CycloneDX 1.6 JSON. Equal components give equal text, the serial number included.
  public String text() {
    List<?> listed = components.stream().map(Component::document).toList();
    SequencedMap<String, Object> container = new LinkedHashMap<>();
    int colon = image.lastIndexOf(':');
    container.put("type", "container");
    container.put("bom-ref", image);
    container.put("name", image.substring(0, colon));
    container.put("version", image.substring(colon + 1));
    SequencedMap<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("timestamp", FixedTime.AT.toString());
    metadata.put("component", container);
    SequencedMap<String, Object> document = new LinkedHashMap<>();
    document.put("bomFormat", "CycloneDX");
    document.put("specVersion", "1.6");
    document.put("serialNumber", "urn:uuid:" + serial(image + listed));
    document.put("version", 1);
    document.put("metadata", metadata);
    document.put("components", listed);
    return JSON.writeValueAsString(document) + "\n";
  }

  private static UUID serial(String content) {
    return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8));
  }
}
