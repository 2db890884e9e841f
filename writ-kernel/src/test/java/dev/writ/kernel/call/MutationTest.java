// Implements: docs/spec/06-tools.md §6.1 (File tools)
package dev.writ.kernel.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.PlaceInventory.InventoryItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is deleted or moved is every file of it.
class MutationTest {
  private static final FileState ABSENT = new FileState.Absent();
  private static final FileState DIRECTORY = new FileState.Directory();
  private static final FileState FILE = new FileState.Present(FileContent.of("one\n"));
  private static final ToolError FAULT = new ToolError(ErrorCode.NOT_A_FILE, "a device");
  private static final PathLocation REFUSED = new PathLocation.RefusedLocation("../x", FAULT);

  private static PathLocation inside(String path) {
    return new PathLocation.Inside("given", WorkspacePath.of(path));
  }

  private static InventoryItem item(String path, FileState state) {
    return new InventoryItem(WorkspacePath.of(path), state);
  }

  private static PlaceInventory inventory(InventoryItem... items) {
    return new PlaceInventory(List.of(items), Optional.empty());
  }

  /// A directory with a file, an empty directory, and one that is not empty.
  private static PlaceInventory tree() {
    return inventory(
        item("d", DIRECTORY),
        item("d/a", FILE),
        item("d/empty", DIRECTORY),
        item("d/sub", DIRECTORY),
        item("d/sub/b", FILE));
  }

  private static List<String> names(List<PathLocation> places) {
    return places.stream().map(PathLocation::toString).toList();
  }

  @Test
  void aDirectoryThatIsMadeIsOnePlace() {
    Mutation make = new Mutation.MakeDirectory(inside("d"), ABSENT);

    assertThat(make.describe().write())
        .isEqualTo("{\"effect\":\"make_directory\",\"path\":\"d\",\"before\":null}");
    assertThat(make.words()).containsExactly("make the directory d");
    assertThat(names(make.locations())).containsExactly("d");
    assertThat(names(make.writes())).containsExactly("d");
    assertThat(names(make.owned())).containsExactly("d");
  }

  @Test
  void aDeletionTouchesTheWholeTreeAndNeedsItsLeaves() {
    Mutation delete = new Mutation.DeletePath(inside("d"), tree());

    assertThat(names(delete.locations()))
        .containsExactly("d", "d/a", "d/empty", "d/sub", "d/sub/b");
    assertThat(names(delete.writes())).isEqualTo(names(delete.locations()));
    assertThat(names(delete.owned())).containsExactly("d/a", "d/empty", "d/sub/b");
    assertThat(delete.words())
        .containsExactly(
            "delete d with 2 files, 4 entries in all",
            "  d/a",
            "  d/empty",
            "  d/sub",
            "  d/sub/b");
    assertThat(delete.describe().text("effect")).contains("delete");
    assertThat(delete.describe().object("items").text("d/a"))
        .contains(FileContent.of("one\n").hash());
    assertThat(delete.describe().object("items").text("d")).contains("directory");
    Mutation file = new Mutation.DeletePath(inside("a"), inventory(item("a", FILE)));
    assertThat(file.words()).containsExactly("delete a");
    assertThat(file.locations()).containsExactly(inside("a")); // as it was given
  }

