// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.app.process.ExitCode;
import dev.writ.base.json.Json;
import dev.writ.base.value.ContentHash;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.SignedEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A ledger in which somebody wrote records in the name of this person's sessions, with hashes and
/// chains that fit.
class ForgedLedgerTest {
  private static final String LEDGER = ".orchestration/agent_trace.jsonl";
  private static final Pattern SEQ = Pattern.compile("\"seq\":(\\d+),\"prev\":(null|\"[^\"]*\")");

  /// Writes a file in a session of a script.
  private static Desk.Ran run(Desk desk, String path, String... options) {
    desk.home.write(
        "one.json",
        """
        {"turns":[
          {"calls":[{"tool":"write_file","arguments":{"path":"%s","content":"a"}}]},
          {"text":"Done."}]}
        """
            .formatted(path));
    List<String> words =
        new ArrayList<>(List.of("run", "--script", desk.home.path("one.json").toString()));
    words.addAll(List.of(options));
    words.add("x");
    Desk.Ran ran = desk.writ(words.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.toString()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private static List<String> lines(Desk desk) {
    return new ArrayList<>(desk.workspace.read(LEDGER).lines().toList());
  }

  private static void replace(Desk desk, List<String> lines) {
    desk.workspace.write(LEDGER, String.join("\n", lines) + "\n");
  }

  /// A record like that one, of another file, which follows it in its chain.
  private static String next(String line, String from, String to) {
    Matcher seq = SEQ.matcher(line);
    assertThat(seq.find()).isTrue();
    String id = line.replaceFirst(".*?\"id\":\"([^\"]*)\".*", "$1");
    String other = id.substring(0, id.length() - 4) + "beef";
    String chain =
        "\"seq\":%d,\"prev\":\"%s\""
            .formatted(Integer.parseInt(seq.group(1)) + 1, ContentHash.of(line));
    return hashed(line.replace(seq.group(), chain).replace(id, other).replace(from, to));
  }

  private static String hashed(String line) {
    String begin = line.substring(0, line.lastIndexOf(",\"hash\":"));
    return begin + ",\"hash\":\"" + ContentHash.of(begin) + "\"}}";
  }

  @Test
  void aRewrittenLedgerShowsThoughItIsLonger() {
    try (Desk desk = new Desk()) {
      run(desk, "evil.txt");
      String rewritten = hashed(lines(desk).getFirst().replace("evil.txt", "good.txt"));
      replace(desk, List.of(rewritten, next(rewritten, "good.txt", "more.txt")));

      Desk.Ran ran = desk.writ("trace", "verify");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).contains(LEDGER + ":1: ", "differs from the audit log's copy");
      Json.Obj json = desk.writ("trace", "verify", "--json").json();
      assertThat(json.isTrue("sound")).isFalse();
    }
  }

  @Test
  void whatStandsInTheNameOfOwnSessionsIsToldInEitherForm() {
    try (Desk desk = new Desk()) {
      run(desk, "a.txt");
      List<String> lines = lines(desk);
      lines.add(next(lines.getFirst(), "a.txt", "forged.txt"));
      replace(desk, lines);

      Desk.Ran ran = desk.writ("trace", "verify");
      assertThat(ran.out()).contains("1 in the name of sessions of this machine");
      Json.Obj json = desk.writ("trace", "verify", "--json").json();
      assertThat(json.number("unknown")).hasValue(1);
      assertThat(json.number("others")).hasValue(0);
    }
  }

  /// What the model of a session did is what that session records, not what somebody appends to its
  /// chain: it goes on in another chain, and signs that one.
  @Test
  void aSessionThatIsContinuedSignsNoForeignRecord() throws Exception {
    try (Desk desk = new Desk()) {
      desk.set("WRIT_TRACE_SIGN", "true");
      run(desk, "a.txt");
      List<String> lines = lines(desk);
      lines.add(next(lines.getFirst(), "a.txt", "forged.txt"));
      replace(desk, lines);
      run(desk, "later.txt", "--continue");
      run(desk, "last.txt", "--continue");

      assertThat(signed(desk).get(0)).endsWith(" 1").doesNotContain("/");
      assertThat(signed(desk).get(1)).endsWith(" 1").contains("/");
      assertThat(signed(desk).get(2)).endsWith(" 2").contains("/");
      assertThat(desk.writ("trace", "verify").exit()).isEqualTo(ExitCode.DONE);
    }
  }

  /// The heads that are signed, each with the number of its records.
  private static List<String> signed(Desk desk) throws Exception {
    List<String> heads = new ArrayList<>();
    for (String line : desk.workspace.read(".orchestration/checkpoints.jsonl").lines().toList()) {
      Checkpoint.parse(SignedEnvelope.parse(line).payload())
          .heads()
          .forEach(head -> heads.add(head.writer() + " " + head.records()));
    }
    return heads;
  }

  @Test
  void aPersonSignsWhatSomebodyWroteInOwnSessionsNamesOnlyIfTheyInsist() throws Exception {
    try (Desk desk = new Desk()) {
      run(desk, "a.txt");
      List<String> lines = lines(desk);
      lines.add(next(lines.getFirst(), "a.txt", "forged.txt"));
      replace(desk, lines);

      Desk.Ran ran = desk.writ("trace", "checkpoint");
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err())
          .contains("nothing was signed: 1 in the name of sessions of this machine", "--force");
      assertThat(desk.writ("trace", "checkpoint", "--json").json().isTrue("signed")).isFalse();
      assertThat(desk.workspace.exists(".orchestration/checkpoints.jsonl")).isFalse();
      assertThat(desk.writ("trace", "checkpoint", "--force").exit()).isEqualTo(ExitCode.DONE);
      assertThat(signed(desk)).singleElement().asString().endsWith(" 2");
    }
  }
}
