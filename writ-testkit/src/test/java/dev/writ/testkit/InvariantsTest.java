// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InvariantsTest {
  private static final String USER = "{'role':'user','content':'Hi'}";
  private static final String CALLS =
      "{'role':'assistant','content':null,'tool_calls':[{'id':'a','type':'function',"
          + "'function':{'name':'f','arguments':'{}'}}]}";
  private static final String ANSWER = "{'role':'tool','content':'x','tool_call_id':'a'}";

  private static List<String> violations(String messages) {
    String body = "{'model':'m','stream':true,'messages':[" + messages + "]}";
    return Invariants.violations(new OpenAiDialect(), body.replace('\'', '"'));
  }

  @Test
  void goodRequestsPass() {
    assertThat(violations(USER)).isEmpty();
    assertThat(violations(USER + "," + CALLS + "," + ANSWER)).isEmpty();
    assertThat(violations(USER + "," + CALLS + "," + ANSWER + "," + USER)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        CALLS,
        USER + "," + CALLS,
        USER + "," + CALLS + "," + USER,
        USER + "," + ANSWER,
        USER + "," + CALLS + "," + ANSWER + "," + ANSWER,
        USER + "," + CALLS + "," + ANSWER + "," + CALLS + "," + ANSWER,
        USER + ",{'role':'system','content':'late'}",
        USER + ",{'role':'assistant','content':'last'}",
        USER + ",{'role':'assistant','content':''}," + USER,
        "{'role':'somebody','content':'x'}",
        "7"
      })
  void badOnesDoNot(String messages) {
    assertThat(violations(messages)).isNotEmpty();
  }

  @Test
  void whatHasNoBoundIsFound() {
    String content = "a".repeat(Invariants.MAX_CONTENT_CHARS + 1);
    assertThat(violations("{'role':'user','content':'" + content + "'}")).hasSize(1);
    StringBuilder tools = new StringBuilder();
    for (int i = 0; i <= Invariants.MAX_TOOLS; i++) {
      tools
          .append(i == 0 ? "" : ",")
          .append("{'type':'function','function':{'name':'f")
          .append(i)
          .append("','parameters':{'type':'object'}}}");
    }
    String body = "{'model':'m','stream':true,'messages':[" + USER + "],'tools':[" + tools + "]}";
    assertThat(Invariants.violations(new OpenAiDialect(), body.replace('\'', '"')))
        .containsExactly("129 tools");
  }
}
