// Implements: docs/spec/13-terminal.md §13.3 (First minutes)
package dev.writ.app.doctor;

import dev.writ.app.host.ProgramSettings;
import dev.writ.app.project.ProgramDirectoryCheck.DirectoryFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The directories of programs that a person added, in words.
public final class ProgramHealth {
  private static final String CHECK = "programs";

  private ProgramHealth() {}

  /// A finding for each directory.
  public static List<HealthFinding> of(Map<Path, DirectoryFinding> directories) {
    List<HealthFinding> findings = new ArrayList<>();
    directories.forEach(
        (directory, finding) ->
            findings.add(
                switch (finding) {
                  case DirectoryFinding.Usable _ ->
                      HealthFinding.ok(CHECK, "commands use your programs in " + directory);
                  case DirectoryFinding.RefusedDirectory(String why) ->
                      HealthFinding.warn(
                          CHECK,
                          "commands do not use the programs in " + directory + ": it " + why,
                          "Correct " + ProgramSettings.KEY + " with: writ config edit");
                }));
    return findings;
  }
}
