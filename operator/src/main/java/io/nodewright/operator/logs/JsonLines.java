package io.nodewright.operator.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// One log event as one line: `ts`, `level`, `logger`, `msg`, then the context keys in the order in
/// which they were given (08 §11).
final class JsonLines extends EncoderBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final JsonFactory json = new JsonFactory();
  private final boolean withStacks;

  /// @param withStacks whether a throwable's stack is written, beside its message
  JsonLines(boolean withStacks) {
    this.withStacks = withStacks;
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    try (JsonGenerator out = json.createGenerator(ObjectWriteContext.empty(), line)) {
      out.writeStartObject();
      out.writeStringProperty("ts", TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
      out.writeStringProperty("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
      out.writeStringProperty("logger", event.getLoggerName());
      out.writeStringProperty("msg", event.getFormattedMessage());
      List<KeyValuePair> pairs = event.getKeyValuePairs();
      if (pairs != null) {
        for (KeyValuePair pair : pairs) {
          out.writeName(pair.key);
          write(out, pair.value);
        }
      }
      writeThrowable(out, event);
      out.writeEndObject();
    }
    line.writeBytes("\n".getBytes(StandardCharsets.UTF_8));
    return line.toByteArray();
  }

  private void writeThrowable(JsonGenerator out, ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown == null) {
      return;
    }
    out.writeStringProperty("error", thrown.getClassName() + ": " + thrown.getMessage());
    if (withStacks) {
      out.writeStringProperty("stack", ThrowableProxyUtil.asString(thrown));
    }
  }

  private static void write(JsonGenerator out, Object value) {
    switch (value) {
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case Boolean truth -> out.writeBoolean(truth);
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach(
            (key, member) -> {
              out.writeName(String.valueOf(key));
              write(out, String.valueOf(member));
            });
        out.writeEndObject();
      }
      case null -> out.writeNull();
      default -> out.writeString(String.valueOf(value));
    }
  }
}
