// Implements: docs/spec/14-config.md §14.3 (Logging)
package dev.writ.app.host;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.logging.LogFiles;
import dev.writ.app.logging.LogLevel;
import dev.writ.app.logging.SessionLogger;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.ProgramVersion;
import dev.writ.app.telemetry.OtlpExporter;
import dev.writ.app.telemetry.SessionTelemetry;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.wire.http.NetworkSettings;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The further observers of a session, from the configuration: its log and a telemetry receiver.
final class SessionObservers implements Closeable {
  private static final String ENDPOINT = "telemetry.otlp_endpoint";
  private static final long BYTES_PER_MB = 1024 * 1024;

  private final Configuration configuration;
  private final ParsedArguments arguments;
  private final ProcessContext context;
  private final InstantSource clock;
  private final Optional<URI> receiver;
  private final List<Closeable> open = new ArrayList<>();

  /// @throws UsageException where the receiver's address is none
  SessionObservers(
      Configuration configuration,
      ParsedArguments arguments,
      ProcessContext context,
      InstantSource clock)
      throws UsageException {
    this.configuration = configuration;
    this.arguments = arguments;
    this.context = context;
    this.clock = clock;
    this.receiver = receiver(configuration);
  }

  /// The configured receiver of telemetry.
  ///
  /// @throws UsageException where it is not an address
  static Optional<URI> receiver(Configuration configuration) throws UsageException {
    Optional<String> text = configuration.text(ENDPOINT);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI address = new URI(text.get());
      String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
      if (address.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
        return Optional.of(address);
      }
    } catch (URISyntaxException _) {
      // reported below
    }
    throw configuration.error(
        ENDPOINT + ": an address such as http://localhost:4318, not '" + text.get() + "'");
  }

  /// The listener with all observers before it.
  ///
  /// @param masked takes secrets out of a text
  Consumer<SessionEvent> with(
      String session, UnaryOperator<String> masked, Consumer<SessionEvent> listener) {
    Consumer<SessionEvent> all = listener;
    SessionLogger.Levels levels = levels();
    if (!levels.areNone()) {
      SessionLogger logger =
          new SessionLogger(levels, files(session), context.err(), masked, clock);
      configuration.warnings().forEach(warning -> logger.log(LogLevel.WARN, warning));
      open.add(logger);
      all = logger.andThen(all);
    }
    if (receiver.isPresent()) {
      OtlpExporter exporter = new OtlpExporter(receiver.get().toString(), network(), this::warn);
      open.add(exporter);
      all = new SessionTelemetry(session, ProgramVersion.NAME, exporter, clock).andThen(all);
    }
    return all;
  }

  private SessionLogger.Levels levels() {
    Optional<LogLevel> file =
        configuration.flag("logging.log_to_file")
            ? LogLevel.of(configuration.text("logging.log_level").orElse("info"))
            : Optional.empty();
    String console =
        arguments.has("quiet")
            ? "none"
            : arguments.has("verbose")
                ? "debug"
                : configuration.text("logging.console_level").orElse("none");
    return new SessionLogger.Levels(file, LogLevel.of(console));
  }

  private LogFiles files(String session) {
    return new LogFiles(
        LogPlace.of(configuration, context).directory(),
        session,
        configuration.whole("logging.max_file_size_mb").orElse(10) * BYTES_PER_MB,
        (int) configuration.whole("logging.max_files").orElse(5),
        clock);
  }

  private NetworkSettings network() {
    return new NetworkSettings(
        context.environment(),
        List.of(),
        Set.copyOf(configuration.texts("llm.plaintext_hosts")),
        NetworkSettings.DEFAULT_CONNECT,
        Duration.ofSeconds(5),
        clock);
  }

  private void warn(String words) {
    context.err().println("writ: warning: " + DisplayText.line(words));
  }

  @Override
  public void close() {
    for (Closeable one : open) {
      try {
        one.close();
      } catch (IOException e) {
        warn("the log could not be closed: " + e.getMessage());
      }
    }
  }
}
