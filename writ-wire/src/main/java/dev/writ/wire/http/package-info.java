// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
/// The one guarded HTTP transport under all providers: TLS except where plain text can't leave the
/// machine or was allowed, a time-out between bytes, limits on everything, cancellation by
/// interruption that closes the socket, and no secret in any message.
///
/// Plain HTTP/1.1 goes over a socket of our own, because the JDK's client costs a cold process as
/// much as the rest of it together; TLS and proxies are the JDK's client's business. Deliberately
/// absent: retries, redirects, cookies, and any knowledge of what providers say.
/// Start reading at [HttpTransport].
@NullMarked
package dev.writ.wire.http;

import org.jspecify.annotations.NullMarked;
