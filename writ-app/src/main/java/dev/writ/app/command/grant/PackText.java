// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.app.command.grant;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackDiff;
import dev.writ.pack.schema.CommandConsequence;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.PathUse;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/// Packs and what they say, as lines and as data.
final class PackText {
  private PackText() {}

  /// The result of loading a tool's pack.
  static Json.Obj state(String tool, LoadedPack loaded) {
    Json.Builder json = Json.object().put("tool", tool);
    return switch (loaded) {
      case LoadedPack.Active active ->
          json.put("state", "active")
              .put("version", active.pack().title().version().toString())
              .put("origin", word(active.origin()))
              .put("hash", active.hash())
              .put("summary", active.pack().title().summary())
              .build();
      case LoadedPack.RefusedPack refused ->
          json.put("state", "refused")
              .put("reason", refused.reason().name())
              .put("why", refused.why())
              .build();
      case LoadedPack.MissingPack _ -> json.put("state", "off").build();
    };
  }

  /// The state in one line.
  static String line(Json.Obj state) {
    StringBuilder line = new StringBuilder();
    for (String name :
        List.of("tool", "state", "version", "origin", "hash", "summary", "reason", "why")) {
      state.text(name).ifPresent(text -> line.append(line.isEmpty() ? "" : " ").append(text));
    }
    return line.toString();
  }

  /// The grants of a pack, a line for each command.
  static void describe(Pack pack, PrintStream out) {
    out.println("programs: " + DisplayText.line(String.join(" ", pack.title().binaries())));
    for (var command : pack.commands()) {
      String words = String.join(" ", command.words());
      String why = command.consequence().why();
      out.println(
          DisplayText.line(
              "  %s (%s)%s%s"
                  .formatted(
                      command.id(),
                      words(command.consequence()),
                      words.isEmpty() ? "" : ": " + words,
                      why.isEmpty() ? "" : "; " + why)));
    }
    list("caches", pack.needs().caches(), out);
    list("stores", pack.needs().stores(), out);
    list("outputs", pack.needs().outputs(), out);
    list("hosts", pack.needs().hosts(), out);
    list("takes", pack.needs().takes(), out);
  }

  private static void list(String name, List<String> values, PrintStream out) {
    if (!values.isEmpty()) {
      out.println(DisplayText.line(name + ": " + String.join(" ", values)));
    }
  }

  private static String words(CommandConsequence consequence) {
    String effects = String.join(" ", effects(consequence.effects()));
    return (effects.isEmpty() ? "no effect" : effects) + ", " + word(consequence.risk());
  }

  private static List<String> effects(Collection<PackEffect> effects) {
    return new TreeSet<>(effects).stream().map(PackText::word).toList();
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// A pack as data.
  static Json.Obj json(Pack pack, String hash) {
    List<Json> commands =
        pack.commands().stream()
            .<Json>map(
                command ->
                    Json.object()
                        .put("id", command.id())
                        .put("words", Json.texts(command.words()))
                        .put("effects", Json.texts(effects(command.consequence().effects())))
                        .put("risk", word(command.consequence().risk()))
                        .put(
                            "options",
                            Json.texts(
                                command.syntax().options().stream()
                                    .flatMap(option -> option.names().stream())
                                    .distinct()
                                    .toList()))
                        .build())
            .toList();
    return Json.object()
        .put("tool", pack.tool())
        .put("version", pack.title().version().toString())
        .put("hash", hash)
        .put("summary", pack.title().summary())
        .put("programs", Json.texts(pack.title().binaries()))
        .put("commands", new Json.Arr(commands))
        .put("caches", Json.texts(pack.needs().caches()))
        .put("stores", Json.texts(pack.needs().stores()))
        .put("outputs", Json.texts(pack.needs().outputs()))
        .put("takes", Json.texts(pack.needs().takes()))
        .build();
  }

  /// The packs' reading of an argument array.
  static String words(PackReading reading) {
    return switch (reading) {
      case PackReading.Known known ->
          "%s: %s, %s%s"
              .formatted(
                  known.commandId(),
                  String.join(" ", effects(known.effects())),
                  word(known.risk()),
                  known.reasons().isEmpty() ? "" : " (" + String.join("; ", known.reasons()) + ")");
      case PackReading.Unnamed(String name, String word, String why, boolean _, boolean _) ->
          name + ": not named: " + (word.isEmpty() ? "" : word + " ") + why;
      case PackReading.NoPack(String program) -> program + ": no pack describes it";
      case PackReading.WithdrawnPack withdrawn -> withdrawn.program() + ": " + withdrawn.why();
      case PackReading.RefusedReading(String tool, var reason, String why) ->
          tool + ": refused: " + reason + ": " + why;
    };
  }

  /// The same as data.
  static Json.Obj reading(List<String> argv, PackReading reading) {
    Json.Builder json = Json.object().put("argv", Json.texts(argv));
    return switch (reading) {
      case PackReading.Known known ->
          json.put("reading", "known")
              .put("command", known.commandId())
              .put("effects", Json.texts(effects(known.effects())))
              .put("risk", word(known.risk()))
              .put("paths", Json.texts(known.paths().stream().map(PathUse::path).toList()))
              .put("reasons", Json.texts(known.reasons()))
              .build();
      case PackReading.Unnamed(String name, String word, String why, boolean _, boolean _) ->
          json.put("reading", "unnamed")
              .put("command", name)
              .put("word", word)
              .put("why", why)
              .build();
      case PackReading.NoPack(String program) ->
          json.put("reading", "no_pack").put("program", program).build();
      case PackReading.WithdrawnPack(String program) ->
          json.put("reading", "withdrawn").put("program", program).build();
      case PackReading.RefusedReading(String tool, var reason, String why) ->
          json.put("reading", "refused")
              .put("tool", tool)
              .put("reason", reason.name())
              .put("why", why)
              .build();
    };
  }

  /// Differences, a line each; `!` marks what permits more than before.
  static void differences(List<PackDiff.PackDifference> differences, PrintStream out) {
    if (differences.isEmpty()) {
      out.println("no difference from the pack in force");
    }
    for (PackDiff.PackDifference difference : differences) {
      String mark = difference.way().widens() ? "! " : "  ";
      out.println(
          DisplayText.line(
              mark + word(difference.way()) + " " + difference.where() + ": " + difference.what()));
    }
  }

  /// A difference as data.
  static Json json(PackDiff.PackDifference difference) {
    return Json.object()
        .put("way", word(difference.way()))
        .put("widens", difference.way().widens())
        .put("where", difference.where())
        .put("what", difference.what())
        .build();
  }
}
