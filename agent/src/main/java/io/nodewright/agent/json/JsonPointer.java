package io.nodewright.agent.json;

/// JSON pointers (RFC 6901) as text; the empty text is the top.
public final class JsonPointer {

  private JsonPointer() {}

  /// The pointer of a field of the object at `parent`.
  public static String field(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /// The pointer of an item of the array at `parent`.
  public static String item(String parent, int index) {
    return parent + "/" + index;
  }
}
