// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.doctor;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Shows findings: as lines as soon as they are known, or as one JSON document at the end.
public final class HealthReport {
  private static final String INDENT = "      ";

  private final PrintStream out;
  private final boolean json;
  private final List<HealthFinding> findings = new ArrayList<>();

  public HealthReport(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /// Takes a finding.
  public void add(HealthFinding finding) {
    findings.add(finding);
    if (json) {
      return;
    }
    String mark = finding.mark();
    out.println(mark + " ".repeat(INDENT.length() - mark.length()) + text(finding.words()));
    if (!finding.remedy().isEmpty()) {
      out.println(INDENT + text(finding.remedy()));
    }
    out.flush();
  }

  /// Takes findings.
  public void addAll(List<HealthFinding> more) {
    more.forEach(this::add);
  }

  private static String text(String words) {
    return DisplayText.text(words).replace("\n", "\n" + INDENT);
  }

  /// Ends the report.
  ///
  /// @return whether nothing is broken
  public boolean finish() {
    boolean sound = findings.stream().noneMatch(f -> f.level() == HealthFinding.Level.FAIL);
    if (json) {
      out.println(
          Json.object()
              .put("ok", sound)
              .put(
                  "checks",
                  new Json.Arr(List.copyOf(findings.stream().map(HealthFinding::json).toList())))
              .build()
              .write());
    }
    return sound;
  }
}
