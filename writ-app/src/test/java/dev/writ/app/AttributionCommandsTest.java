// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.testkit.TemporaryWorkspace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `writ blame`, `why`, `trace stats`, `export` and `anchor`, over what a scripted model did.
class AttributionCommandsTest {
  private static final String FIRST =
      "class Sum {\\n  int total(int left, int right) {\\n    return left + right;\\n  }\\n}\\n";

  /// A repository in which a model wrote a file under an intent.
  private static Desk desk() {
    Desk desk = new Desk();
    TemporaryWorkspace workspace = desk.workspace;
    workspace.git("init", "-q", "-b", "main");
    workspace.git("config", "user.name", "P");
    workspace.git("config", "user.email", "p@example.org");
    workspace.write("README.md", "hello\n");
    commit(desk, "begin");
    model(
        desk,
        "Add up two numbers",
        "write_file",
        "\"path\":\"src/Sum.java\",\"content\":\"" + FIRST + "\"");
    return desk;
  }

  private static void commit(Desk desk, String message) {
    desk.workspace.git("add", "-A");
    desk.workspace.git("commit", "-q", "-m", message);
  }

  private static void model(Desk desk, String request, String tool, String arguments) {
    String script =
        "{\"turns\":[{\"calls\":[{\"tool\":\"read_file\",\"arguments\":{\"path\":\"src/Sum.java\"}}]},"
            + "{\"calls\":[{\"tool\":\""
            + tool
            + "\",\"arguments\":{"
            + arguments
            + "}}]},{\"text\":\"Done.\"}]}";
    desk.home.write("script.json", script);
    Desk.Ran ran =
        desk.writ(
            "run", "--no-commit", "--script", desk.home.path("script.json").toString(), request);
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
  }

  private static List<Json.Obj> objects(Json.Obj json, String name) {
    List<Json.Obj> all = new ArrayList<>();
    json.items(name).forEach(item -> all.add((Json.Obj) item));
    return all;
  }

  @Test
  void blameNamesRecordIntentModelSessionAndTimeOrThePerson() {
    try (Desk desk = desk()) {
      String text = desk.workspace.read("src/Sum.java");
      desk.workspace.write("src/Sum.java", text.replace("class Sum", "// mine\nclass Sum"));
      Json.Obj blame = desk.writ("blame", "src/Sum.java", "--json").json();
      List<Json.Obj> lines = objects(blame, "lines");
      assertThat(lines).hasSize(6);
      assertThat(lines.getFirst().text("contributor")).contains("human");
      Json.Obj line = lines.get(3);
      assertThat(line.text("contributor")).contains("ai");
      assertThat(line.text("model")).contains("replay/script.json");
      assertThat(line.text("intent").orElseThrow()).startsWith("INT-S-");
      assertThat(line.text("record").orElseThrow()).hasSize(36);
      assertThat(line.text("time").orElseThrow()).endsWith("Z");
      Desk.Ran whole = desk.writ("blame", "src/Sum.java:4", "--long");
      assertThat(whole.out()).contains("return left + right;", line.text("record").orElseThrow());
      assertThat(whole.out().lines()).hasSize(1);
      Desk.Ran shown = desk.writ("blame", "src/Sum.java");
      String id = line.text("record").orElseThrow().substring(28);
      assertThat(shown.out().lines().toList().get(3))
          .matches(id + " script.json +\\d{4}-\\d\\d-\\d\\d {2,}4\\) +return left \\+ right;")
          .hasSizeLessThan(80);
      assertThat(shown.out()).startsWith(" ".repeat(9) + "human ");
    }
  }

