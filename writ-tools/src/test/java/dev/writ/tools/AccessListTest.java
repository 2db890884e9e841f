// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.tools;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.writ.sandbox.os.Os;
import dev.writ.sandbox.os.Syscall;
import dev.writ.tools.builtin.Door;
import dev.writ.tools.builtin.Scripts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an access control list closes stays closed, whatever is done with the file (`acl(5)`).
class AccessListTest {
  private static final String ACCESS = "system.posix_acl_access";
  private static final String DEFAULT = "system.posix_acl_default";
  private static final int NOBODY = 65534;

  @TempDir Path directory;

  @BeforeEach
  void demandLists() throws IOException {
    Path file = Files.createFile(directory.resolve("probe"));
    assumeTrue(set(file, ACCESS, list(6)), "a file system without access control lists");
  }

  /// One more user may, the group may nothing, nor others; so the group's bits say what that user
  /// may.
  private static byte[] list(int permissions) {
    return entries(
        1, permissions, -1, 2, permissions, NOBODY, 4, 0, -1, 16, permissions, -1, 32, 0, -1);
  }

  private static byte[] entries(int... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(4 + numbers.length / 3 * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(2);
    for (int i = 0; i < numbers.length; i += 3) {
      bytes.putShort((short) numbers[i]).putShort((short) numbers[i + 1]).putInt(numbers[i + 2]);
    }
    return bytes.array();
  }

  private static boolean set(Path place, String name, byte[] value) {
    try (Os os = new Os()) {
      MemorySegment bytes = os.memory(value.length);
      MemorySegment.copy(value, 0, bytes, JAVA_BYTE, 0, value.length);
      long path = os.text(place.toString()).address();
      long attribute = os.text(name).address();
      return os.sys(Syscall.SETXATTR, path, attribute, bytes.address(), value.length, 0) == 0;
    }
  }

  private static byte[] get(Path place, String name) {
    try (Os os = new Os()) {
      MemorySegment bytes = os.memory(1024);
      long path = os.text(place.toString()).address();
      long length = os.sys(Syscall.GETXATTR, path, os.text(name).address(), bytes.address(), 1024);
      return bytes.asSlice(0, Math.max(0, length)).toArray(JAVA_BYTE);
    }
  }

  private static int mode(Path place) throws IOException {
    return (int) Files.getAttribute(place, "unix:mode") & 0777;
  }

  private static Path listed(Door door, String name) {
    Path file = door.seen(name, "private\n");
    assertThat(set(file, ACCESS, list(6))).isTrue();
    return file;
  }

  @Test
  void aFileThatIsReplacedKeepsItsList() throws Exception {
    try (Door door = Scripts.door(directory)) {
      Path written = listed(door, "written.txt");
      Path edited = listed(door, "edited.txt");
      Path named = listed(door, "named.txt");

      assertThat(door.code("write_file", "path", "written.txt", "content", "new\n"))
          .isEqualTo("ok");
      assertThat(
              door.code(
                  "edit_file", "path", "edited.txt", "old_text", "private", "new_text", "new"))
          .isEqualTo("ok");
      assertThat(door.code("move_path", "from", "named.txt", "to", "moved.txt")).isEqualTo("ok");

      Path moved = named.resolveSibling("moved.txt");
      for (Path file : List.of(written, edited, moved)) {
        assertThat(get(file, ACCESS)).as("%s", file).isEqualTo(list(6));
        assertThat(mode(file)).isEqualTo(0660);
      }
      Scripts.undoAll(door);
      for (Path file : List.of(written, edited, named)) {
        assertThat(file).hasContent("private\n");
        assertThat(get(file, ACCESS)).as("%s", file).isEqualTo(list(6));
        assertThat(mode(file)).isEqualTo(0660);
      }
    }
  }

  @Test
  void whatIsNewGetsTheListOfItsDirectoryAsTheKernelGivesIt() throws Exception {
    try (Door door = Scripts.door(directory)) {
      Path above = Files.createDirectory(door.root.resolve("d"));
      byte[] given = entries(1, 7, -1, 2, 7, NOBODY, 4, 5, -1, 8, 5, NOBODY, 16, 7, -1, 32, 0, -1);
      assertThat(set(above, DEFAULT, given)).isTrue();

      assertThat(door.code("write_file", "path", "d/sub/new.txt", "content", "x\n"))
          .isEqualTo("ok");

      Path sub = Files.createDirectory(above.resolve("of-kernel"));
      Path file = Files.createFile(sub.resolve("new.txt"));
      assertThat(get(file, ACCESS)).isNotEmpty();
      for (String attribute : List.of(ACCESS, DEFAULT)) {
        assertThat(get(above.resolve("sub"), attribute)).isEqualTo(get(sub, attribute));
        assertThat(get(above.resolve("sub/new.txt"), attribute)).isEqualTo(get(file, attribute));
      }
      assertThat(mode(above.resolve("sub"))).isEqualTo(mode(sub));
      assertThat(mode(above.resolve("sub/new.txt"))).isEqualTo(mode(file));
    }
  }

  /// Without a mask, and so without a list in the end.
  @Test
  void whatADefaultListClosesIsClosedInWhatIsNew() throws Exception {
    try (Door door = Scripts.door(directory)) {
      Path above = Files.createDirectory(door.root.resolve("d"));
      assertThat(set(above, DEFAULT, entries(1, 7, -1, 4, 5, -1, 32, 0, -1))).isTrue();

      assertThat(door.code("write_file", "path", "d/new.txt", "content", "x\n")).isEqualTo("ok");

      assertThat(mode(above.resolve("new.txt"))).isEqualTo(0640);
      assertThat(get(above.resolve("new.txt"), ACCESS)).isEmpty();
    }
  }

  /// The workspace's root gives one to Writ's own directories, too.
  @Test
  void theStagingPlaceGivesNoList() throws Exception {
    try (Door door = Scripts.door(directory)) {
      Path closed = door.seen("d/closed.txt", "private\n");
      Files.setAttribute(closed, "unix:mode", 0640);
      assertThat(set(door.root, DEFAULT, list(7))).isTrue();

      assertThat(door.code("write_file", "path", "d/closed.txt", "content", "x\n")).isEqualTo("ok");

      assertThat(get(closed, ACCESS)).isEmpty();
      assertThat(mode(closed)).isEqualTo(0640);
    }
  }

  /// The list isn't kept, so the mask must not become the group's permissions.
  @Test
  void whatComesBackIsOpenToNobodyWhomItsListKeptOut() throws Exception {
    try (Door door = Scripts.door(directory)) {
      Path file = listed(door, "d/file.txt");
      Path below = listed(door, "d/sub/below.txt");
      assertThat(set(Objects.requireNonNull(below.getParent()), ACCESS, list(7))).isTrue();
      assertThat(set(Objects.requireNonNull(file.getParent()), DEFAULT, list(7))).isTrue();

      assertThat(door.code("delete_path", "path", "d/file.txt")).isEqualTo("ok");
      assertThat(door.code("delete_path", "path", "d/sub", "recursive", true)).isEqualTo("ok");
      Scripts.undoAll(door);

      for (Path one : List.of(file, below)) {
        assertThat(one).hasContent("private\n");
        assertThat(mode(one)).isEqualTo(0600);
        assertThat(get(one, ACCESS)).isEmpty();
      }
      assertThat(mode(Objects.requireNonNull(below.getParent()))).isEqualTo(0700);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces, rm file.txt, 0600",
    "namespaces, rm file.txt; echo new > file.txt, 0600",
    "namespaces, rm file.txt; mkdir file.txt, 0600",
    "namespaces, echo new > file.txt, 0660",
    "namespaces, chmod 600 file.txt, 0660",
    "namespaces, echo new > y; chmod 660 y; mv y file.txt, 0660",
    "landlock, rm file.txt, 0600",
    "landlock, rm file.txt; echo new > file.txt, 0600",
    "landlock, rm file.txt; mkdir file.txt, 0600",
    "landlock, echo new > file.txt, 0660",
    "landlock, chmod 600 file.txt, 0660",
    "landlock, echo new > y; chmod 660 y; mv y file.txt, 0600",
  })
  void soDoesWhatACommandRemoved(String mechanism, String act, String expected) throws Exception {
    if (mechanism.equals("namespaces")) {
      Door.needsViews();
    }
    try (Door door = Scripts.door(directory, mechanism)) {
      Path file = listed(door, "file.txt");
      int permissions = Integer.parseInt(expected, 8);

      Scripts.sh(door, act);
      Scripts.undoAll(door);

      assertThat(file).hasContent("private\n");
      assertThat(mode(file)).isEqualTo(permissions);
      assertThat(get(file, ACCESS)).isEqualTo(permissions == 0600 ? new byte[0] : list(6));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces", "landlock"})
  void whatACommandMakesGetsTheListOfTheWorkspace(String mechanism) throws Exception {
    try (Door door = Scripts.door(directory, mechanism)) {
      assertThat(set(door.root, DEFAULT, list(7))).isTrue();

      Scripts.sh(door, "echo x > new.txt; mkdir sub; echo x > sub/new.txt");

      Path own = Files.createFile(door.root.resolve("own.txt"));
      for (String name : List.of("new.txt", "sub/new.txt")) {
        Path file = door.root.resolve(name);
        assertThat(get(file, ACCESS)).as(name).isEqualTo(get(own, ACCESS));
        assertThat(mode(file)).as(name).isEqualTo(mode(own));
      }
    }
  }
}
