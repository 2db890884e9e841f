// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The kernel's members that the engine, the tools and the program call beyond its vocabulary. A
/// module's exports are packages; this is the list of members, so that a new way through the door,
/// or around it, is a decision that shows in a difference.
class DoorSurfaceTest {
  private static final String LIST = "door-surface.txt";
  private static final String HEADER =
      """
      # module  member of the kernel that it calls, beyond vocabulary (kernel.call, kernel.intent,
      # kernel.policy). Exactly these: read a new line as what it is, a way to or around the door.
      # `./dev golden` rewrites the list.
      """;

  private static final List<String> DOOR =
      Stream.of(
              "approval",
              "authority",
              "change",
              "commit",
              "door",
              "grant",
              "hook",
              "hooks",
              "intents",
              "run",
              "session",
              "settle",
              "tool")
          .map(name -> "dev.writ.kernel." + name)
          .toList();

  private static final List<String> OUTSIDE = List.of("engine", "tools", "app", "wire", "history");

  @Test
  void theDoorIsUsedAsTheListSays() throws IOException {
    TreeSet<String> used = new TreeSet<>();
    for (String module : OUTSIDE) {
      Built.uses(Built.in("dev.writ." + module + "..")).stream()
          .filter(use -> !use.member().equals(use.type()))
          .filter(use -> DOOR.stream().anyMatch(room -> Built.covers(room, use.type())))
          .forEach(use -> used.add(module + " " + use.member().substring("dev.writ.".length())));
    }
    assertThat(used).hasSizeGreaterThan(300);
    if (Project.updatesGolden()) {
      Path file =
          Project.ROOT.resolve("writ-checks/src/test/resources/dev/writ/checks").resolve(LIST);
      Files.writeString(file, HEADER + String.join("\n", used) + "\n");
      return;
    }
    assertThat(used).containsExactlyElementsOf(Project.data(LIST));
  }
}
