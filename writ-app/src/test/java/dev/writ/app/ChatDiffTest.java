// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// `/diff` in a chat shows what its own session changed and nobody took back.
class ChatDiffTest {
  private static final String CREATE =
      call("write_file", "\"path\":\"new.txt\",\"content\":\"one\\ntwo\\n\"");
  private static final String READ = call("read_file", "\"path\":\"a.txt\"");
  private static final String EDIT =
      call("edit_file", "\"path\":\"a.txt\",\"old_text\":\"b\",\"new_text\":\"B\"");
  private static final String AGAIN =
      call("edit_file", "\"path\":\"a.txt\",\"old_text\":\"B\",\"new_text\":\"C\"");
  private static final String MOVE = call("move_path", "\"from\":\"a.txt\",\"to\":\"z.txt\"");
  private static final String SAY = "{\"text\":\"Done.\"}";

  private static String call(String tool, String arguments) {
    return "{\"calls\":[{\"tool\":\"%s\",\"arguments\":{%s}}]}".formatted(tool, arguments);
  }

  /// What stands behind the last answer of the model.
  private static String chat(Desk desk, String lines, String... turns) {
    String script = "{\"turns\":[" + String.join(",", turns) + "]}";
    String file = desk.home.write("script.json", script).toString();
    desk.input(lines);
    String out =
        desk.writ("chat", "--execution", "full_autonomous", "--allow-dangerous", "--script", file)
            .out();
    return out.substring(out.lastIndexOf("Done.\n") + 6);
  }

  private static Desk desk() {
    Desk desk = new Desk();
    desk.workspace.write("a.txt", "a\nb\nc\n");
    return desk;
  }

  @Test
  void theWholeSessionIsOneDifferenceForEachFile() {
    try (Desk desk = desk()) {
      assertThat(chat(desk, "One\nTwo\n/diff\n/quit\n", CREATE, READ, EDIT, SAY, READ, AGAIN, SAY))
          .isEqualTo(
              """
              created new.txt +2 −0
              @@ -0,0 +1,2 @@
              +one
              +two
              modified a.txt +1 −1
              @@ -1,3 +1,3 @@
               a
              -b
              +C
               c
              """);
    }
  }

  @Test
  void whyTellsWhatStandsBehindALineOfTheSession() {
    try (Desk desk = desk()) {
      String lines = "Change b\n/why a.txt:2\n/why a.txt\n/why no.txt:1\n/why\n/quit\n";
      assertThat(chat(desk, lines, READ, EDIT, SAY))
          .contains("line         B\n", "contributor  ai", "request      Change b\n")
          .contains("why needs FILE:LINE\n", "there is no readable file no.txt");
    }
  }

  @Test
  void theLastTurnAloneIsComparedWithWhatWasBeforeIt() {
    try (Desk desk = desk()) {
      String lines = "One\nTwo\n/diff last\n/quit\n";
      assertThat(chat(desk, lines, CREATE, READ, EDIT, SAY, READ, AGAIN, SAY))
          .isEqualTo(
              """
              modified a.txt +1 −1
              @@ -1,3 +1,3 @@
               a
              -B
              +C
               c
              """);
    }
  }

  @Test
  void anyTurnsChangesAreComparedByItsNumber() {
    try (Desk desk = desk()) {
      String lines = "One\nTwo\nThree\n/diff 1\n/diff 2\n/diff 3\n/diff 4\n/quit\n";
      assertThat(chat(desk, lines, CREATE, READ, EDIT, SAY, READ, AGAIN, SAY, SAY))
          .isEqualTo(
              """
              created new.txt +2 −0
              @@ -0,0 +1,2 @@
              +one
              +two
              modified a.txt +1 −1
              @@ -1,3 +1,3 @@
               a
              -b
              +B
               c
              modified a.txt +1 −1
              @@ -1,3 +1,3 @@
               a
              -B
              +C
               c
              Turn 3 of this session has changed nothing.
              Turn 4 of this session has changed nothing.
              """);
    }
  }

  @Test
  void anIntentsChangesAreComparedByItsId() {
    try (Desk desk = desk()) {
      String out = chat(desk, "One\n/diff INT-404\n/diff last one\n/quit\n", CREATE, SAY);
      assertThat(out).contains("Nothing was changed under INT-404.", "those under an intent");
      String intent =
          desk.writ("trace", "show", "--json")
              .out()
              .replaceAll("(?s).*?\"(INT-S-[^\"]+)\".*", "$1");
      assertThat(chat(desk, "Two\n/diff " + intent + "\n/quit\n", SAY))
          .startsWith("created new.txt +2 −0\n");
    }
  }

  @Test
  void whatWasTakenBackOrIsOfAnotherSessionIsNoneOfIt() {
    try (Desk desk = desk()) {
      assertThat(chat(desk, "One\n/undo\n/diff\n/diff last\n/quit\n", CREATE, SAY))
          .endsWith("This session has changed nothing.\nThis session has changed nothing.\n");
      assertThat(chat(desk, "One\n/quit\n", CREATE, SAY)).isEmpty();
      assertThat(chat(desk, "One\n/diff\n/quit\n", SAY))
          .isEqualTo("This session has changed nothing.\n");
    }
  }

  @Test
  void aMovedFileIsComparedWithWhereItStood() {
    try (Desk desk = desk()) {
      assertThat(chat(desk, "One\n/diff\n/quit\n", READ, EDIT, MOVE, SAY))
          .startsWith("renamed a.txt to z.txt +1 −1\n@@ -1,3 +1,3 @@\n")
          .contains("-b\n+B\n");
    }
  }

  @Test
  void whatIsGoneAgainIsNoDifference() {
    try (Desk desk = desk()) {
      String delete = call("delete_path", "\"path\":\"new.txt\"");
      assertThat(chat(desk, "One\n/diff\n/quit\n", CREATE, delete, SAY))
          .isEqualTo("This session has changed nothing.\n");
    }
  }

  @Test
  void whatThePersonRanCountsToo() {
    try (Desk desk = desk()) {
      assertThat(chat(desk, "One\n!!rm a.txt\n/diff last\n/quit\n", CREATE, SAY))
          .endsWith("deleted a.txt +0 −3\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n");
    }
  }

  @Test
  void anythingElseSaysHow() {
    try (Desk desk = desk()) {
      assertThat(chat(desk, "One\n/diff first\n/quit\n", SAY))
          .startsWith("/diff shows the changes");
    }
  }
}
