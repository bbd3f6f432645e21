package io.nodewright.sandbox.kill;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An HTTP request as it came.
final class ProxiedRequest {

  private static final List<String> OF_THE_CONNECTION =
      List.of("host", "connection", "upgrade", "http2-settings");

  private final String method;
  private final String target;
  private final List<String> headers;
  private final byte[] body;

  private ProxiedRequest(String method, String target, List<String> headers, byte[] body) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
  }

  /// Reads the request that a connection begins with.
  ///
  /// @throws IOException when there is none
  static ProxiedRequest read(InputStream from) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(from); !line.isEmpty(); line = line(from)) {
      lines.add(line);
    }
    if (lines.isEmpty()) {
      throw new IOException("nothing was asked");
    }
    String start = lines.removeFirst();
    int length = 0;
    for (String header : lines) {
      String name = nameOf(header);
      if (name.equals("content-length")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).trim());
      }
      if (name.equals("transfer-encoding")) {
        throw new IllegalStateException("a request in chunks is not understood: " + start);
      }
    }
    int first = start.indexOf(' ');
    return new ProxiedRequest(
        start.substring(0, first),
        start.substring(first + 1, start.lastIndexOf(' ')),
        lines,
        from.readNBytes(length));
  }

  String method() {
    return method;
  }

  String path() {
    return URI.create(target).getPath();
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /// Sends it on. The answer's end is the connection's end, but for a WebSocket.
  void send(OutputStream to, String host) throws IOException {
    boolean webSocket =
        headers.stream().anyMatch(h -> h.toLowerCase(Locale.ROOT).equals("upgrade: websocket"));
    StringBuilder head = new StringBuilder("%s %s HTTP/1.1".formatted(method, target));
    head.append("\r\nHost: ").append(host);
    for (String header : headers) {
      if (webSocket
          ? !nameOf(header).equals("host")
          : !OF_THE_CONNECTION.contains(nameOf(header))) {
        head.append("\r\n").append(header);
      }
    }
    head.append(webSocket ? "" : "\r\nConnection: close").append("\r\n\r\n");
    to.write(head.toString().getBytes(StandardCharsets.US_ASCII));
    to.write(body);
    to.flush();
  }

  private static String nameOf(String header) {
    return header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
  }

  private static String line(InputStream from) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = from.read(); c >= 0 && c != '\n'; c = from.read()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }
}
