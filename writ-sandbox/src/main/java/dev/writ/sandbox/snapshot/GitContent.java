// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.snapshot;

/// What an index or a commit of Git has at a path. The same bytes as a link, or with permission to
/// be run, are something else.
///
/// @param mode as Git writes it: `100644`, `100755`, `120000` for a link, `160000` for a submodule
/// @param blob the id of its object
public record GitContent(String path, String mode, String blob) {
  private static final String LINK = "120000";
  private static final String LEAF = "100";
  private static final String PROGRAM = "100755";

  /// Whether a symbolic link stands there.
  public boolean isLink() {
    return mode.equals(LINK);
  }

  /// Whether its object is the content of a file or link.
  public boolean isFile() {
    return mode.startsWith(LEAF) || isLink();
  }

  /// Whether it is a file that may be run.
  public boolean isProgram() {
    return mode.equals(PROGRAM);
  }
}
