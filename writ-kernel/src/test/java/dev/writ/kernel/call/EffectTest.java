// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.ContentHash;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.base.value.ToolError;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.ParsedCommand;
import dev.writ.command.parser.CommandParser;
import dev.writ.kernel.call.Effect.RunCommand.RunCourse;
import dev.writ.kernel.call.Effect.RunCommand.RunLimits;
import dev.writ.kernel.call.Effect.RunCommand.Touches;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// An effect states the act before it happens: as data for the records, and in words for a person.
class EffectTest {
  private static final PathLocation AT = inside("a.txt");
  private static final PathLocation OTHER = inside("b.txt");
  private static final PathLocation ROOT = inside("");
  private static final FileState ABSENT = new FileState.Absent();
  private static final FileContent TEXT = FileContent.of("one\n");

  private static PathLocation inside(String path) {
    WorkspacePath place = path.isEmpty() ? new WorkspacePath(List.of()) : WorkspacePath.of(path);
    return new PathLocation.Inside("given", place);
  }

  @Test
  void aPlaceOfAQuestionPassesNeitherForTwoNorForWords() {
    PathLocation odd = inside("a.txt and replace b.txt");
    assertThat(new Effect.ReadPath(odd, Effect.ReadPath.ReadExtent.FILE).words())
        .containsExactly("read \"a.txt and replace b.txt\"");
    Effect.WriteResult content =
        new Effect.WriteResult.Replaced(TEXT, new Effect.TouchedLines.AllLines());
    assertThat(new Effect.WritePath(inside("x\nno network"), ABSENT, content).words())
        .containsExactly("create \"x\nno network\"");
    assertThat(new Mutation.MakeDirectory(inside("a \"b\""), ABSENT).words())
        .containsExactly("make the directory \"a \\\"b\\\"\"");
  }

  private static Effect.RunCommand run(
      String line, Touches touches, RunCourse course, Optional<String> input, NetworkReach reach) {
    CommandLine parsed = ((ParsedCommand.ParsedLine) CommandParser.parse(line)).line();
    return new Effect.RunCommand(
        parsed, ROOT, touches, new RunLimits(course, 60, 1, 2), input, reach);
  }

  private static Effect.RunCommand run(String line) {
    return run(line, touches(false), RunCourse.AWAITED, Optional.empty(), NetworkReach.NONE);
  }

  private static Touches touches(boolean beyond, PathLocation... writes) {
    return new Touches(
        List.of(),
        List.of(writes),
        List.of(),
        beyond,
        new WorkspacePath(List.of()),
        Optional.empty());
  }

  @Test
  void aReadIsOfAFileOrOfATree() {
    Effect file = new Effect.ReadPath(AT, Effect.ReadPath.ReadExtent.FILE);
    Effect tree = new Effect.ReadPath(AT, Effect.ReadPath.ReadExtent.TREE);

    assertThat(file.describe().write())
        .isEqualTo("{\"effect\":\"read\",\"path\":\"a.txt\",\"tree\":false}");
    assertThat(tree.describe().isTrue("tree")).isTrue();
    assertThat(file.words()).containsExactly("read a.txt");
    assertThat(file.locations()).containsExactly(AT);
    assertThat(file.writes()).isEmpty();
  }

  @Test
  void aWriteHasBothStates() {
    Effect.WriteResult content =
        new Effect.WriteResult.Replaced(TEXT, new Effect.TouchedLines.AllLines());
    Effect.WriteResult none =
        new Effect.WriteResult.Impossible(new ToolError(ErrorCode.FILE_NOT_FOUND, "not there"));
    Mutation create = new Effect.WritePath(AT, ABSENT, content);
    Mutation replace = new Effect.WritePath(AT, new FileState.Present(TEXT), none);

    assertThat(create.describe())
        .isEqualTo(
            Json.object()
                .put("effect", "write")
                .put("path", "a.txt")
                .put("before", new Json.Null())
                .put("after", TEXT.hash())
                .build());
    assertThat(replace.describe().text("before")).contains(TEXT.hash());
    assertThat(replace.describe().text("after")).contains("FILE_NOT_FOUND");
    assertThat(create.words()).containsExactly("create a.txt");
    assertThat(replace.words()).containsExactly("replace a.txt");
    assertThat(create.locations()).containsExactly(AT);
    assertThat(create.writes()).containsExactly(AT);
    assertThat(create.owned()).containsExactly(AT);
  }

