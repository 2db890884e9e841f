// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.tools.workflow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Command lines that are typed one after the other in one repository.
///
/// @param needs programs without which they can't be played
record WorkflowGroup(String name, List<String> needs, List<Line> lines) {
  private static final Pattern TITLE = Pattern.compile("== ([^(]*?)(?: \\(needs (.*)\\))?");
  private static final Pattern REFUSED =
      Pattern.compile("\\[(?:(namespaces|landlock) )?([A-Z_]{5,}|failed)( \\.{3})?] (.*)");

  WorkflowGroup {
    needs = List.copyOf(needs);
    lines = List.copyOf(lines);
  }

  /// Whether the mechanisms differ in it.
  boolean depends() {
    return lines.stream()
        .anyMatch(line -> line instanceof Line.Refused refused && refused.only().isPresent());
  }

  /// A command line that must do what it does without Writ, or be refused.
  sealed interface Line {
    String command();

    /// One that does the same with both mechanisms.
    record Same(String command) implements Line {}

    /// One that is not done.
    ///
    /// @param only the mechanism under which it isn't; empty for every one
    /// @param end the code of the error, or `failed`
    /// @param partly whether what is not refused of its changes is applied
    record Refused(String command, Optional<String> only, String end, boolean partly)
        implements Line {
      boolean under(String mechanism) {
        return only.isEmpty() || only.get().equals(mechanism);
      }
    }

    private static Line of(String text) {
      Matcher refused = REFUSED.matcher(text);
      return refused.matches()
          ? new Refused(
              refused.group(4),
              Optional.ofNullable(refused.group(1)),
              refused.group(2),
              refused.group(3) != null)
          : new Same(text);
    }
  }

  /// Those of `lines.txt`.
  static List<WorkflowGroup> all() throws IOException {
    try (InputStream table =
        Objects.requireNonNull(WorkflowGroup.class.getResourceAsStream("lines.txt"))) {
      return read(new String(table.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static List<WorkflowGroup> read(String table) {
    List<WorkflowGroup> groups = new ArrayList<>();
    for (String text : table.lines().toList()) {
      Matcher title = TITLE.matcher(text);
      if (title.matches()) {
        List<String> needs =
            Optional.ofNullable(title.group(2))
                .map(n -> List.of(n.split(" ", -1)))
                .orElse(List.of());
        groups.add(new WorkflowGroup(title.group(1), needs, List.of()));
      } else if (!text.isBlank() && !text.startsWith("# ")) {
        WorkflowGroup last = groups.removeLast();
        List<Line> lines = new ArrayList<>(last.lines());
        lines.add(Line.of(text));
        groups.add(new WorkflowGroup(last.name(), last.needs(), lines));
      }
    }
    return groups;
  }

  @Override
  public String toString() {
    return name;
  }
}
