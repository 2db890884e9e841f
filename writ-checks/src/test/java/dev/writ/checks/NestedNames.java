// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.checks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The nested types of sources that other files can see, and how those name them.
final class NestedNames {
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^( *)((?:(?:public|private|protected|static|final|abstract|sealed|non-sealed) )*)"
              + "(?:class|record|interface|@interface|enum) ([A-Z]\\w*)");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import [a-z.\\d]+\\.([A-Z][\\w.]*\\.[A-Z]\\w*);");
  private static final Pattern QUALIFIED = Pattern.compile("\\b[A-Z]\\w*(?:\\.[A-Z]\\w*)+");
  private static final Pattern BESIDE = Pattern.compile("(?s)\"\"\".*?\"\"\"|//[^\n]*");

  private final Map<String, Set<String>> owners = new TreeMap<>();
  private final Set<String> shared = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> imported = new TreeSet<>();

  /// @param sources the text of each file, by the name of its top-level type
  NestedNames(Map<String, String> sources) {
    Map<String, Set<String>> all = new TreeMap<>();
    sources.forEach(
        (file, source) -> {
          String code = BESIDE.matcher(source).replaceAll("");
          Matcher type = TYPE.matcher(code);
          while (type.find()) {
            String name = type.group(3);
            if (!type.group(2).contains("private")) {
              all.computeIfAbsent(name, _ -> new TreeSet<>()).add(file);
            }
            if (!type.group(1).isEmpty() && !type.group(2).contains("private")) {
              owners.computeIfAbsent(name, _ -> new TreeSet<>()).add(file);
            }
          }
          read(file, code);
        });
    all.forEach(
        (name, files) -> {
          if (files.size() > 1) {
            shared.add(name);
          }
        });
  }

  private void read(String file, String code) {
    QUALIFIED
        .matcher(code)
        .results()
        .forEach(
            found -> {
              List<String> parts = List.of(found.group().split("\\.", -1));
              for (String part : parts.subList(1, parts.size())) {
                if (!parts.getFirst().equals(file)) {
                  used.add(parts.getFirst() + "." + part);
                }
              }
            });
    IMPORT
        .matcher(code)
        .results()
        .map(found -> found.group(1))
        .forEach(name -> imported.add(outer(name) + "." + name.replaceFirst(".*\\.", "")));
  }

  private static String outer(String name) {
    return name.replaceFirst("\\..*", "");
  }

  /// Those whose name another type has, too, and that other files use.
  List<String> shared() {
    List<String> found = new ArrayList<>();
    owners.forEach(
        (name, files) ->
            files.stream()
                .map(file -> file + "." + name)
                .filter(full -> shared.contains(name) && used.contains(full))
                .forEach(found::add));
    return found;
  }

  /// Those of one word that other files name without the type around them.
  List<String> bare() {
    return imported.stream()
        .filter(full -> full.matches(".*\\.[A-Z][a-z0-9]*"))
        .filter(
            full ->
                owners.getOrDefault(full.replaceFirst(".*\\.", ""), Set.of()).contains(outer(full)))
        .toList();
  }
}