  @Test
  void aCommandHasItsWordsItsPlacesAndItsReach() {
    Touches touches =
        new Touches(
            List.of(AT),
            List.of(OTHER),
            List.of(),
            false,
            WorkspacePath.of("sub"),
            Optional.of(
                new JudgedCode(
                    new TreeMap<>(Map.of("a.sh", "sha256:1")),
                    new TreeMap<>(Map.of("Makefile", "sha256:2")))));
    Effect.RunCommand run =
        run(
            "cat a.txt | wc -l",
            touches,
            RunCourse.AWAITED,
            Optional.of("x\ny\n"),
            new NetworkReach.Hosts(
                List.of("example.org"),
                List.of("~/.m2"),
                NetworkReach.Further.ASKED,
                NetworkReach.Whose.COMMANDS));

    Json.Obj data = run.describe();
    assertThat(data.text("effect")).contains("run");
    assertThat(data.text("command")).contains("cat a.txt | wc -l");
    assertThat(data.items("argv").toString()).contains("cat", "a.txt", "wc", "-l");
    assertThat(data.text("directory")).contains(".");
    assertThat(data.items("reads")).containsExactly(Json.of("a.txt"));
    assertThat(data.items("writes")).containsExactly(Json.of("b.txt"));
    assertThat(data.number("timeout_seconds")).hasValue(60);
    assertThat(data.object("network").write())
        .isEqualTo("{\"hosts\":[\"example.org\"],\"writes\":[\"~/.m2\"],\"further\":\"asked\"}");
    assertThat(data.text("fs_root")).contains("sub");
    assertThat(data.object("code").text("a.sh")).contains("sha256:1");
    assertThat(data.object("code").text("Makefile")).contains("sha256:2");
    assertThat(data.text("stdin")).contains(ContentHash.of("x\ny\n"));
    assertThat(run.words())
        .containsExactly(
            "run in .",
            "  cat",
            "  a.txt",
            "|",
            "  wc",
            "  -l",
            "  standard input: 2 lines",
            "reach example.org",
            "write ~/.m2");
    assertThat(run.locations()).containsExactly(AT, OTHER, ROOT);
    assertThat(run.writes()).containsExactly(OTHER);
  }

  @Test
  void whatACommandDoesNotHaveIsNotNamed() {
    Json.Obj data = run("ls").describe();

    assertThat(data.members())
        .doesNotContainKeys(
            "stdin", "code", "fs_root", "part", "prints_words", "background", "writes_pass");
    assertThat(data.text("network")).contains("none");
    assertThat(run("ls").words()).containsExactly("run in .", "  ls");
  }

