// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.http;

import dev.writ.base.value.FailureReason;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Why TLS with a server failed.
///
/// @param clock by which certificates are said to be valid or not
record CertificateDefect(SSLException failure, InstantSource clock) {
  private static final int MOST_CAUSES = 10;
  private static final List<String> NO_TLS =
      List.of("Remote host ", "Unsupported or unrecognized", "closing inbound before");

  /// The reason, and what to do about it.
  String words() {
    Throwable cause = failure;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      String found = words(cause);
      if (found != null) {
        return found;
      }
      cause = cause.getCause();
    }
    // Which of these the JDK reports depends on the first arrival: bytes, their end, or its alert.
    String said = String.valueOf(failure.getMessage());
    if (NO_TLS.stream().anyMatch(said::startsWith)) {
      return "the server does not speak TLS, or closed the connection; check the address";
    }
    return "TLS failed (" + new FailureReason(failure).words() + "); check the address";
  }

  private @Nullable String words(Throwable cause) {
    return switch (cause) {
      case CertificateExpiredException _ -> "its certificate has expired" + clockSays();
      case CertificateNotYetValidException _ -> "its certificate is not valid yet" + clockSays();
      case CertPathBuilderException _ ->
          "its certificate is signed by an unknown authority; if the authority is your own, add its"
              + " file to llm.ca_files";
      default ->
          String.valueOf(cause.getMessage()).startsWith("No subject alternative")
                  || String.valueOf(cause.getMessage()).startsWith("No name matching")
              ? "its certificate belongs to another host; check the address"
              : null;
    };
  }

  private String clockSays() {
    return "; the clock of this machine shows "
        + clock.instant().truncatedTo(ChronoUnit.SECONDS)
        + ": check it";
  }
}
