// Implements: docs/spec/10-trace-and-audit.md §10.5 (Undo)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.value.ErrorCode;
import dev.writ.kernel.change.UndoService.Selection;
import dev.writ.kernel.change.UndoService.Undone;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A person gives something other permissions than a command left: an undo doesn't take them back
/// without a word.
class UndoPermissionsTest {
  private static final ActOrigin PERSON =
      new ActOrigin("S-2", 99, 9, new ActOrigin.Contributor.Human());

  private static final String MODE = "unix:mode";

  @TempDir Path directory;

  /// @param script what the command does
  /// @param closed what the person closes after it
  /// @param mode of what is there in its place after an undo by force; empty if nothing is
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "namespaces | chmod 755 a.txt | a.txt | a.txt rw-r--r--",
        "landlock | chmod 755 a.txt | a.txt | a.txt rw-r--r--",
        "namespaces | echo b >> a.txt; chmod 755 a.txt | a.txt | a.txt rw-r--r--",
        "namespaces | chmod 750 d | d | d rwxr-xr-x",
        "landlock | chmod 750 d | d | d rwxr-xr-x",
        "namespaces | mkdir n | n | -",
        "landlock | echo n > n | n | -",
        "namespaces | mv d f | f | d rwxr-xr-x",
        "namespaces | mv d f | f/x | d/x rw-r--r--",
        "landlock | mv a.txt f; chmod 644 f | f | a.txt rw-r--r--",
        "namespaces | rm a.txt; mkdir a.txt | a.txt | a.txt rw-r--r--",
        "landlock | rm -r d; echo d > d | d | d rwxr-xr-x",
      })
  void theyStayUnlessTold(String sandbox, String script, String closed, String mode)
      throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      door.file("a.txt", "a\n");
      door.file("d/x", "x\n");
      Scripts.sh(door, script);
      Path place = door.root.resolve(closed);
      String own = Files.isDirectory(place) ? "rwx------" : "rw-------";
      Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(own));
      Map<String, String> before = door.tree();

      assertThat(undo(door, false))
          .singleElement()
          .isInstanceOfSatisfying(
              Undone.RefusedUndo.class,
              refused -> assertThat(refused.error().code()).isEqualTo(ErrorCode.STALE_FILE));

      assertThat(door.tree()).isEqualTo(before);
      assertThat(undo(door, true)).hasOnlyElementsOfType(Undone.Restored.class);
      if (mode == null) {
        assertThat(place).doesNotExist();
      } else {
        Path back = door.root.resolve(mode.split(" ", -1)[0]);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(back)))
            .isEqualTo(mode.split(" ", -1)[1]);
      }
    }
  }

  /// The bits by which what comes into a directory gets its group, or only its owner may remove it.
  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void theBitsOfSharedDirectoriesComeBack(String sandbox) throws Exception {
    try (Door door = Scripts.door(directory, sandbox)) {
      List<Path> shared = new ArrayList<>();
      for (String name : List.of("changed", "moved", "removed")) {
        door.file(name + "/x", "x\n");
        shared.add(door.root.resolve(name));
        Files.setAttribute(shared.getLast(), MODE, 03777);
      }
      Files.setAttribute(shared.getFirst(), MODE, 01777);

      Scripts.sh(door, "chmod u-w changed; mv moved elsewhere; rm -r removed");
      assertThat(undo(door, false)).hasOnlyElementsOfType(Undone.Restored.class);

      assertThat((int) Files.getAttribute(shared.getFirst(), MODE) & 07777).isEqualTo(01777);
      for (Path one : shared.subList(1, shared.size())) {
        assertThat((int) Files.getAttribute(one, MODE) & 07777).as("" + one).isEqualTo(03777);
      }
    }
  }

  private static List<Undone> undo(Door door, boolean force) throws IOException {
    return door.governor.undo().undo(new Selection.BySession("S-1"), PERSON, force);
  }
}
