// Implements: docs/spec/01-product.md §1.2 (Invariants)
package dev.writ.kernel.secret;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.kernel.policy.SecretMasker;
import java.util.List;
import java.util.regex.Pattern;

/// Cuts the contents of secret files out of what Git shows of its history: the hunks of a
/// difference, and the lines that `git grep` found in them.
public final class SecretHunks {
  private static final String HEADER = "diff --";
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");
  private static final Pattern GRAPH = Pattern.compile("^[|/\\\\_* ]*(?=diff --|commit )");
  private static final Pattern COMMIT = Pattern.compile("commit [0-9a-f]{7,64}.*");

  /// The lines of a difference that are not content.
  private static final List<String> ABOUT =
      List.of(
          "index ",
          "new file",
          "deleted file",
          "old mode",
          "new mode",
          "similarity",
          "dissimilarity",
          "rename ",
          "copy ",
          "--- ",
          "+++ ",
          "Binary files");

  private SecretHunks() {}

  /// The text without them.
  public static String cut(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    boolean secret = false;
    boolean masked = false;
    for (int from = 0; from < text.length(); ) {
      int end = text.indexOf('\n', from);
      int next = end < 0 ? text.length() : end + 1;
      String line = plain(text.substring(from, end < 0 ? next : end));
      if (line.startsWith(HEADER)) {
        secret = names(line);
        masked = false;
      } else if (COMMIT.matcher(line).matches()) {
        secret = false;
      }
      boolean cut = secret && !line.startsWith(HEADER) && !isAbout(line);
      int prefix = cut ? -1 : foundIn(line);
      if (cut && !masked) {
        kept.append(SecretMasker.MASK).append('\n');
        masked = true;
      } else if (prefix >= 0) {
        kept.append(line, 0, prefix).append(SecretMasker.MASK).append('\n');
      } else if (!cut) {
        kept.append(text, from, next);
      }
      from = next;
    }
    return kept.toString();
  }

  private static String plain(String line) {
    String uncoloured = line.indexOf('\u001b') < 0 ? line : COLOUR.matcher(line).replaceAll("");
    return uncoloured.contains(HEADER) || uncoloured.contains("commit ")
        ? GRAPH.matcher(uncoloured).replaceFirst("")
        : uncoloured;
  }

  private static boolean isAbout(String line) {
    return ABOUT.stream().anyMatch(line::startsWith);
  }

  private static boolean names(String header) {
    for (String word : header.split(" ", -1)) {
      if (isSecret(word.replace("\"", ""))) {
        return true;
      }
    }
    return false;
  }

  /// The start of the findings of a secret file in a line such as `HEAD:.env:3:KEY=…`.
  private static int foundIn(String line) {
    int colon = line.indexOf(':');
    for (int i = 0; i < 2 && colon > 0 && colon < line.length() - 1; i++) {
      int start = line.lastIndexOf(':', colon - 1) + 1;
      String path = line.substring(start, colon);
      if (path.indexOf(' ') < 0 && line.charAt(colon + 1) != ' ' && isSecret(path)) {
        return colon + 1;
      }
      colon = line.indexOf(':', colon + 1);
    }
    return -1;
  }

  private static boolean isSecret(String path) {
    try {
      return !path.isEmpty() && ProtectedNames.isSecret(WorkspacePath.of(path));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