  @ParameterizedTest
  @CsvSource({
    "AWAITED,      false, false, '',                       run in .",
    "PART,         false, true,  part,                     run in .",
    "SUBSTITUTION, false, true,  part prints_words,        run in .",
    "BACKGROUND,   true,  false, background,               start in the background in .",
    "PASSING,      true,  false, background writes_pass,   start in the background in .",
  })
  void aCourseIsNamed(RunCourse course, boolean goesOn, boolean part, String names, String words) {
    Effect.RunCommand run = run("ls", touches(false), course, Optional.empty(), NetworkReach.NONE);

    assertThat(course.goesOn()).isEqualTo(goesOn);
    assertThat(course.isPart()).isEqualTo(part);
    assertThat(
            String.join(
                " ",
                run.describe().members().keySet().stream()
                    .filter(List.of("part", "prints_words", "background", "writes_pass")::contains)
                    .filter(run.describe()::isTrue)
                    .toList()))
        .isEqualTo(names);
    assertThat(run.words()).first().isEqualTo(words);
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatRunsInTheBackgroundLosesItsWrites(RunCourse course) {
    RunLimits limits = new RunLimits(course, 1, 2, 3);

    assertThat(limits.contained())
        .isEqualTo(
            course == RunCourse.BACKGROUND ? new RunLimits(RunCourse.PASSING, 1, 2, 3) : limits);
    assertThat(new RunLimits(1, 2, 3).course()).isEqualTo(RunCourse.AWAITED);
  }

  @Test
  void aCommandMayWriteWhatItNamesOrMore() {
    assertThat(touches(false).mayWrite()).isFalse();
    assertThat(touches(true).mayWrite()).isTrue();
    assertThat(touches(false, AT).mayWrite()).isTrue();
  }

  /// Nothing of a line can be pushed out of sight.
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "! a | b          # !/  a/|/  b",
        "a && b; c        # /  a/&&/  b/;/  c",
        "(a; b) || c      # (/  a/;/  b/)/||/  c",
        "A=1 a > out      # /  A=1/  a/  >out",
        "cd sub && a      # /  in sub/  a",
        "if a; then b; elif c; then d; else e; fi "
            + "# if/  a/then/  b/else if/  c/then/  d/else/  e/end if",
        "if a; then b; fi # if/  a/then/  b/end if",
      })
  void eachWordOfALineIsALineOfItsOwn(String line, String words) {
    String shown = String.join("/", run(line.strip()).words());

    assertThat(shown.replace(" > out", " >out"))
        .isEqualTo("run in ." + (words.startsWith("/") ? "" : "/") + words);
  }

  @Test
  void theBackgroundIsNamedByItsId() {
    Effect output = new Effect.ReadOutput("b1", 5);
    Effect stop = new Effect.StopCommand("b1");

    assertThat(output.describe().write())
        .isEqualTo("{\"effect\":\"output\",\"background\":\"b1\"}");
    assertThat(output.words()).containsExactly("output of b1");
    assertThat(stop.describe().write()).isEqualTo("{\"effect\":\"stop\",\"background\":\"b1\"}");
    assertThat(stop.words()).containsExactly("stop b1");
    Effect plan = new Effect.ChangeSession(new SessionControl.OfferTools(""));
    assertThat(plan.words()).containsExactly("offer all rarer tools");
    assertThat(List.of(output, stop, plan))
        .allSatisfy(effect -> assertThat(effect.locations()).isEmpty())
        .allSatisfy(effect -> assertThat(effect.writes()).isEmpty());
  }

  @Test
  void aLoopbackIsOnlyNamedWhereWordsNameIt() {
    NetworkReach named = new NetworkReach.Loopback(NetworkReach.HostUse.NAMED);
    NetworkReach offered = new NetworkReach.Loopback(NetworkReach.HostUse.OFFERED);

    assertThat(named.describe()).isEqualTo(Json.of("localhost"));
    assertThat(named.words()).containsExactly("reach the session's own localhost");
    assertThat(offered.describe()).isEqualTo(Json.of("localhost, where there is one"));
    assertThat(offered.words()).isEmpty();
    assertThat(NetworkReach.NONE.words()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aProposalChangesWhatIsOutsideTheSession(EffectClass effects) {
    Proposal proposal = new Proposal(new ToolCall("c", "tool", "{}"), effects, List.of());

    assertThat(proposal.changes())
        .isEqualTo(!List.of(EffectClass.READ, EffectClass.CONTROL).contains(effects));
    assertThat(proposal.runsCommand()).isFalse();
  }

  /// An approval is bound to the tool, its arguments and all of its effects.
  @Test
  void eachPartOfAProposalIsInItsDigest() {
    Effect read = new Effect.ReadPath(AT, Effect.ReadPath.ReadExtent.FILE);
    Effect other = new Effect.ReadPath(OTHER, Effect.ReadPath.ReadExtent.FILE);
    List<Proposal> all =
        List.of(
            proposal("tool", "{}", read),
            proposal("other", "{}", read),
            proposal("tool", "{\"a\":1}", read),
            proposal("tool", "{}", other),
            proposal("tool", "{}", read, other),
            proposal("tool", "{}", run("ls")));

    assertThat(all).extracting(Proposal::digest).doesNotHaveDuplicates();
    assertThat(proposal("tool", "{}", read).digest()).isEqualTo(all.getFirst().digest());
    assertThat(all.getLast().runsCommand()).isTrue();
    assertThat(all.get(4).described()).containsExactly(read.describe(), other.describe());
  }

  private static Proposal proposal(String tool, String arguments, Effect... effects) {
    return new Proposal(new ToolCall("c", tool, arguments), EffectClass.READ, List.of(effects));
  }
}