  @Test
  void blameRefusesWhatHasNoLines() {
    try (Desk desk = desk()) {
      desk.workspace.write("b.bin", "a\0b");
      for (String place :
          List.of("nothing.txt", "b.bin", "src/Sum.java:99", "src/Sum.java:0", "../x", "src")) {
        assertThat(desk.writ("blame", place).exit()).as(place).isEqualTo(ExitCode.USAGE);
      }
      assertThat(desk.writ("blame").exit()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void blameWorksInEachKindOfWorkTreeAndSaysThatABareRepositoryHasNone() {
    try (Desk desk = desk()) {
      TemporaryWorkspace workspace = desk.workspace;
      commit(desk, "sum");
      String record =
          objects(desk.writ("blame", "src/Sum.java", "--json").json(), "lines")
              .get(2)
              .text("record")
              .orElseThrow();
      Path places = desk.home.root().resolve("places");
      String from = workspace.root().toString();
      workspace.git("worktree", "add", "-q", places.resolve("tree").toString());
      workspace.git("clone", "-q", "--bare", from, places.resolve("bare").toString());
      String whole = places.resolve("whole").toString();
      workspace.git("init", "-q", whole);
      String[] add = {"submodule", "--quiet", "add", from, "part"};
      String[] allowed = {"-C", whole, "-c", "protocol.file.allow=always"};
      workspace.git(Stream.of(allowed, add).flatMap(Stream::of).toArray(String[]::new));
      String sparse = places.resolve("sparse").toString();
      workspace.git("clone", "-q", "--no-checkout", from, sparse);
      workspace.git("-C", sparse, "sparse-checkout", "set", "src", ".orchestration");
      workspace.git("-C", sparse, "checkout", "-q", "main");
      for (String place : List.of("tree", "whole/part", "sparse")) {
        Desk.Ran ran = desk.writIn(places.resolve(place), "blame", "src/Sum.java:3", "--long");
        assertThat(ran.out()).as(place + ran).contains(record);
      }
      Desk.Ran ran = desk.writIn(places.resolve("bare"), "blame", "src/Sum.java");
      assertThat(ran.exit()).isEqualTo(ExitCode.USAGE);
      assertThat(ran.err()).contains("bare repository");
    }
  }

  @Test
  void whyTellsRequestModelToolAndCommit() {
    try (Desk desk = desk()) {
      Json.Obj before = desk.writ("why", "src/Sum.java:3", "--json").json();
      assertThat(before.text("commit")).isEmpty();
      commit(desk, "sum");
      String sum = desk.workspace.git("rev-parse", "HEAD").strip();
      desk.workspace.write("README.md", "more\n");
      commit(desk, "later");
      desk.workspace.git("gc", "-q");
      Json.Obj why = desk.writ("why", "src/Sum.java:3", "--json").json();
      assertThat(why.text("commit")).contains(sum);
      assertThat(why.text("request")).contains("Add up two numbers");
      assertThat(why.object("decision").text("tool")).contains("write_file");
      assertThat(desk.writ("why", "src/Sum.java:3").out())
          .contains("replay/script.json", "Add up two numbers", sum);
    }
  }

  @Test
  void anEditedRecordIsNotBelievedAndSaidSo() throws IOException {
    try (Desk desk = desk()) {
      Path ledger = desk.workspace.path(".orchestration/agent_trace.jsonl");
      String one = Files.readString(ledger);
      Files.writeString(ledger, one + "no record\n");
      Desk.Ran ran = desk.writ("blame", "src/Sum.java", "--json");
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(objects(ran.json(), "lines").get(2).text("contributor")).contains("ai");
      Files.writeString(ledger, one.substring(0, one.length() - 20));
      Desk.Ran torn = desk.writ("blame", "src/Sum.java", "--json");
      assertThat(torn.json().items("doubts")).hasSize(1);
      assertThat(torn.err()).contains("not trusted");
      assertThat(objects(torn.json(), "lines").get(2).text("contributor")).contains("human");
    }
  }

  @Test
  void aRecordWithAnotherHashIsLeftOut() throws IOException {
    try (Desk desk = desk()) {
      Path ledger = desk.workspace.path(".orchestration/agent_trace.jsonl");
      String one = Files.readString(ledger);
      Files.writeString(ledger, one.replace("INT-S-", "INT-X-"));
      Desk.Ran ran = desk.writ("blame", "src/Sum.java", "--json");
      assertThat(ran.json().items("doubts")).hasSize(1);
      assertThat(objects(ran.json(), "lines").get(2).text("contributor")).contains("human");
    }
  }

  @Test
  void outsideARepositoryAndWithoutALedgerEverythingIsHuman() {
    try (Desk desk = new Desk()) {
      desk.workspace.write("a.txt", "one\ntwo");
      Json.Obj blame = desk.writ("blame", "a.txt", "--json").json();
      assertThat(objects(blame, "lines"))
          .allMatch(l -> l.text("contributor").orElse("").equals("human"));
      assertThat(desk.writ("why", "a.txt:1").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("trace", "anchor").exit()).isEqualTo(ExitCode.FAILED);
      assertThat(desk.writ("trace", "stats").exit()).isEqualTo(ExitCode.DONE);
      assertThat(desk.writ("trace", "export", "--format", "git-ai").exit())
          .isEqualTo(ExitCode.USAGE);
      assertThat(desk.workspace.exists(".orchestration")).isFalse();
    }
  }

  @Test
  void statisticsCountWhatIsLeft() {
    try (Desk desk = desk()) {
      String text = desk.workspace.read("src/Sum.java");
      desk.workspace.write("src/Sum.java", text.replace("class Sum", "final class Sum"));
      Json.Obj stats = desk.writ("trace", "stats", "--json").json();
      Json.Obj model = objects(stats, "models").getFirst();
      assertThat(model.number("written")).hasValue(5);
      assertThat(model.number("surviving")).hasValue(4);
      assertThat(stats.number("unrecorded_lines")).hasValue(1);
      assertThat(desk.writ("trace", "stats").out()).contains("0.800", "src/Sum.java");
    }
  }

  @Test
  void agentTraceIsValid() throws IOException {
    Path schema =
        Path.of(
            System.getProperty("writ.root", "."), "../shared/data/agent-trace-0.1.0.schema.json");
    assumeTrue(Files.exists(schema), "no published schema at hand");
    JsonSchema form =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(schema));
    try (Desk desk = desk()) {
      desk.workspace.write("odd name é.txt", "x\n");
      model(
          desk,
          "Change it",
          "edit_file",
          "\"path\":\"src/Sum.java\",\"old_text\":\"left + right\",\"new_text\":\"right + left\"");
      commit(desk, "two");
      for (String more : List.of("--format=agent-trace", "--now")) {
        Desk.Ran ran = desk.writ("trace", "export", more);
        assertThat(ran.out().lines()).hasSize(2);
        ran.out()
            .lines()
            .forEach(
                line ->
                    assertThat(
                            form.validate(
                                line,
                                InputFormat.JSON,
                                context ->
                                    context.getExecutionConfig().setFormatAssertionsEnabled(true)))
                        .as(line)
                        .isEmpty());
      }
    }
  }

  @Test
  void aNoteForGitAiReadsBackAsTheSameAttribution() throws IOException {
    try (Desk desk = desk()) {
      String text = desk.workspace.read("src/Sum.java");
      desk.workspace.write("src/Sum.java", "// a person's\n" + text);
      commit(desk, "sum");
      String note = desk.writ("trace", "export", "--format", "git-ai").out();
      Path file = Files.writeString(desk.home.path("note"), note);
      desk.workspace.git("notes", "--ref=ai", "add", "-F", file.toString(), "HEAD");
      String kept = desk.workspace.git("notes", "--ref=ai", "show", "HEAD");
      Map<String, Map<Integer, String>> read = read(kept);
      Json.Obj blame = desk.writ("blame", "src/Sum.java", "--json").json();
      String session = objects(blame, "lines").get(1).text("session").orElseThrow();
      String id = "s_" + ContentHash.of("writ:" + session).substring(7, 21);
      assertThat(read).containsOnlyKeys("src/Sum.java");
      assertThat(read.get("src/Sum.java")).containsOnlyKeys(2, 3, 4, 5, 6).containsValue(id);
      Json.Obj json = Desk.json(kept.substring(kept.indexOf("\n---\n") + 5).strip());
      assertThat(json.text("schema_version")).contains("authorship/3.0.0");
      assertThat(json.text("base_commit_sha"))
          .contains(desk.workspace.git("rev-parse", "HEAD").strip());
      assertThat(json.object("sessions").object(id).object("agent_id").text("model"))
          .contains("replay/script.json");
      assertThat(json.get("prompts")).contains(Json.Obj.EMPTY);
    }
  }

  /// Reads the first part of a note by its rules: a path at the margin, entries indented by two.
  private static Map<String, Map<Integer, String>> read(String note) {
    Map<String, Map<Integer, String>> files = new TreeMap<>();
    String path = "";
    for (String line : note.substring(0, note.indexOf("\n---\n")).split("\n", -1)) {
      if (!line.startsWith("  ")) {
        path = line.startsWith("\"") ? line.substring(1, line.length() - 1) : line;
        continue;
      }
      String[] words = line.strip().split(" ", -1);
      for (String range : words[1].split(",", -1)) {
        String[] ends = range.split("-", -1);
        for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
          files
              .computeIfAbsent(path, _ -> new TreeMap<>())
              .put(i, words[0].substring(0, words[0].indexOf("::")));
        }
      }
    }
    return files;
  }

  @Test
  void otherFormsHoldEveryRecord() {
    try (Desk desk = desk()) {
      String csv = desk.writ("trace", "export", "--format", "csv").out();
      assertThat(csv.lines()).hasSize(2);
      assertThat(csv).contains(",create,src/Sum.java,5,");
      Json.Obj span = desk.writ("trace", "export", "--format", "otel").json();
      assertThat(span.write())
          .contains("gen_ai.operation.name", "execute_tool", "gen_ai.conversation.id");
      assertThat(desk.writ("trace", "export", "--format", "xml").exit()).isEqualTo(ExitCode.USAGE);
    }
  }

  /// A repository brings a file of any length.
  @Test
  void aFileOfAnchorsThatIsTooLongIsRefused() throws IOException {
    try (Desk desk = desk()) {
      desk.workspace.write(".orchestration/trace_anchors.jsonl", "");
      Path file = desk.workspace.root().resolve(".orchestration/trace_anchors.jsonl");
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.allocate(1), 65L << 20);
      }
      Desk.Ran ran = desk.writ("trace", "anchor");
      assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains("trace_anchors.jsonl", "more than 64 MiB");
    }
  }

  @Test
  void anchorsFollowASquashAndAreWrittenOnce() {
    try (Desk desk = desk()) {
      commit(desk, "sum");
      String old = desk.workspace.git("rev-parse", "HEAD").strip();
      assertThat(desk.writ("trace", "anchor").out()).startsWith("1 of 1");
      assertThat(desk.writ("trace", "anchor").out()).startsWith("0 of 1");
      assertThat(desk.workspace.read(".orchestration/trace_anchors.jsonl")).contains(old);
      desk.workspace.git("reset", "-q", "--soft", "HEAD~1");
      desk.workspace.git("commit", "-q", "-m", "squashed");
      String squashed = desk.workspace.git("rev-parse", "HEAD").strip();
      assertThat(desk.writ("trace", "anchor").out()).startsWith("1 of 1");
      Json.Obj anchor =
          Desk.json(
              desk.workspace.read(".orchestration/trace_anchors.jsonl").lines().toList().getLast());
      assertThat(anchor.text("commit")).contains(squashed);
      assertThat(desk.writ("trace", "anchor", "--hook").out()).startsWith("#!/bin/sh");
    }
  }

  @Test
  void anchorsGoToNoOtherNameOfTheirFile() throws IOException {
    try (Desk desk = desk()) {
      commit(desk, "sum");
      Path elsewhere = desk.home.write("elsewhere", "");
      Files.createLink(desk.workspace.path(".orchestration/trace_anchors.jsonl"), elsewhere);
      Desk.Ran ran = desk.writ("trace", "anchor");
      assertThat(ran.exit()).isNotEqualTo(ExitCode.DONE);
      assertThat(ran.err()).contains("trace_anchors.jsonl", "another name", "copy it");
      assertThat(elsewhere).isEmptyFile();
    }
  }
}
