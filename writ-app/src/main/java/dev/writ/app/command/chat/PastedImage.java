// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Makes the path of an image, pasted or dropped by itself, the mention that attaches it. Terminals
/// write what is dropped as a path, in quotes, with escaped blanks, or as a `file` address.
///
/// @param directory where the person stands
/// @param home of the person, for `~`
/// @param exists whether there is such a file
record PastedImage(Path directory, Path home, Predicate<Path> exists)
    implements UnaryOperator<String> {
  private static final int LONGEST = 4096;
  private static final List<String> ENDINGS = List.of(".png", ".jpg", ".jpeg", ".gif", ".webp");
  private static final String ADDRESS = "file://";

  /// The mention; the text itself where it is anything else than the path of an image.
  @Override
  public String apply(String text) {
    String word = text.strip();
    if (word.length() > LONGEST || word.indexOf('\n') >= 0) {
      return text;
    }
    return path(word).filter(exists).flatMap(this::mention).orElse(text);
  }

  private Optional<Path> path(String word) {
    try {
      Path path =
          word.startsWith(ADDRESS) ? Path.of(URI.create(word)) : Path.of(expanded(unquoted(word)));
      String name = path.toString().toLowerCase(Locale.ROOT);
      return ENDINGS.stream().anyMatch(name::endsWith)
          ? Optional.of(directory.resolve(path).normalize())
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // no path, or the address of another machine
    }
  }

  private String expanded(String word) {
    return word.startsWith("~/") ? home + word.substring(1) : word;
  }

  private static String unquoted(String word) {
    char first = word.isEmpty() ? ' ' : word.charAt(0);
    if (word.length() > 1 && (first == '"' || first == '\'') && word.endsWith("" + first)) {
      return word.substring(1, word.length() - 1);
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      boolean escapes = word.charAt(i) == '\\' && i + 1 < word.length();
      plain.append(word.charAt(escapes ? ++i : i));
    }
    return plain.toString();
  }

  /// Where the image is in the workspace as the person sees it; one elsewhere keeps its whole path,
  /// by which it is refused with the reason when the message is sent.
  private Optional<String> mention(Path path) {
    String name = (path.startsWith(directory) ? directory.relativize(path) : path).toString();
    boolean plain = name.chars().noneMatch(Character::isWhitespace);
    return name.indexOf('"') >= 0
        ? Optional.empty()
        : Optional.of(plain ? "@" + name + " " : "@\"" + name + "\" ");
  }
}
