// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import dev.writ.kernel.schema.Parameter;
import dev.writ.kernel.schema.Type;

/// Bounds that several tools share.
final class Limits {
  /// The longest path that a tool takes, in characters; the kernel's own bound is lower.
  static final int PATH_CHARS = 8192;

  /// The longest content that a tool takes, in characters.
  static final int CONTENT_CHARS = 10 * 1024 * 1024;

  private Limits() {}

  static Parameter path() {
    return Parameter.required("path", new Type.Text(PATH_CHARS), "file_path", "filename", "file");
  }

  static Parameter directory() {
    return Parameter.optional("path", new Type.Text(PATH_CHARS), "directory", "dir");
  }
}
