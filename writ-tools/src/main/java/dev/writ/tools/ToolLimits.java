// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.schema.ValueType;

/// Bounds that several tools share.
public final class ToolLimits {
  /// The longest path that a tool takes, in characters; the kernel's own bound is lower.
  public static final int PATH_CHARS = 8192;

  /// The longest content that a tool takes, in characters.
  public static final int CONTENT_CHARS = 10 * 1024 * 1024;

  private ToolLimits() {}

  public static ParameterSpec path() {
    return ParameterSpec.required(
        "path", new ValueType.TextType(PATH_CHARS), "file_path", "filename", "file");
  }

  public static ParameterSpec directory() {
    return ParameterSpec.optional("path", new ValueType.TextType(PATH_CHARS), "directory", "dir");
  }
}
