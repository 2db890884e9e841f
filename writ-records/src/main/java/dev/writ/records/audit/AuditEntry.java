// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.records.audit;

import dev.writ.base.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A decision as people read it: a receipt, and its outcome where there is one.
///
/// @param id of the receipt
/// @param time of the receipt, RFC 3339
/// @param workspace the real path of the workspace
/// @param act what was asked for
/// @param denial the code of the denial; empty where it was permitted
/// @param ending such as `exit:0 0.023s`; empty if there is no outcome
public record AuditEntry(
    String id, String time, String workspace, Act act, String denial, String ending) {
  /// The request.
  ///
  /// @param what the command line, or what was to be read and written
  public record Act(String tool, String what) {}

  static AuditEntry of(Json.Obj receipt) {
    return new AuditEntry(
        receipt.text("id").orElse(""),
        receipt.text("timestamp").orElse(""),
        receipt.text("workspace").orElse(""),
        new Act(receipt.text("tool").orElse(""), what(receipt)),
        denial(receipt),
        "");
  }

  static String what(Json.Obj receipt) {
    List<String> words = new ArrayList<>();
    for (Json item : receipt.items("effects")) {
      if (item instanceof Json.Obj effect) {
        String verb = effect.text("effect").orElse("");
        words.add(effect.text("command").orElseGet(() -> (verb + " " + object(effect)).strip()));
      }
    }
    return String.join(", ", words);
  }

  /// The subject of an effect.
  private static String object(Json.Obj effect) {
    int files = effect.items("files").size();
    return effect
        .text("path")
        .or(() -> effect.text("change"))
        .or(() -> effect.object("change").text("change"))
        .or(() -> effect.text("background"))
        .or(() -> effect.text("from").map(from -> from + " → " + effect.text("to").orElse("")))
        .orElse(files == 0 ? "" : files == 1 ? "1 file" : files + " files");
  }

  private static String denial(Json.Obj receipt) {
    if (receipt.text("verdict").filter("allow"::equals).isPresent()) {
      return "";
    }
    for (Json answer : receipt.object("gates").members().values()) {
      if (answer instanceof Json.Text(String text) && text.startsWith("deny ")) {
        return text.substring("deny ".length());
      }
    }
    return "?";
  }

  AuditEntry ended(Json.Obj outcome) {
    String code = outcome.text("code").orElse("");
    boolean ran = outcome.number("exit_code").isPresent();
    String exit = ran ? "exit:" + outcome.number("exit_code").getAsLong() : "";
    boolean told = !ran || !code.equals("ok"); // a program's success isn't the call's
    String how = ((told ? code : "") + " " + exit).strip();
    String seconds = String.format(Locale.ROOT, "%.3fs", outcome.number("took_us").orElse(0) / 1e6);
    return new AuditEntry(id, time, workspace, act, denial, how + " " + seconds);
  }

  /// Whether a gate refused.
  public boolean denied() {
    return !denial.isEmpty();
  }

  /// How it ended: a denial, an exit code or another outcome.
  public String how() {
    return denied() ? "denied:" + denial : ending.isEmpty() ? "no outcome" : ending;
  }

  /// One line for people, whatever the fields contain: none can end its line or its column.
  public String line() {
    List<String> columns = List.of(time, workspace, act.tool(), act.what(), how());
    return String.join(" | ", columns.stream().map(AuditLog::escaped).toList());
  }

  /// The same as data.
  public Json.Obj json() {
    return Json.object()
        .put("receipt", id)
        .put("timestamp", time)
        .put("workspace", workspace)
        .put("tool", act.tool())
        .put("what", act.what())
        .put("verdict", denied() ? "deny" : "allow")
        .put("denial", denial)
        .put("ending", ending)
        .build();
  }
}
