package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/// Cuts what comes over a connection into lines.
final class LineFeed implements AsyncBody.Consumer<List<ByteBuffer>> {

  private Predicate<String> more;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private volatile boolean stopped;

  LineFeed(Predicate<String> more) {
    this.more = more;
  }

  /// Collects the lines from now on.
  LineFeed into(StringBuilder text) {
    more =
        line -> {
          text.append(line);
          return true;
        };
    return this;
  }

  @Override
  public void consume(List<ByteBuffer> buffers, AsyncBody body) {
    for (ByteBuffer buffer : buffers) {
      while (buffer.hasRemaining() && !stopped) {
        byte next = buffer.get();
        if (next == '\n') {
          line();
        } else {
          begun.write(next);
        }
      }
    }
    if (stopped) {
      body.cancel();
    } else {
      body.consume();
    }
  }

  /// The last line may have no end.
  void end() {
    if (begun.size() > 0 && !stopped) {
      line();
    }
  }

  boolean stopped() {
    return stopped;
  }

  private void line() {
    String line = begun.toString(StandardCharsets.UTF_8);
    begun.reset();
    stopped = !more.test(line);
  }
}
