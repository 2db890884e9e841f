// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.writ.base.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntentEditorTest {
  private static final IntentDraft DRAFT =
      new IntentDraft(
          "INT-900", "New: \"x\" # é\u202e😀", List.of("src/**", "!*.md"), List.of(), List.of("a"));

  private static final List<Intent.IntentStatus> STATUSES = List.of(Intent.IntentStatus.values());

  @Test
  void onlyTheWordChanges() throws JsonException {
    String text =
        """
        # what we do
        active_intents:   # all of it
          - id: INT-001   # first
            status: 'active' # now
            name: >
              folded

            owned_scope: [ "a/**" ,b ]

          # about the second
          - {id: INT-002, name: x, status: draft, owned_scope: c}
        # the end""";

    assertThat(IntentEditor.withStatus(text, "INT-001", Intent.IntentStatus.DONE))
        .isEqualTo(text.replace("'active'", "'done'"));
    assertThat(IntentEditor.withStatus(text, "INT-002", Intent.IntentStatus.ACTIVE))
        .isEqualTo(text.replace("status: draft", "status: active"));
  }

  @Test
  void aDraftStandsBehindTheOthersAndTheirComments() throws JsonException {
    String text =
        """
        active_intents:
          - id: INT-001
            name: a
            status: active
            owned_scope: b
            # of the first

        # the end
        """;

    assertThat(IntentEditor.withDraft(text, DRAFT))
        .isEqualTo(
            text.replace(
                "    # of the first\n",
                """
                    # of the first
                  - id: INT-900
                    name: "New: \\"x\\" # é\\u202e😀"
                    status: draft
                    owned_scope:
                      - "src/**"
                      - "!*.md"
                    acceptance_criteria:
                      - "a"
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "# only a comment",
        "# only comments\r\n# and more\r\n",
        "\uFEFF",
        "\uFEFF# x\n",
        "{}",
        "{} # x\n",
        "active_intents:",
        "active_intents:\n",
        "active_intents: # x\n# y\n",
        "active_intents: null # x\n",
        "active_intents: []",
        "active_intents: [] # none\n# end\n",
        "active_intents: [\n]\n",
        "{active_intents: []}",
        "{\"active_intents\": null}",
        "---\nactive_intents:\n...\n",
        "active_intents: [{id: a, name: b, status: done, owned_scope: c}]",
        "active_intents: [{id: a, name: b, status: done, owned_scope: c},]\n",
        "active_intents: [\n  {id: a, name: b, status: done, owned_scope: c} # x\n]\n",
        "active_intents:\n- id: a\n  name: b\n  owned_scope: c\n  status: done",
        "active_intents:\n- id: a\n  name: b\n  owned_scope: c\n  status: done\n...\n# x\n",
        "active_intents:\n- id: a\n  name: b\n  owned_scope: c\n  status: done\n  constraints:\n",
        "active_intents:\n- id: a\n  owned_scope: c\n  status: done\n  name: |\n    x\n    y",
        "active_intents:\n- id: a\n  owned_scope: c\n  status: done\n  name: |+\n    x\n\n\n",
        "active_intents:\n  -\n    id: a\n    owned_scope: c\n    status: done\n    name: x\n     y\n",
      })
  void aDraftFindsItsPlace(String text) throws JsonException {
    List<Intent> before = IntentFile.parse(text);

    String edited = IntentEditor.withDraft(text, DRAFT);

    List<Intent> after = IntentFile.parse(edited);
    assertThat(after.subList(0, before.size()))
        .extracting(Intent::name, Intent::status)
        .isEqualTo(
            before.stream()
                .map(i -> org.assertj.core.groups.Tuple.tuple(i.name(), i.status()))
                .toList());
    assertThat(after).hasSize(before.size() + 1);
    assertThat(after.getLast().name()).isEqualTo(DRAFT.name());
    assertThat(after.getLast().status()).isEqualTo(Intent.IntentStatus.DRAFT);
    assertThat(after.getLast().scope().patterns()).contains("src/**", "!*.md");
  }

  @Test
  void aDraftThatCouldNotBeReadBackIsRefused() {
    for (IntentDraft bad :
        List.of(
            DRAFT.called("a b"),
            DRAFT.called("INT-001"),
            DRAFT.called("int-001"),
            new IntentDraft("x", "", List.of("**"), List.of(), List.of()),
            new IntentDraft("x", "n", List.of(), List.of(), List.of()),
            new IntentDraft("x", "n", List.of("../a"), List.of(), List.of()))) {
      assertThatThrownBy(
              () ->
                  IntentEditor.withDraft(
                      "active_intents:\n- {id: INT-001, name: a, status: done, owned_scope: b}\n",
                      bad))
          .isInstanceOf(JsonException.class);
    }
  }

  @Test
  void whatIsNotThereCantBeEdited() {
    assertThatThrownBy(() -> IntentEditor.withStatus("", "INT-001", Intent.IntentStatus.DONE))
        .hasMessageContaining("no intent 'INT-001'");
    assertThatThrownBy(() -> IntentEditor.withStatus("a: b", "a", Intent.IntentStatus.DONE))
        .isInstanceOf(JsonException.class);
  }

  /// Random files with comments: an edit changes the value and nothing else.
  @Test
  void anEditChangesNothingElse() throws JsonException {
    for (int seed = 0; seed < 1500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomFile file = new RandomFile(random);
      String text = file.text();
      List<Intent> before = IntentFile.parse(text);
      int index = random.nextInt(before.size());
      Intent.IntentStatus to = STATUSES.get(random.nextInt(STATUSES.size()));

      String edited = IntentEditor.withStatus(text, before.get(index).id(), to);

      List<Intent> after = IntentFile.parse(edited);
      for (int i = 0; i < before.size(); i++) {
        Intent was = before.get(i);
        Intent is = after.get(i);
        assertThat(is.status()).as(text).isEqualTo(i == index ? to : was.status());
        assertThat(List.of(is.id(), is.name(), is.scope().patterns(), is.terms()))
            .as(text)
            .isEqualTo(List.of(was.id(), was.name(), was.scope().patterns(), was.terms()));
      }
      int head = 0;
      while (head < Math.min(text.length(), edited.length())
          && text.charAt(head) == edited.charAt(head)) {
        head++;
      }
      int tail = 0;
      while (tail < Math.min(text.length(), edited.length()) - head
          && text.charAt(text.length() - 1 - tail) == edited.charAt(edited.length() - 1 - tail)) {
        tail++;
      }
      String removed = text.substring(head, text.length() - tail);
      assertThat(removed.length()).as("%s%n->%n%s", text, edited).isLessThanOrEqualTo(11);
      assertThat(removed).as(text).doesNotContain("#", "\n", "\r", ":", "\"", "'");

      String longer = IntentEditor.withDraft(text, DRAFT);
      assertThat(isInsertion(text, longer)).as("%s%n->%n%s", text, longer).isTrue();
      assertThat(IntentFile.parse(longer)).hasSize(before.size() + 1);
    }
  }

  private static boolean isInsertion(String text, String longer) {
    int head = 0;
    while (head < text.length() && text.charAt(head) == longer.charAt(head)) {
      head++;
    }
    return longer.endsWith(text.substring(head));
  }

  /// Whatever is done to a file, it is read or refused, and so is every edit of it.
  @Test
  void brokenFilesAreRefusedAndNothingElse() {
    int refused = 0;
    for (int seed = 0; seed < 2500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder(new RandomFile(random).text());
      for (int n = random.nextInt(4); n >= 0; n--) {
        int at = random.nextInt(text.length() + 1);
        switch (random.nextInt(4)) {
          case 0 -> text.setLength(at);
          case 1 -> text.insert(at, MISCHIEF.get(random.nextInt(MISCHIEF.size())));
          case 2 -> text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
          default -> text.insert(at, (char) random.nextInt(0x10000));
        }
      }
      try {
        List<Intent> before = IntentFile.parse(text.toString());
        List<Intent> after = IntentFile.parse(IntentEditor.withDraft(text.toString(), DRAFT));
        assertThat(after).hasSize(before.size() + 1);
      } catch (JsonException e) {
        assertThat(e.line()).isPositive();
        assertThat(e.column()).isPositive();
        refused++;
      }
    }
    assertThat(refused).isBetween(500, 2499);
  }

  private static final List<String> MISCHIEF =
      List.of(
          "&a ",
          "*a",
          "!!python/object:x ",
          "!!binary ",
          "<<: ",
          "? ",
          "- ",
          "\t",
          "\n---\n",
          "\n...\n",
          "%TAG ! x\n",
          "\"",
          "'",
          "|",
          ">-\n",
          "[",
          "]",
          "{",
          "}",
          "#",
          "\u0000",
          "\uFEFF",
          "\u0085",
          "\u2028",
          "\r",
          "\uD83D",
          "\\",
          ": ",
          "active_intents: ",
          "id: INT-1\n");

  /// A well-formed file, written as people write: any style of quotes, brackets, blanks, comments.
  private static final class RandomFile {
    private final SplittableRandom random;
    private final String end;

    RandomFile(SplittableRandom random) {
      this.random = random;
      this.end = random.nextInt(3) == 0 ? "\r\n" : "\n";
    }

    private boolean once(int of) {
      return random.nextInt(of) == 0;
    }

    private String pick(String... from) {
      return from[random.nextInt(from.length)];
    }

    String text() {
      StringBuilder text = new StringBuilder(once(8) ? "\uFEFF" : "");
      text.append(once(3) ? "# über 😀: - id: x" + end : "");
      text.append(once(6) ? "---" + end : "");
      text.append(pick("active_intents:", "\"active_intents\" :", "'active_intents':"));
      int count = 1 + random.nextInt(4);
      if (once(4)) {
        text.append(" [").append(once(2) ? end + "  " : "");
        for (int i = 0; i < count; i++) {
          text.append(flow(i)).append(i + 1 < count ? pick(",", " , ", ", # c" + end + " ") : "");
        }
        text.append(once(3) ? end : "").append("]").append(comment());
      } else {
        text.append(comment()).append(end);
        int indent = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          block(text, i, " ".repeat(indent));
        }
      }
      String all = text.toString();
      if (once(4)) {
        return all.endsWith("\n") ? all.substring(0, all.length() - end.length()) : all;
      }
      return all
          + (all.endsWith("\n") ? "" : end)
          + (once(3) ? "# the end" + end : "")
          + (once(8) ? "..." + end : "");
    }

    private String comment() {
      return once(3) ? pick(" # c", "  # 😀 status: done", " #") : "";
    }

    private String scalar(String value) {
      return pick(value, '"' + value + '"', "'" + value + "'");
    }

    private String status() {
      return scalar(
          pick("draft", "active", "IN_PROGRESS", "paused", "done", "on-hold", "Abandoned"));
    }

    private String flow(int number) {
      List<String> members =
          shuffled(
              List.of(
                  "id: I" + number,
                  "\"name\": " + pick("\"n😀\"", "'it''s'", "x"),
                  "status: " + status(),
                  "owned_scope: " + pick("[a, \"b/**\"]", "'**'")));
      return "{" + String.join(pick(", ", ",", " ," + end + "    "), members) + "}";
    }

    private void block(StringBuilder text, int number, String indent) {
      String name =
          pick(
              scalar("plain name"),
              "folded" + end + indent + "      plain",
              "|" + end + indent + "      line" + end + end + indent + "      # no comment",
              ">-" + end + indent + "      one" + end + indent + "      two",
              "\"e\\u0301 \\\" #\"");
      List<String> members =
          shuffled(
              List.of(
                  "id: " + scalar("INT-00" + number),
                  "name: " + name,
                  "status: " + status() + comment(),
                  "owned_scope: "
                      + pick(
                          "[a, b]",
                          "c" + comment(),
                          end + indent + "    - d" + end + indent + "    - '!e'"),
                  "related: [{requirement: R-1}, issue: 7]",
                  "budget:" + comment() + end + indent + "     iterations: 5",
                  "checks: [\"true\"]"));
      text.append(once(4) ? indent + "# about the next" + end : "");
      boolean apart = once(6);
      text.append(indent).append(apart ? "-" + end + indent + "  " : pick("- ", "- "));
      for (int i = 0; i < members.size(); i++) {
        text.append(i == 0 ? "" : indent + "  ").append(members.get(i)).append(end);
        // A comment behind a literal would belong to it.
        boolean literal =
            members.get(i).startsWith("name: |") || members.get(i).startsWith("name: >");
        text.append(
            !literal && once(6)
                ? pick(indent + "  # own line" + end, end, "# at the margin" + end)
                : "");
      }
    }

    private List<String> shuffled(List<String> members) {
      List<String> all = new ArrayList<>(members);
      for (int i = all.size() - 1; i > 0; i--) {
        java.util.Collections.swap(all, i, random.nextInt(i + 1));
      }
      return all;
    }
  }
}
