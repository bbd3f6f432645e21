package io.nodewright.operator.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import io.nodewright.operator.settings.LogLevel;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.slf4j.LoggerFactory;

/// Sets logging up: JSON lines on a stream, and which libraries may speak.
public final class JsonLogs {

  /// What libraries say often and means nothing to who runs this.
  private static final Map<String, Level> QUIETER =
      Map.of(
          // Our own group is v1alpha1 for good reason.
          "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils",
          Level.ERROR,
          // Each watch that an outage cuts off; it is taken up again.
          "io.fabric8.kubernetes.client.jdkhttp.JdkWebSocketImpl",
          Level.ERROR,
          // The same error every few seconds of an outage; Leadership says it once.
          "io.fabric8.kubernetes.client.extended.leaderelection",
          Level.OFF);

  private JsonLogs() {}

  /// Replaces whatever logging was set up in this process.
  ///
  /// @param level how much of our own is logged; the libraries log from WARN on
  /// @param stream where the lines go, usually stderr
  public static void install(LogLevel level, OutputStream stream) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      throw new IllegalStateException("logback is not the logging backend on this class path");
    }
    context.reset();
    JsonLines lines = new JsonLines(level == LogLevel.DEBUG);
    lines.setContext(context);
    lines.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setContext(context);
    appender.setEncoder(lines);
    appender.setOutputStream(new LeftOpen(stream));
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    root.setLevel(level == LogLevel.ERROR ? Level.ERROR : Level.WARN);
    context.getLogger("io.nodewright").setLevel(Level.toLevel(level.name()));
    QUIETER.forEach((name, least) -> context.getLogger(name).setLevel(least));
  }

  /// The stream outlives the appender: a second set-up closes the first appender, not stderr.
  private static final class LeftOpen extends FilterOutputStream {
    LeftOpen(OutputStream stream) {
      super(stream);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length); // in one go, so that lines stay whole
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
