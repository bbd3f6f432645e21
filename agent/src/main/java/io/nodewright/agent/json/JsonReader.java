package io.nodewright.agent.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// Reads one JSON text into a tree, strictly.
public final class JsonReader {

  /// The largest text taken (06 B58).
  public static final int MAX_BYTES = 1 << 20;

  private static final int MAX_DEPTH = 64;

  private final JsonParser parser;
  private final List<String> doubledKeys = new ArrayList<>();

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /// The whole text as one value.
  ///
  /// @throws JsonFault when it is not JSON, too large or nested too deeply (06 B15, B58)
  public static JsonDocument read(byte[] bytes) throws JsonFault {
    if (bytes.length > MAX_BYTES) {
      throw new JsonFault("too large");
    }
    String text = decode(bytes);
    if (text.startsWith("\uFEFF")) {
      throw JsonFault.notJson(1, 1, "begins with a byte order mark");
    }
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      return new JsonReader(parser).document();
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      int line = at == null ? 1 : Math.max(1, at.getLineNr());
      int column = at == null ? 1 : Math.max(1, at.getColumnNr());
      throw JsonFault.notJson(line, column, String.valueOf(e.getOriginalMessage()));
    }
  }

  private JsonDocument document() throws JsonFault {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw faultHere("the text is empty");
    }
    Json value = value(first, "", 0);
    if (parser.nextToken() != null) {
      throw faultHere("something stands behind the value");
    }
    return new JsonDocument(value, doubledKeys);
  }

  // JsonToken is Jackson's own enumeration, hence the default.
  private Json value(JsonToken token, String pointer, int depth) throws JsonFault {
    return switch (token) {
      case START_OBJECT -> object(pointer, deeper(depth));
      case START_ARRAY -> array(pointer, deeper(depth));
      case VALUE_STRING -> new Json.Text(parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getString());
      case VALUE_TRUE -> new Json.Bool(true);
      case VALUE_FALSE -> new Json.Bool(false);
      case VALUE_NULL -> new Json.Null();
      default -> throw faultHere("unexpected " + token);
    };
  }

  private Json object(String pointer, int depth) throws JsonFault {
    Map<String, Json> fields = new LinkedHashMap<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      String at = JsonPointer.field(pointer, name);
      if (fields.put(name, value(parser.nextToken(), at, depth)) != null) {
        doubledKeys.add(at);
      }
    }
    return new Json.Obj(fields);
  }

  private Json array(String pointer, int depth) throws JsonFault {
    List<Json> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(token, JsonPointer.item(pointer, items.size()), depth));
    }
    return new Json.Arr(items);
  }

  private static int deeper(int depth) throws JsonFault {
    if (depth == MAX_DEPTH) {
      throw new JsonFault("nested too deeply");
    }
    return depth + 1;
  }

  private JsonFault faultHere(String reason) {
    TokenStreamLocation at = parser.currentLocation();
    return JsonFault.notJson(at.getLineNr(), at.getColumnNr(), reason);
  }

  private static String decode(byte[] bytes) throws JsonFault {
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      String before = text.toString();
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      int column = before.length() - before.lastIndexOf('\n');
      throw JsonFault.notJson(line, column, "not UTF-8");
    }
    return text.toString();
  }
}
