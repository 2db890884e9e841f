// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The text that a model gets for a tool, which lies beside the tool in a file of its own.
final class ToolText {
  private ToolText() {}

  static String of(String tool) {
    try (InputStream text = ToolText.class.getResourceAsStream(tool + ".txt")) {
      if (text == null) {
        throw new IllegalStateException("the text of " + tool + " is missing");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
