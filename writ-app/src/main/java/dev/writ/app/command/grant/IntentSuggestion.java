// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.app.command.grant;

import dev.writ.kernel.intent.Intent;
import dev.writ.kernel.intent.IntentDraft;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// Makes the draft of an intent from what a person asks for, without a model: its name is the
/// request's first line, its scope the files and directories that the request names.
final class IntentSuggestion {
  /// How deep directories are looked for by name alone.
  private static final int MAX_DEPTH = 3;

  private static final int MAX_SCOPE = 20;

  /// Directories without people's work.
  private static final Set<String> PASSED_OVER =
      Set.of("target", "build", "out", "dist", "node_modules", "vendor", "__pycache__");

  /// The scope where the request names nothing that is there.
  static final List<String> EVERYTHING = List.of("**");

  private IntentSuggestion() {}

  static IntentDraft of(String request, Path directory) {
    Set<String> scope = new LinkedHashSet<>();
    String[] words = request.split("[\\s,;]+", -1);
    for (String word : words) {
      add(bare(word), directory, scope);
    }
    if (scope.isEmpty()) {
      named(words, directory, scope);
    }
    List<String> found = scope.stream().limit(MAX_SCOPE).toList();
    return new IntentDraft(
        "", Intent.nameOf(request), found.isEmpty() ? EVERYTHING : found, List.of(), List.of());
  }

  /// The id that is shown of a draft that has none yet.
  static String shownId(IntentDraft draft) {
    return draft.id().isEmpty() ? "INT-???" : draft.id();
  }

  /// A word without the quotes, brackets and full stops around it.
  private static String bare(String word) {
    int start = 0;
    int end = word.length();
    while (start < end && "\"'`([{<".indexOf(word.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && "\"'`)]}>.:?!".indexOf(word.charAt(end - 1)) >= 0) {
      end--;
    }
    return word.substring(start, end);
  }

  /// A path that is there: a directory is owned with all that is in it.
  private static void add(String word, Path directory, Set<String> scope) {
    if (word.indexOf('/') < 0 && word.indexOf('.') < 0) {
      return; // a word like any other
    }
    try {
      Path place = directory.resolve(word).normalize();
      if (place.startsWith(directory) && !place.equals(directory) && Files.exists(place)) {
        scope.add(pattern(directory.relativize(place), Files.isDirectory(place)));
      }
    } catch (InvalidPathException _) {
      // No path.
    }
  }

  /// Directories that the request calls by their names.
  private static void named(String[] words, Path directory, Set<String> scope) {
    Set<String> wanted = new LinkedHashSet<>();
    for (String word : words) {
      wanted.add(bare(word).toLowerCase(Locale.ROOT));
    }
    try (Stream<Path> all = Files.walk(directory, MAX_DEPTH)) {
      all.filter(Files::isDirectory)
          .filter(place -> !place.equals(directory))
          .map(directory::relativize)
          .filter(IntentSuggestion::ofPeople)
          .filter(place -> wanted.contains(name(place).toLowerCase(Locale.ROOT)))
          .sorted()
          .limit(MAX_SCOPE)
          .forEach(place -> scope.add(pattern(place, /* directory= */ true)));
    } catch (IOException | UncheckedIOException _) {
      // An unreadable file is not suggested.
    }
  }

  private static boolean ofPeople(Path place) {
    for (Path name : place) {
      if (name.toString().startsWith(".") || PASSED_OVER.contains(name.toString())) {
        return false;
      }
    }
    return true;
  }

  private static String name(Path place) {
    return place.getName(place.getNameCount() - 1).toString();
  }

  /// A path as a pattern that matches nothing else.
  private static String pattern(Path place, boolean directory) {
    StringBuilder pattern = new StringBuilder();
    String text = place.toString();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ("*?[]{}\\".indexOf(c) >= 0 || (c == '!' && i == 0)) {
        pattern.append('\\');
      }
      pattern.append(c);
    }
    return pattern.append(directory ? "/**" : "").toString();
  }
}
