// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// A way to get a request to a server and its answer back.
///
/// The common behaviour of both carriers: an interrupted thread gets a `ClosedByInterruptException`
/// (or an [InterruptedException]) at once and the connection is closed; a server that sends nothing
/// for the request's idle time, or no data for a multiple of it ([ProgressDeadline]), causes a
/// `SocketTimeoutException`.
sealed interface RequestCarrier extends Closeable permits PlainCarrier, SecureCarrier {
  /// Sends a request and waits for the answer's head.
  Incoming send(Outgoing request, byte[] body) throws IOException, InterruptedException;

  @Override
  void close();

  /// The request without its body.
  ///
  /// @param idle how long no byte may arrive
  /// @param meanwhile what can be done while the answer is awaited
  record Outgoing(
      String method, URI address, Map<String, String> headers, Duration idle, Runnable meanwhile) {
    public Outgoing {
      headers = Map.copyOf(headers);
    }
  }

  /// An answer on its way.
  interface Incoming extends Closeable {
    ResponseHead head();

    /// The body as the wire has it, perhaps compressed; ends early with an exception wherever the
    /// framing shows that bytes are missing.
    InputStream body();

    /// Changes how long no byte may arrive.
    void idle(Duration time) throws IOException;

    /// The answer has grown: the server may again send bytes without content for a while.
    void progressed();

    /// Nothing more of this answer is of interest, but the connection may be.
    void done();

    /// Ends the connection now, unless [#done] was called.
    @Override
    void close();
  }
}
