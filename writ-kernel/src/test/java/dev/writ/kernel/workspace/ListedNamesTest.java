// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.call.PathLocation;
import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names on a file system that finds files by other names than their own.
class ListedNamesTest {
  @TempDir Path directory;

  private WorkspaceRoot root;

  @BeforeEach
  void files() throws IOException {
    for (String name :
        List.of(
            ".vscode/settings.json",
            ".env",
            "hidden.md",
            "privdir/q.txt",
            "private/p.txt",
            "src/gen/g.txt",
            "Büro/ß.txt")) {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    Files.writeString(directory.resolve(".writignore"), "hidden.md\nprivdir/\n");
    root = folding(directory.toRealPath());
  }

  @SuppressWarnings("StreamResourceLeak") // the root is held open
  private static WorkspaceRoot folding(Path real) throws IOException {
    return new WorkspaceRoot(
        real,
        real,
        Files.readAttributes(real, BasicFileAttributes.class).fileKey(),
        new FoldingDirectory((SecureDirectoryStream<Path>) Files.newDirectoryStream(real)),
        DiskPort.system());
  }

  private PathLocation located(String name) {
    return locator("vfat").locate(name);
  }

  private PathLocator locator(String kind) {
    List<Path> blocked = List.of(root.path().resolve("Private"));
    return new PathLocator(root, new ListedNames(root, _ -> kind), blocked, List.of());
  }

  private static ErrorCode code(PathLocation location) {
    return ((PathLocation.RefusedLocation) location).error().code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hidden.md",
        "Hidden.md",
        "HIDDEN.MD",
        "hidden.md.",
        "hidden~1",
        "PrivDir/q.txt",
        "privdi~1/Q.TXT",
        "private/p.txt",
        "Private/p.txt",
        "privat~1/p.txt"
      })
  void whatIsHiddenOrBlockedIsSoByAnyName(String name) {
    assertThat(code(located(name))).isEqualTo(ErrorCode.BLOCKED_PATH);
  }

  @ParameterizedTest
  @CsvSource({
    "src/GEN/g.txt,        src/gen/g.txt",
    "SRC/GEN/n.txt,        src/gen/n.txt",
    "vscode~1/tasks.json,  .vscode/tasks.json",
    ".vscode./tasks.json,  .vscode/tasks.json",
    ".VSCODE/Settings.json,.vscode/settings.json",
    "env~1,                .env",
    ".env.,                .env",
    "bÜRO/ß.txt,           Büro/ß.txt",
    "src/./gen/../GEN,     src/gen",
    "src/gen/g.txt,        src/gen/g.txt",
    "New/Name.txt,         New/Name.txt"
  })
  void aPlaceHasTheNamesOfItsDirectories(String given, String place) {
    assertThat(located(given))
        .isInstanceOfSatisfying(
            PathLocation.Inside.class,
            inside -> assertThat(inside.path()).isEqualTo(WorkspacePath.of(place)));
  }

  @Test
  void aLinkIsKnownByItsOwnName() throws IOException {
    Files.createSymbolicLink(directory.resolve(".npmrc"), Path.of("src"));
    assertThat(located(".NPMRC/GEN"))
        .isInstanceOfSatisfying(
            PathLocation.Inside.class,
            inside ->
                assertThat(inside.names())
                    .containsExactly(WorkspacePath.of(".npmrc/GEN"), WorkspacePath.of("src/gen")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".idea./x",
        ".idea /x",
        "new/.idea.",
        "idea~1/x",
        "CONFI~12.YAM",
        ".idea:x",
        "a.txt::$DATA",
        ".idea\uf029/x"
      })
  void noNewNameStandsForAnother(String name) {
    assertThat(code(located(name))).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    assertThat(locator("ext4").locate(name)).isInstanceOf(PathLocation.Inside.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"~1", "a~b", "notes.txt~", "longer-than-8~1", ".a b", "ſ.txt"})
  void whatStandsForItselfAloneIsANewName(String name) {
    assertThat(located(name)).isInstanceOf(PathLocation.Inside.class);
  }

  @Test
  void whatNoDirectoryListsIsRefused() throws IOException {
    ListedNames names = new ListedNames(root);
    BasicFileAttributes listed = root.attributes(WorkspacePath.of("src")).orElseThrow();
    assertThat(names.own(root.handle(), "gone~1", listed)).isEqualTo("src");

    BasicFileAttributes other = Files.readAttributes(directory, BasicFileAttributes.class);
    assertThatThrownBy(() -> names.own(root.handle(), "ENV~1", other))
        .hasMessageContaining("lists no entry of this name");
  }

  @Test
  void whereCasesAreToldApartEachIsItself() throws IOException {
    Files.writeString(directory.resolve("Readme"), "");
    Files.writeString(directory.resolve("README"), "");
    PathLocator plain = new PathLocator(WorkspaceRoot.open(directory), List.of(), List.of());
    for (String name : List.of("Readme", "README", "hidden.md.", "src/gen")) {
      PathLocation location = plain.locate(name);
      assertThat(location)
          .isInstanceOfSatisfying(
              PathLocation.Inside.class,
              inside -> assertThat(inside.path().toString()).isEqualTo(name));
    }
  }
}
