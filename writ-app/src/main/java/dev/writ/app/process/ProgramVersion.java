// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.app.process;

/// The version of this Writ.
public final class ProgramVersion {
  /// The version.
  public static final String NAME = "0.1.0";

  private ProgramVersion() {}

  /// The line that `--version` prints: version, commit where the image knows it, Java.
  public static String line() {
    String commit = System.getProperty("writ.commit", "");
    return "writ "
        + NAME
        + (commit.isEmpty() ? "" : " (" + commit.substring(0, Math.min(12, commit.length())) + ")")
        + " java "
        + System.getProperty("java.version");
  }
}
