// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.JudgedCode;
import dev.writ.kernel.call.PathLocation;
import dev.writ.kernel.program.PackRequirements;
import dev.writ.kernel.store.PersonalPacks;
import dev.writ.kernel.store.ShippedPacks;
import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.pack.file.PackRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the words of a line name: the right files, and each looked up once.
class NamedCodeTest {
  private static final PathLocation ROOT = new PathLocation.Inside(".", WorkspacePath.ROOT);

  @TempDir Path directory;

  private WorkspaceRoot root;
  private PathLocator locator;

  @BeforeEach
  void opened() throws Exception {
    root = WorkspaceRoot.open(directory.toRealPath());
    locator = new PathLocator(root, List.of(), List.of());
  }

  @AfterEach
  void closed() {
    root.close();
  }

  private static CommandLine line(String text) {
    return ((ParsedCommand.ParsedLine) CommandParser.parse(text)).line();
  }

  private JudgedCode judged(String text) {
    PackRegistry packs = new PackRegistry(new ShippedPacks(), new PersonalPacks(directory));
    return new NamedCode(root, locator, new PackRequirements(packs))
        .of(line(text), ROOT, List.of());
  }

  private SortedMap<String, String> code(String text) {
    return judged(text).named();
  }

  private void write(String path) throws Exception {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, path);
  }

  @Test
  void aWordIsLookedUpOnceHoweverOftenTheLineHasIt() {
    Set<String> once = NamedCode.names(line("make A=b src/c.c"), ROOT);
    Set<String> often = NamedCode.names(line("make" + " A=b src/c.c".repeat(4_000)), ROOT);

    assertThat(once).containsExactly("A=b", "b", "src/c.c");
    assertThat(often).isEqualTo(once);
  }

  @Test
  void aDirectoryIsReadOnceHoweverManyNamesAreLookedFor() throws Exception {
    write("src/a.js");
    SiblingNames siblings = new SiblingNames(root, locator);
    assertThat(siblings.mayHave("src/a", ".js")).isTrue();
    assertThat(siblings.mayHave("src/b", ".js")).isFalse();
    write("src/b.js");
    Files.delete(directory.resolve("src/a.js"));

    assertThat(siblings.mayHave("src/b", ".js")).isFalse();
    assertThat(siblings.mayHave("src/a", ".js")).isTrue();
    assertThat(siblings.mayHave("none/a", "/index.js")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "lib/tool.mjs,         node lib/tool",
    "lib/tool/index.js,    node lib/tool",
    "lib/tool/index.js,    node ./lib/tool",
    "lib/tool/index.js,    node lib/tool/",
    "lib/tool/index.js,    node lib/../lib/tool",
    "lib/package.json,     node lib",
    "package.json,         node .",
    "lib/__main__.py,      python3 lib",
    "x/y.js,               node --require=x/y z",
    "x/y.js,               cd x && node y",
    "lib/\u00e4.js,       node lib/\u00e4",
    "lib/plain,            sh lib/plain"
  })
  void theFilesThatInterpretersLookForCount(String file, String text) throws Exception {
    write(file);
    write("x/other");

    assertThat(code(text)).containsKey(file);
  }

  @Test
  void aNameBehindALinkCounts() throws Exception {
    write("real/tool.js");
    Files.createSymbolicLink(directory.resolve("way"), Path.of("real"));

    assertThat(code("node way/tool")).containsKey("real/tool.js");
  }

  /// Where a directory has very many names, each is looked up by itself.
  @Test
  void aNameAmongVeryManyCounts() throws Exception {
    for (int i = 0; i < 1_100; i++) {
      write("many/f" + i + ".js");
    }

    assertThat(code("node many/f7 many/none")).containsOnlyKeys("many/f7.js");
  }

  /// In the directory of the program, in those that its words lead to, and in all above.
  @ParameterizedTest
  @CsvSource({
    "Makefile,             make",
    "Makefile,             cd a/b && make",
    "a/Makefile,           make -C a/b",
    "a/b/Makefile,         make -Ca/b",
    "a/b/Makefile,         make --directory=a/b",
    "a/b/Makefile,         make -f a/b/other",
    "package.json,         env CI=1 npm test",
    "x.tf,                 terraform apply",
    "justfile,             just x",
    "lib/m.py,             python3 -m lib.m",
    "lib/__init__.py,      python3 -m lib.m",
    "lib/m/__main__.py,    python3 -um lib.m",
    "a/lib/m.py,           PYTHONPATH=a python3 -m lib.m"
  })
  void whatAProgramTakesByItselfCounts(String file, String text) throws Exception {
    write("a/b/other");
    write(file);

    assertThat(judged(text).taken()).containsKey(file);
    assertThat(judged(text).named()).doesNotContainKey(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat a", "python3 lib", "python3 -c m", "gcc -m lib"})
  void whatAProgramDoesNotTakeDoesNotCount(String text) throws Exception {
    write("Makefile");
    write("lib.py");
    write("m.py");

    assertThat(judged(text).taken()).isEmpty();
  }
}
