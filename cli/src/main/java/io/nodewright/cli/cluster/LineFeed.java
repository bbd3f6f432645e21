package io.nodewright.cli.cluster;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/// Cuts what comes over a connection into lines, and keeps them for the thread that reads them: one
/// of the connection's own must not do that, for no other answer comes over that connection while
/// it waits for one.
final class LineFeed implements AsyncBody.Consumer<List<ByteBuffer>> {

  private sealed interface Piece {}

  private record Line(String text) implements Piece {}

  private record End() implements Piece {}

  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  @Override
  public void consume(List<ByteBuffer> buffers, AsyncBody body) {
    for (ByteBuffer buffer : buffers) {
      while (buffer.hasRemaining()) {
        byte next = buffer.get();
        if (next == '\n') {
          line();
        } else {
          begun.write(next);
        }
      }
    }
    body.consume();
  }

  /// Nothing more comes. The last line may have no end.
  void end() {
    if (begun.size() > 0) {
      line();
    }
    pieces.add(new End());
  }

  /// Hands over each line as it comes, until `more` says no or they end.
  ///
  /// @return whether they ended
  boolean each(Predicate<String> more) throws InterruptedException {
    while (true) {
      switch (pieces.take()) {
        case Line(var text) -> {
          if (!more.test(text)) {
            return false;
          }
        }
        case End() -> {
          return true;
        }
      }
    }
  }

  private void line() {
    pieces.add(new Line(begun.toString(StandardCharsets.UTF_8)));
    begun.reset();
  }
}
