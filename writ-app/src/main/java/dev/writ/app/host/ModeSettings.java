// Implements: docs/spec/13-terminal.md §13 (Command line and terminal)
package dev.writ.app.host;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.base.json.Json;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.intent.IntentScope;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.policy.WorkMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The modes that a process begins in, as the command line and the configuration name them.
final class ModeSettings {
  private static final String MODES = "agent.modes";
  private static final Set<String> MEMBERS = Set.of("effects", "writable");

  private ModeSettings() {}

  /// The modes of work that there are: the shipped ones, and those of the configuration.
  static List<WorkMode> modes(Configuration configuration) throws UsageException {
    List<WorkMode> modes = new ArrayList<>(WorkMode.SHIPPED);
    for (Map.Entry<String, Json> own : configuration.object(MODES).members().entrySet()) {
      String name = own.getKey();
      String place = MODES + "." + name;
      if (named(WorkMode.SHIPPED, name).isPresent()) {
        throw configuration.error(place + ": this mode is built in; choose another name");
      }
      if (!name.matches("[a-z][a-z0-9-]{0,30}")) {
        throw configuration.error(place + ": a name of small letters, digits and - was expected");
      }
      try {
        modes.add(mode(name, own.getValue()));
      } catch (IllegalArgumentException e) {
        throw configuration.error(place + ": " + e.getMessage());
      }
    }
    return modes;
  }

  private static WorkMode mode(String name, Json value) {
    if (!(value instanceof Json.Obj row) || !MEMBERS.containsAll(row.members().keySet())) {
      throw new IllegalArgumentException("only effects and writable were expected");
    }
    Set<EffectClass> effects = EnumSet.of(EffectClass.CONTROL);
    for (String word : texts(row, "effects")) {
      effects.add(effect(word));
    }
    boolean everywhere = row.get("writable").isEmpty() && effects.contains(EffectClass.WRITE);
    return new WorkMode(
        name,
        effects,
        everywhere ? IntentScope.EVERYTHING : IntentScope.of(texts(row, "writable")));
  }

  private static EffectClass effect(String word) {
    for (EffectClass effect : EffectClass.values()) {
      if (effect.word().equals(word)) {
        return effect;
      }
    }
    throw new IllegalArgumentException(
        "there is no effect '" + word + "'; there are read, write, execute, network, control");
  }

  private static List<String> texts(Json.Obj row, String member) {
    List<String> texts = new ArrayList<>();
    for (Json item : row.items(member)) {
      if (!(item instanceof Json.Text(String text))) {
        throw new IllegalArgumentException(member + " is a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  /// The mode of that name.
  static Optional<WorkMode> named(List<WorkMode> modes, String name) {
    return modes.stream().filter(mode -> mode.name().equals(name)).findFirst();
  }

  /// The mode of work that a process begins in.
  static WorkMode chosen(List<WorkMode> modes, ParsedArguments arguments) throws UsageException {
    String name = arguments.value("mode").orElse("code");
    return named(modes, name)
        .orElseThrow(
            () ->
                new UsageException(
                    "--mode: there is no mode '%s'; there are %s"
                        .formatted(
                            name, String.join(", ", modes.stream().map(WorkMode::name).toList()))));
  }

  /// The acts without a question: the chosen mode, or the default. In a chat a person confirms
  /// every change, unless they have agreed to undoable ones.
  ///
  /// @param contained whether they have; asked when the first call of a turn is judged
  static Supplier<ExecutionMode> execution(
      Configuration configuration,
      ParsedArguments arguments,
      SessionHost.SessionUse use,
      BooleanSupplier contained)
      throws UsageException {
    Optional<String> word = configuration.text("agent.terminal.default_mode");
    if (word.isPresent()) {
      ExecutionMode chosen = chosen(word.get(), arguments, use);
      return () -> chosen;
    }
    return () ->
        use == SessionHost.SessionUse.CHAT && !contained.getAsBoolean()
            ? ExecutionMode.INTERACTIVE
            : ExecutionMode.RESTRICTED_AUTONOMOUS;
  }

  private static ExecutionMode chosen(
      String word, ParsedArguments arguments, SessionHost.SessionUse use) throws UsageException {
    for (ExecutionMode mode : ExecutionMode.values()) {
      if (mode.word().equals(word.toLowerCase(Locale.ROOT))) {
        if (mode == ExecutionMode.FULL_AUTONOMOUS
            && use != SessionHost.SessionUse.VERDICT
            && !arguments.has("allow-dangerous")) {
          throw new UsageException("full_autonomous needs --allow-dangerous");
        }
        return mode;
      }
    }
    throw new UsageException(
        "there is no execution mode '"
            + word
            + "'; there are interactive, restricted_autonomous, full_autonomous");
  }
}
