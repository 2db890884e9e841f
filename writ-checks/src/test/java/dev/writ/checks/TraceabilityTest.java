// Implements: docs/spec/17-quality.md §17.2 (Traceability)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every source says which section it implements, and the section is there.
class TraceabilityTest {
  /// Fewer sources than this means that the test looks in the wrong place.
  private static final int LEAST_SOURCES = 1_600;

  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,2} (\\d+(?:\\.\\d+)?) (.+)$");
  private static final Pattern REFERENCE =
      Pattern.compile("docs/spec/(\\S+\\.md) §(\\d+(?:\\.\\d+)?) \\((.+)\\)");
  private static final String MARK = "Implements: ";

  /// @param file the chapter's file name
  record Section(String file, String number, String title) {}

  @Test
  void everySourceNamesExistingSections() {
    Map<String, Section> sections = sections();
    List<String> wrong = new ArrayList<>();
    for (Path source : sources()) {
      List<Section> named = references(Files.exists(source) ? Project.read(source) : "");
      if (named.isEmpty()) {
        wrong.add(Project.relative(source) + ": must begin with `// Implements: docs/spec/…`");
      }
      for (Section reference : named) {
        if (!reference.equals(sections.get(reference.number()))) {
          wrong.add(Project.relative(source) + ": there is no " + reference);
        }
      }
    }
    assertThat(sources()).hasSizeGreaterThan(LEAST_SOURCES);
    assertThat(wrong).isEmpty();
  }

  /// Prints the missing sections; they are not a failure, the specification is ahead of the code.
  @Test
  void listsSectionsThatNothingImplements() {
    TreeSet<String> open = new TreeSet<>(sections().keySet());
    for (Path source : sources()) {
      references(Project.read(source)).forEach(reference -> open.remove(reference.number()));
    }
    assertThat(sections()).containsKeys("1", "2.6", "9.4", "17.2");
    System.out.println("Sections that no source implements: " + String.join(", ", open));
  }

  @Test
  void readsWrappedAndSeveralReferences() {
    assertThat(
            references(
                """
                // Implements: docs/spec/02-architecture.md §2.6 (Conventions); docs/spec/07-commands.md §7.2
                // (Denylist (all modes)); docs/spec/03-agent-loop.md §3 (Agent loop)
                // What it is for.
                package a;
                """))
        .containsExactly(
            new Section("02-architecture.md", "2.6", "Conventions"),
            new Section("07-commands.md", "7.2", "Denylist (all modes)"),
            new Section("03-agent-loop.md", "3", "Agent loop"));
    assertThat(references("#!/bin/sh\n# Implements: docs/spec/17-quality.md §17.1 (Tests)\n"))
        .containsExactly(new Section("17-quality.md", "17.1", "Tests"));
    assertThat(references("package a;\n// Implements: docs/spec/17-quality.md §17.1 (Tests)\n"))
        .isEmpty();
  }

  private static List<Path> sources() {
    Stream<Path> scripts =
        Stream.of(
                "writ",
                "dev",
                ".ci/run",
                "build/image.sh",
                "build/install.sh",
                "build/jdk.sh",
                "build/start.sh")
            .map(Project.ROOT::resolve);
    return Stream.concat(Project.sources().stream(), scripts).toList();
  }

  private static Map<String, Section> sections() {
    Map<String, Section> sections = new TreeMap<>();
    for (Path file : Project.markdown()) {
      if (Project.relative(file).startsWith("docs/spec/")) {
        Matcher heading = HEADING.matcher(Project.read(file));
        while (heading.find()) {
          String name = file.getFileName().toString();
          sections.put(heading.group(1), new Section(name, heading.group(1), heading.group(2)));
        }
      }
    }
    return sections;
  }

  /// The references of a source's first comment. The formatter may have wrapped a long one: lines
  /// are joined until they can be read.
  private static List<Section> references(String source) {
    Iterator<String> lines = source.lines().limit(8).iterator();
    String text = "";
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith("#!") && text.isEmpty()) {
        continue;
      }
      String comment = line.replaceFirst("^(//|#) ?", "");
      if (comment.equals(line) || (text.isEmpty() && !comment.startsWith(MARK))) {
        break;
      }
      text = text.isEmpty() ? comment.substring(MARK.length()) : text + " " + comment;
      Optional<List<Section>> read = parse(text);
      if (read.isPresent()) {
        return read.get();
      }
    }
    return List.of();
  }

  private static Optional<List<Section>> parse(String text) {
    List<Section> sections = new ArrayList<>();
    for (String part : text.split(";\\s*(?=docs/|$)", -1)) {
      Matcher reference = REFERENCE.matcher(part);
      if (!reference.matches()) {
        return Optional.empty();
      }
      sections.add(new Section(reference.group(1), reference.group(2), reference.group(3)));
    }
    return Optional.of(sections);
  }
}
