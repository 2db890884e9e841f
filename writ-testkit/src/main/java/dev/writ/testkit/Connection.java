// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One HTTP/1.1 connection as the server sees it, able to break the rules.
final class Connection {
  private static final int MAX_LINE_BYTES = 64 * 1024;
  private static final int MAX_BODY_BYTES = 256 * 1024 * 1024;
  private static final int FOREVER_BYTES = 256 * 1024 * 1024;
  private static final int FOREVER_PIECE_BYTES = 64 * 1024;
  private static final byte[] CRLF = {'\r', '\n'};

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  Connection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  /// The next request; empty where the client has gone.
  Optional<Captured> read() throws IOException {
    String first = line();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    String[] words = first.split(" ", 3);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    if (length > MAX_BODY_BYTES) {
      throw new IOException("a body of " + length + " bytes");
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the request was cut");
    }
    return Optional.of(
        new Captured(
            words[0],
            words.length > 1 ? words[1] : "",
            headers,
            new String(body, StandardCharsets.UTF_8),
            System.nanoTime()));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (line.length() > MAX_LINE_BYTES) {
        throw new IOException("a header of more than " + MAX_LINE_BYTES + " bytes");
      }
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  /// Sends an answer in its manner.
  ///
  /// @param stalling told when nothing more will be sent, and the connection stays open
  /// @return whether the connection can be used again
  boolean send(ScriptedAnswer answer, Runnable stalling) throws IOException {
    ScriptedAnswer.Manner manner = answer.manner();
    if (manner.after() >= 0) {
      head(answer);
      body(answer);
    }
    switch (manner.end()) {
      case WHOLE -> {
        if (manner.delimited()) {
          return false;
        }
        out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return true;
      }
      case FIN -> socket.shutdownOutput();
      case RST -> socket.setSoLinger(true, 0);
      case STALL -> {
        stalling.run();
        awaitClientGone();
      }
      case FOREVER -> forever(manner.delimited());
    }
    return false;
  }

  private void head(ScriptedAnswer answer) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(answer.status()).append(" Scripted");
    answer
        .headers()
        .forEach((name, value) -> head.append("\r\n").append(name).append(": ").append(value));
    head.append(
        answer.manner().delimited()
            ? "\r\nConnection: close\r\n\r\n"
            : "\r\nTransfer-Encoding: chunked\r\n\r\n");
    out.write(head.toString().getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private void body(ScriptedAnswer answer) throws IOException {
    int left = answer.manner().after();
    for (byte[] piece : answer.body()) {
      int length = Math.min(left, piece.length);
      if (length <= 0) {
        return;
      }
      piece(piece, length, answer.manner().delimited());
      left -= length;
    }
  }

  private void piece(byte[] bytes, int length, boolean delimited) throws IOException {
    if (!delimited) {
      out.write(Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII));
      out.write(CRLF);
    }
    out.write(bytes, 0, length);
    if (!delimited) {
      out.write(CRLF);
    }
    out.flush();
  }

  private void forever(boolean delimited) throws IOException {
    byte[] piece = "a".repeat(FOREVER_PIECE_BYTES).getBytes(StandardCharsets.US_ASCII);
    piece("data: ".getBytes(StandardCharsets.US_ASCII), 6, delimited);
    for (int sent = 0; sent < FOREVER_BYTES; sent += piece.length) {
      piece(piece, piece.length, delimited);
    }
  }

  private void awaitClientGone() throws IOException {
    while (in.read() >= 0) {
      // whatever the client still sends is of no interest
    }
  }
}
