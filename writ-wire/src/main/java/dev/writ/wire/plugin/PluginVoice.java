// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.wire.http.SecretText;
import dev.writ.wire.http.WireException;
import java.time.Duration;
import java.util.List;

/// The output of one plug-in, line by line, within time limits.
final class PluginVoice {
  /// For how many times the patience between two lines a plug-in may say nothing of an answer.
  private static final int WITHOUT_PROGRESS = 4;

  private static final int MAX_MESSAGE_CHARS = 500;

  private final String provider;
  private final PluginProcess process;
  private final List<SecretText> secrets;
  private final Duration patience;
  private long progressNanos;

  /// @param secrets what is masked in everything it says about itself
  /// @param patience how long it may be silent
  PluginVoice(String provider, PluginProcess process, List<SecretText> secrets, Duration patience) {
    this.provider = provider;
    this.process = process;
    this.secrets = secrets;
    this.patience = patience;
    progressed();
  }

  /// How it is called in messages.
  String name() {
    return "the plug-in " + provider;
  }

  /// It said something of an answer.
  void progressed() {
    progressNanos = System.nanoTime();
  }

  /// The next event with that number. Those with a smaller one come after the end of an answer, and
  /// are passed over.
  ///
  /// @param missing what it owes until it ends, in a few words
  /// @throws WireException where there is none
  /// @throws InterruptedException when the calling thread is interrupted
  Json.Obj next(long id, String missing) throws WireException, InterruptedException {
    while (true) {
      Json.Obj event = object(line(missing));
      long number = event.number("id").orElse(0);
      if (number == id) {
        return event;
      }
      if (number > id) {
        throw malformed("an event with an unknown request number");
      }
    }
  }

  private String line(String missing) throws WireException, InterruptedException {
    try {
      PluginProcess.Delivery delivery = process.next(patience);
      if (System.nanoTime() - progressNanos > patience.toNanos() * WITHOUT_PROGRESS) {
        throw new WireException(
            ProviderErrorKind.TIMEOUT, name() + " sent no data for " + seconds(WITHOUT_PROGRESS));
      }
      return switch (delivery) {
        case PluginProcess.Delivery.DeliveredLine(String text) -> text;
        case PluginProcess.Delivery.OverlongLine _ ->
            throw malformed("a line of more than " + PluginProcess.MAX_LINE_BYTES + " bytes");
        case PluginProcess.Delivery.EndOfOutput _ -> throw ended(missing);
      };
    } catch (PluginProcess.Silence _) {
      throw new WireException(
          ProviderErrorKind.TIMEOUT, name() + " sent nothing for " + seconds(1));
    }
  }

  private WireException ended(String missing) throws InterruptedException {
    PluginProcess.ProcessExit ending = process.ending();
    String said = ending.said().isEmpty() ? "" : ": " + masked(ending.said());
    return new WireException(
        ProviderErrorKind.CUT,
        name() + " ended before " + missing + " (" + ending.code() + ")" + said);
  }

  private String seconds(int times) {
    long millis = patience.toMillis() * times;
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  private Json.Obj object(String line) throws WireException {
    try {
      return JsonReader.readObject(line);
    } catch (JsonException _) {
      throw malformed("a line that is not a JSON object");
    }
  }

  /// It said something else than was agreed.
  WireException malformed(String what) {
    return new WireException(ProviderErrorKind.MALFORMED, name() + " sent " + masked(what));
  }

  /// The text as a short line without secrets and control characters.
  String masked(String text) {
    String clean = text;
    for (SecretText secret : secrets) {
      clean = secret.maskIn(clean);
    }
    StringBuilder line = new StringBuilder();
    clean.codePoints().forEach(c -> line.appendCodePoint(isPlain(c) ? c : ' '));
    return line.length() <= MAX_MESSAGE_CHARS
        ? line.toString()
        : line.substring(line.length() - MAX_MESSAGE_CHARS);
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
