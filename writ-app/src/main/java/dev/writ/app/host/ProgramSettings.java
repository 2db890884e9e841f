// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.app.host;

import dev.writ.app.config.Configuration;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.project.ProgramDirectoryCheck;
import dev.writ.app.project.ProgramDirectoryCheck.DirectoryFinding;
import dev.writ.kernel.policy.ProgramDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The directories of programs that a person configured (`tools.search_paths`).
public final class ProgramSettings {
  /// The key.
  public static final String KEY = "tools.search_paths";

  private ProgramSettings() {}

  /// Those that may be used as they are now.
  static List<ProgramDirectory> of(Configuration configuration, ProcessContext context) {
    List<ProgramDirectory> usable = new ArrayList<>();
    for (DirectoryFinding finding : findings(configuration, context).values()) {
      if (finding instanceof DirectoryFinding.Usable(ProgramDirectory directory)) {
        usable.add(directory);
      }
    }
    return usable;
  }

  /// Each configured directory with what a look at it found.
  public static Map<Path, DirectoryFinding> findings(
      Configuration configuration, ProcessContext context) {
    Map<Path, DirectoryFinding> findings = new LinkedHashMap<>();
    List<String> texts = configuration.texts(KEY);
    if (!texts.isEmpty()) {
      ProgramDirectoryCheck check = new ProgramDirectoryCheck(context.home(), context.project());
      for (String text : texts) {
        Path path = context.configured(text);
        findings.put(path, check.check(path));
      }
    }
    return findings;
  }
}
