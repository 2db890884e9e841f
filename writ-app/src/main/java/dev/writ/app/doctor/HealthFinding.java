// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.doctor;

import dev.writ.base.json.Json;
import java.util.Locale;

/// The result of one check.
///
/// @param check the name of the check, as in the JSON output
/// @param remedy what to do, best a line to type; empty where nothing is to be done
public record HealthFinding(Level level, String check, String words, String remedy) {
  /// How serious it is.
  public enum Level {
    OK,
    WARN,
    FAIL
  }

  /// A check that found nothing wrong.
  public static HealthFinding ok(String check, String words) {
    return new HealthFinding(Level.OK, check, words, "");
  }

  /// Something that a person should know, and that keeps nothing from working.
  public static HealthFinding warn(String check, String words, String remedy) {
    return new HealthFinding(Level.WARN, check, words, remedy);
  }

  /// Something that is broken.
  public static HealthFinding fail(String check, String words, String remedy) {
    return new HealthFinding(Level.FAIL, check, words, remedy);
  }

  String mark() {
    return level.name().toLowerCase(Locale.ROOT);
  }

  Json.Obj json() {
    return Json.object()
        .put("level", mark())
        .put("check", check)
        .put("message", words)
        .put("remedy", remedy)
        .build();
  }
}
