// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.tools;

import dev.writ.tools.builtin.Scene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Git's changes of histories leave every line's author.
class AttributionGitScenesTest {
  private static final String BEGIN =
      """
      -|def load(path):
      -|    with open(path) as file:
      -|        return json.load(file)
      -|
      -|
      -|def main():
      -|    settings = load("settings.json")
      -|    print(settings)
      -|
      -|
      -|if __name__ == "__main__":
      -|    main()
      """;

  private static final String CHECKED =
      """
      a|class InvalidSettings(Exception):
      a|    \"""Raised where a setting is missing or has the wrong type.\"""
      a|
      a|
      -|def load(path):
      -|    with open(path) as file:
      a|        settings = json.load(file)
      a|    for name in ("host", "port"):
      a|        if name not in settings:
      a|            raise InvalidSettings(name)
      a|    return settings
      -|
      -|
      -|def main():
      -|    settings = load("settings.json")
      -|    print(settings)
      -|
      -|
      -|if __name__ == "__main__":
      -|    main()
      """;

  private static final String SHOWN =
      """
      -|def load(path):
      -|    with open(path) as file:
      -|        return json.load(file)
      -|
      -|
      -|def main():
      -|    settings = load("settings.json")
      b|    for name, value in sorted(settings.items()):
      b|        print(f"{name:>20} = {value}")
      b|    return 0
      -|
      -|
      -|if __name__ == "__main__":
      b|    sys.exit(main())
      """;

  private static final String BOTH =
      CHECKED.substring(0, CHECKED.indexOf("-|    print"))
          + SHOWN.substring(SHOWN.indexOf("b|    for name"));

  private static final String FILE = "src/app.py";

  @TempDir Path directory;

  private Scene begin() throws IOException {
    Scene scene = new Scene(directory);
    scene.person(FILE, BEGIN);
    scene.model('z', "src/first.md", "z|# What the model wrote first\n");
    scene.commit("begin");
    return scene;
  }

  /// Two branches: on one the model checks settings, on the other it shows them.
  private Scene branches() throws IOException {
    Scene scene = begin();
    scene.git("checkout", "-q", "-b", "checks");
    scene.model('a', FILE, CHECKED);
    scene.commit("checks");
    scene.git("checkout", "-q", "main");
    scene.session();
    scene.model('b', FILE, SHOWN);
    scene.commit("show");
    return scene;
  }

  @Test
  void aMergeOfTwoBranches() throws IOException {
    try (Scene scene = branches()) {
      scene.git("merge", "-q", "--no-edit", "checks");
      scene.holds(FILE, BOTH);
      scene.check();
    }
  }

  @Test
  void aSquashOfABranch() throws IOException {
    try (Scene scene = branches()) {
      scene.git("merge", "-q", "--squash", "checks");
      scene.commit("squashed");
      scene.git("branch", "-q", "-D", "checks");
      scene.git("reflog", "expire", "--expire=now", "--all");
      scene.git("gc", "-q", "--prune=now");
      scene.holds(FILE, BOTH);
      scene.check();
    }
  }

  @Test
  void aRebasedBranchAndAPickedCommit() throws IOException {
    try (Scene scene = branches()) {
      scene.git("checkout", "-q", "checks");
      scene.git("rebase", "-q", "main");
      scene.holds(FILE, BOTH);
      scene.check();
      scene.git("checkout", "-q", "-b", "picked", "main~1");
      scene.git("cherry-pick", "checks");
      scene.holds(FILE, CHECKED);
      scene.check();
    }
  }

  @Test
  void commitsAreReorderedSquashedAndAmended() throws IOException {
    try (Scene scene = begin()) {
      scene.model('a', FILE, CHECKED);
      scene.commit("checks");
      scene.session();
      scene.model('b', FILE, BOTH);
      scene.commit("show");
      scene.person("src/notes.md", "-|# Notes\n");
      scene.commit("notes");
      Path editor = directory.resolve("editor");
      Files.writeString(
          editor,
          "#!/bin/sh\nsed -n '3p;1p;2s/^pick/fixup/p' \"$1\" > \"$1.new\"\nmv \"$1.new\" \"$1\"\n");
      editor.toFile().setExecutable(true);
      scene.git("-c", "sequence.editor=" + editor, "rebase", "-q", "-i", "HEAD~3");
      scene.holds(FILE, BOTH);
      scene.check();
      scene.person(FILE, BOTH.replace("b|    return 0", "-|    return EXIT_OK"));
      scene.git("commit", "-q", "-a", "--amend", "-m", "all");
      scene.check();
    }
  }

  @Test
  void aRevertIsReverted() throws IOException {
    try (Scene scene = begin()) {
      scene.model('a', FILE, CHECKED);
      scene.commit("checks");
      scene.git("revert", "--no-edit", "HEAD");
      scene.holds(FILE, BEGIN);
      scene.check();
      scene.session();
      scene.model('b', FILE, SHOWN);
      scene.commit("show");
      scene.git("revert", "--no-edit", "HEAD~1");
      scene.holds(FILE, BOTH);
      scene.check();
    }
  }

  @Test
  void whatIsRevertedWithoutTheLedgerComesBack() throws IOException {
    try (Scene scene = begin()) {
      scene.model('a', FILE, CHECKED);
      scene.commit("checks");
      scene.person(FILE, BEGIN);
      scene.commit("without");
      scene.check();
      scene.session();
      scene.model('b', FILE, SHOWN);
      scene.commit("show");
      scene.person(FILE, BOTH);
      scene.commit("with");
      scene.check();
    }
  }

  @Test
  void branchesThatMeetOnNeighbouringLines() throws IOException {
    try (Scene scene = branches()) {
      scene.session();
      scene.model('c', FILE, SHOWN.replace("b|    return 0\n", "c|    log(settings)\n"));
      scene.model(
          'd', FILE, SHOWN.replace("b|    return 0\n", "c|    log(settings)\nd|    return 0\n"));
      scene.commit("more");
      scene.check();
      scene.git("mv", FILE, "src/main.py");
      scene.git("commit", "-q", "-m", "moved");
      scene.git("checkout", "-q", "checks");
      scene.holds(FILE, CHECKED);
      scene.check();
    }
  }
}
