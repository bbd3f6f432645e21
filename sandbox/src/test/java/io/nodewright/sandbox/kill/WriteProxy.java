package io.nodewright.sandbox.kill;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import javax.net.SocketFactory;

/// Stands between the operator and the API server. All passes as it is, watches too, but what
/// writes is shown to a [Judge] first. Each request gets a connection of its own, so that what a
/// dead operator has sent lives no longer than its request.
final class WriteProxy implements Closeable {

  private static final List<String> READS = List.of("GET", "HEAD", "OPTIONS");

  private final URI server;
  private final SocketFactory upstream;
  private final Judge judge;
  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Phaser writesOnTheirWay = new Phaser(1);

  /// @param apiServer the administrator's settings for the API server
  WriteProxy(Config apiServer, Judge judge) throws IOException {
    this.server = URI.create(apiServer.getMasterUrl());
    this.judge = judge;
    try {
      this.upstream = SSLUtils.sslContext(apiServer).getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IOException("no TLS to " + server, e);
    }
    this.listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /// A kubeconfig whose API server is this proxy; it knows the administrator's keys, so none are
  /// needed.
  String kubeconfig() {
    return """
        apiVersion: v1
        kind: Config
        clusters: [{name: proxy, cluster: {server: "http://127.0.0.1:%d"}}]
        users: [{name: proxy, user: {}}]
        contexts: [{name: proxy, context: {cluster: proxy, user: proxy}}]
        current-context: proxy
        """
        .formatted(listening.getLocalPort());
  }

  /// Waits until the API server has answered every write that was sent to it.
  void awaitWrites() {
    writesOnTheirWay.arriveAndAwaitAdvance();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    threads.shutdownNow();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        threads.execute(() -> serve(client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      ProxiedRequest request = ProxiedRequest.read(client.getInputStream());
      if (READS.contains(request.method())) {
        relay(request, client);
      } else {
        write(request, client);
      }
    } catch (IOException e) {
      // One side has gone; so does the other.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(ProxiedRequest request, Socket client)
      throws IOException, InterruptedException {
    Write write = new Write(request.method(), request.path(), request.text());
    switch (judge.fate(write)) {
      case PASSES -> client.getOutputStream().write(answer(request));
      case DIES_BEFORE -> judge.awaitDeath();
      case DIES_AFTER -> {
        byte[] answer = answer(request);
        if (new String(answer, 0, 12, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 2")) {
          judge.stored(write);
          judge.awaitDeath();
        } else {
          judge.refused(write);
          client.getOutputStream().write(answer);
        }
      }
    }
  }

  private byte[] answer(ProxiedRequest request) throws IOException {
    writesOnTheirWay.register();
    try (Socket api = connect()) {
      request.send(api.getOutputStream(), server.getAuthority());
      return api.getInputStream().readAllBytes();
    } finally {
      writesOnTheirWay.arriveAndDeregister();
    }
  }

  /// Passes bytes both ways until one side ends: answers, streams and WebSockets alike.
  private void relay(ProxiedRequest request, Socket client) throws IOException {
    try (Socket api = connect()) {
      request.send(api.getOutputStream(), server.getAuthority());
      threads.execute(() -> pump(client, api));
      api.getInputStream().transferTo(client.getOutputStream());
    }
  }

  /// Ends the other side when this one has ended, as a dead operator's does.
  private static void pump(Socket from, Socket to) {
    try (to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // ended
    }
  }

  private Socket connect() throws IOException {
    Socket socket = upstream.createSocket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    return socket;
  }
}