  @Test
  void whatCannotBeListedIsItsPlaceAlone() {
    Mutation refused = new Mutation.DeletePath(REFUSED, tree());
    Mutation empty = new Mutation.DeletePath(inside("d"), PlaceInventory.unusable(FAULT));

    assertThat(refused.locations()).containsExactly(REFUSED);
    assertThat(names(empty.locations())).containsExactly("d");
    assertThat(empty.describe().object("items"))
        .isEqualTo(Json.object().put("error", "NOT_A_FILE").build());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 19, 20, 21, 30})
  void onlySoManyPathsAreShown(int below) {
    List<InventoryItem> items = new ArrayList<>(List.of(item("d", DIRECTORY)));
    for (int i = 0; i < below; i++) {
      items.add(item("d/" + i, FILE));
    }
    Mutation delete =
        new Mutation.DeletePath(inside("d"), new PlaceInventory(items, Optional.empty()));

    assertThat(delete.words()).hasSize(1 + Math.min(below, 20) + (below > 20 ? 1 : 0));
    assertThat(delete.words().getFirst())
        .isEqualTo("delete d with " + below + " files, " + below + " entries in all");
    assertThat(delete.words().getLast())
        .isEqualTo(below > 20 ? "  … and " + (below - 20) + " more" : "  d/" + (below - 1));
  }

  private static Mutation.MovePath move(PathLocation from, PathLocation to, PlaceInventory what) {
    return new Mutation.MovePath(from, to, what, ABSENT, Optional.empty());
  }

  @Test
  void aMoveTouchesBothTrees() {
    Mutation.MovePath move = move(inside("d"), inside("to/e"), tree());

    assertThat(names(move.targets()))
        .containsExactly("to/e", "to/e/a", "to/e/empty", "to/e/sub", "to/e/sub/b");
    assertThat(names(move.locations()))
        .containsExactly(
            "d",
            "d/a",
            "d/empty",
            "d/sub",
            "d/sub/b", //
            "to/e",
            "to/e/a",
            "to/e/empty",
            "to/e/sub",
            "to/e/sub/b");
    assertThat(names(move.owned()))
        .containsExactly("d/a", "d/empty", "d/sub/b", "to/e", "to/e/a", "to/e/empty", "to/e/sub/b");
    assertThat(move.moved(WorkspacePath.of("d/sub/b"))).hasToString("to/e/sub/b");
    assertThat(move.words()).first().isEqualTo("move d to to/e with 2 files, 4 entries in all");
    Json.Obj data = move.describe();
    assertThat(data.text("from")).contains("d");
    assertThat(data.text("to")).contains("to/e");
    assertThat(data.object("items").members()).hasSize(5);
    assertThat(data.get("target")).contains(new Json.Null());
    assertThat(data.get("after")).isEmpty();
  }

  @Test
  void aMoveThatChangesTheFileSaysSo() {
    Effect.WriteResult after =
        new Effect.WriteResult.Replaced(
            FileContent.of("two\n"), new Effect.TouchedLines.AllLines());
    Mutation move =
        new Mutation.MovePath(
            inside("a"), inside("b"), inventory(item("a", FILE)), ABSENT, Optional.of(after));

    assertThat(move.words()).containsExactly("move a to b and change it");
    assertThat(move.describe().text("after")).contains(FileContent.of("two\n").hash());
    assertThat(names(move.locations())).containsExactly("a", "b");
  }

  @Test
  void aMoveFromOrToARefusedPlaceHasNoTargetsBelow() {
    assertThat(names(move(inside("d"), REFUSED, tree()).targets())).containsExactly("../x");
    assertThat(names(move(REFUSED, inside("e"), tree()).targets())).containsExactly("e");
    for (Mutation.MovePath move :
        List.of(move(inside("d"), REFUSED, tree()), move(REFUSED, inside("e"), tree()))) {
      assertThatThrownBy(() -> move.moved(WorkspacePath.of("d/a")))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void anInventoryKnowsItsLeavesAndItsFirstFault() {
    assertThat(tree().leaves())
        .extracting(item -> item.path().toString())
        .containsExactly("d/a", "d/empty", "d/sub/b");
    assertThat(tree().files()).isEqualTo(2);
    assertThat(tree().holdsMore()).isTrue();
    assertThat(inventory(item("a", FILE)).holdsMore()).isFalse();
    assertThat(inventory().leaves()).isEmpty();
    ToolError other = new ToolError(ErrorCode.IO_ERROR, "other");
    assertThat(tree().refused(FAULT).fault()).contains(FAULT);
    assertThat(tree().refused(FAULT).items()).hasSize(5);
    assertThat(tree().refused(FAULT).refused(other).fault()).contains(FAULT);
  }
}
