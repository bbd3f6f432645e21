package io.nodewright.sandbox.admission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// What a Service does: connections go to the targets in turn; those that stand stay.
final class Balancer implements AutoCloseable {

  private final ServerSocket server;
  private final List<Integer> targets = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  Balancer() throws IOException {
    server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("balancer").start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void add(int port) {
    targets.add(port);
  }

  void remove(int port) {
    targets.remove(Integer.valueOf(port));
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> join(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void join(Socket client) {
    try (client) {
      List<Integer> now = List.copyOf(targets);
      if (now.isEmpty()) {
        return;
      }
      int port = now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
      try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
        client.setTcpNoDelay(true);
        target.setTcpNoDelay(true);
        Thread back = Thread.ofVirtual().start(() -> copy(target, client));
        copy(client, target);
        back.join();
      }
    } catch (IOException e) {
      // One side is gone; both are closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }
}
