// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs); docs/spec/08-authority-and-packs.md
// §8.8 (Failure behaviour)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `writ pack` as a process: only a person activates a pack.
class PackProgramTest {
  private static final String AUTHORITY =
      """
      authority:
        level: parameterized_tools
        allowed_tools: ["git.*", "npm.*"]
      """;

  private static String git(String version) {
    return Project.read(Project.ROOT.resolve("packs/activated/git.yaml"))
        .replaceFirst("(?m)^version: .*$", "version: " + version);
  }

  /// Keeps a candidate and gives its hash.
  private static String keep(Program program, String text) throws Exception {
    program.workspace.write("git.yaml", text);
    Program.Ran ran = program.run("pack", "candidate", "git.yaml", "--json");
    assertThat(ran.exit()).as(ran.toString()).isZero();
    return ran.json().text("hash").orElseThrow();
  }

  private static void activate(Program program, String hash) throws Exception {
    Program.Ran ran = program.run("pack", "activate", "git", "--yes", "--hash", hash);
    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).endsWith("Activated.\n");
  }

  private static Json.Obj verdict(Program program, String command) throws Exception {
    return program.run("policy", "check", "--json", "--", command).json();
  }

  private static Path activated(Program program) {
    return program.home.path(".writ/packs/activated/git.yaml");
  }

  @Test
  void aPackThatWasChangedRefusesItsToolAndTheRestWorksOn() throws Exception {
    try (Program program = new Program()) {
      program.workspace.write(".writ/project.yaml", AUTHORITY);
      assertThat(program.run("trust", "--yes").exit()).isZero();
      activate(program, keep(program, git("9.0.0")));
      assertThat(Files.getPosixFilePermissions(activated(program)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(program.run("pack", "list").out()).contains("git active 9.0.0 activated sha256:");
      assertThat(verdict(program, "git commit -m x").text("verdict")).contains("allow");

      byte[] bytes = Files.readAllBytes(activated(program));
      String text = new String(bytes, StandardCharsets.UTF_8);
      bytes[text.indexOf("summary: ") + "summary: ".length()] ^= 1;
      Files.write(activated(program), bytes);

      Json.Obj denied = verdict(program, "git commit -m x");
      assertThat(denied.text("verdict")).contains("deny");
      assertThat(denied.text("error_code")).contains("PACK_INVALID");
      assertThat(verdict(program, "npm run build").text("error_code")).isEmpty();
      assertThat(program.run("pack", "show", "git").err()).contains("HASH_MISMATCH");
      assertThat(program.run("pack", "check", "--", "git", "commit").exit()).isEqualTo(3);

      Files.writeString(activated(program), git("9.0.0") + "surprise: 1\n");
      assertThat(verdict(program, "git commit -m x").text("error_code")).contains("PACK_INVALID");
      assertThat(program.run("pack", "list").out()).contains("git refused CORRUPT", "npm active");
      // The activated content repairs it, and a person may also work without it.
      activate(program, keep(program, git("9.0.0")));
      assertThat(verdict(program, "git commit -m x").text("verdict")).contains("allow");
    }
  }

  @Test
  void anOlderVersionIsNotActivatedAndAShippedOneComesBack() throws Exception {
    try (Program program = new Program()) {
      activate(program, keep(program, git("9.1.0")));
      String older = keep(program, git("9.0.0"));
      Program.Ran ran = program.run("pack", "activate", "git", "--yes", "--hash", older);
      assertThat(ran.exit()).isEqualTo(3);
      assertThat(ran.err()).contains("DOWNGRADE", "9.0.0 is not newer than 9.1.0");
      String other = keep(program, git("9.1.0").replaceFirst("(?m)^summary: ", "summary: my "));
      assertThat(program.run("pack", "activate", "git", "--yes", "--hash", other).err())
          .contains("DOWNGRADE", "raise its version");

      String jq = program.run("pack", "show", "jq", "--json").json().text("hash").orElseThrow();
      assertThat(program.run("pack", "deactivate", "jq", "--yes", "--hash", jq).exit()).isZero();
      assertThat(program.run("pack", "check", "jq .").out()).contains("no pack describes");
      assertThat(program.run("pack", "activate", "jq", "--yes", "--hash", jq).exit()).isZero();
      assertThat(program.run("pack", "check", "jq .").out()).contains("jq: read, safe");
      assertThat(Program.read(program.home.path(".writ/packs/activations.jsonl")).lines())
          .hasSize(3);
    }
  }

  private static void activateSort(Program program, int version, String digest) throws Exception {
    String text = Project.read(Project.ROOT.resolve("packs/activated/sort.yaml"));
    program.workspace.write(
        "sort.yaml",
        text.replaceFirst("(?m)^version: .*$", "version: 9.0." + version)
            + "sha256: "
            + digest
            + "\n");
    Program.Ran kept = program.run("pack", "candidate", "sort.yaml", "--json");
    assertThat(kept.exit()).as(kept.toString()).isZero();
    String hash = kept.json().text("hash").orElseThrow();
    assertThat(program.run("pack", "activate", "sort", "--yes", "--hash", hash).exit()).isZero();
  }

  private static Program.Ran call(Program program, String command) throws Exception {
    String arguments = Json.object().put("command", command).build().write();
    return program.run("tools", "call", "run_command", "--allow-dangerous", "--args", arguments);
  }

  @Test
  void onlyAProgramThatItsPackWasMadeForRunsWhereAPersonWantsThat() throws Exception {
    Path sort = Path.of("/usr/bin/sort").toRealPath();
    String digest = ContentHash.of(Files.readAllBytes(sort)).replace("sha256:", "");
    try (Program program = new Program()) {
      activateSort(program, 1, "0".repeat(64));
      assertThat(call(program, "sort --version").exit()).isZero();

      program.set("WRIT_SAFETY_VERIFY_BINARIES", "true");
      assertThat(call(program, "ls").exit()).isZero();
      for (String line : List.of("sort --version", "ls | sort", "env sort --version")) {
        Program.Ran ran = call(program, line);
        assertThat(ran.out()).as(line).contains("BINARY_CHANGED", digest, sort.toString());
      }
      activateSort(program, 2, digest);
      assertThat(call(program, "env sort --version").exit()).isZero();

      program.workspace.write(
          "sort.yaml", "tool: sort\nversion: 9.0.3\nbinary: sort\nsha256: abc\n");
      assertThat(program.run("pack", "candidate", "sort.yaml").err())
          .contains("sort.yaml:4:", "64 hex");
    }
  }

  @Test
  void whatItWouldGrantIsShownAndWhatWidensIsMarked() throws Exception {
    try (Program program = new Program()) {
      String wider =
          Project.read(Project.ROOT.resolve("packs/activated/jq.yaml"))
              .replace("version: 1.0.0", "version: 1.1.0")
              .replace(" --version\n", " --version --new\n");
      program.workspace.write("jq.yaml", wider);
      assertThat(program.run("pack", "candidate", "jq.yaml").exit()).isZero();
      Program.Ran diff = program.run("pack", "diff", "jq");
      assertThat(diff.out()).contains("! added jq: options --new\n");

      program.workspace.write("bad.yaml", wider + "unknown: 1\n");
      assertThat(program.run("pack", "candidate", "bad.yaml").err()).contains("unknown");
      program.workspace.write("bad.yaml", wider.replace("id: jq, effect: [read]}]", "id: jq.x}]"));
      assertThat(program.run("pack", "candidate", "bad.yaml").err()).contains("must be jq.x");
      assertThat(Program.files(program.home.path(".writ/packs"))).hasSize(1);
    }
  }

  @Test
  void inv6OnlyAPersonWhoTypesTheNameActivates() throws Exception {
    assumeThat(Screen.possible()).as("there is no script(1)").isTrue();
    try (Program program = new Program()) {
      String hash = keep(program, git("9.0.0"));
      assertThat(program.run("pack", "activate", "git", "--yes").exit()).isEqualTo(2);
      assertThat(program.run("pack", "activate", "git", "--hash", hash).exit()).isEqualTo(2);
      program.set("WRIT_GOVERNED", "1");
      assertThat(program.run("pack", "activate", "git", "--yes", "--hash", hash).err())
          .contains("Writ started this process");
      assertThat(Files.exists(activated(program))).isFalse();
    }
    try (Program program = new Program()) {
      keep(program, git("9.0.0"));
      try (Screen screen = Screen.of(program, "pack activate git")) {
        screen.await("Type git to agree: ");
        screen.type("yes");
        screen.await("Nothing was activated.");
        assertThat(screen.end()).isEqualTo(3);
      }
      try (Screen screen = Screen.of(program, "pack activate git")) {
        screen.await("Type git to agree: ");
        screen.type("git");
        screen.await("Activated.");
        assertThat(screen.end()).isZero();
      }
      assertThat(program.run("pack", "list").out()).contains("git active 9.0.0 activated");
    }
  }
}
