// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.kernel.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntentMapTest {
  private static final String ID = "01a2001b-1f84-7545-b3d2-e7993ced5b0b";

  private static IntentMap.IntentSection block(String path, String... anchors) {
    Map<String, Set<String>> files = new TreeMap<>();
    files.put(path, new TreeSet<>(Set.of(anchors)));
    return new IntentMap.IntentSection(ID, 3, files);
  }

  private static String write(IntentMap map) {
    return map.write(Map.of("INT-001", "Sources (active)"), Map.of("INT-001", "src/**"));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    IntentMap map = IntentMap.fresh();
    map.put("INT-001", block("src/`a`%<b>\n.java", "A#f", "A#g`h"));
    String text = write(map);
    assertThat(IntentMap.parse(text).block("INT-001")).isEqualTo(map.block("INT-001"));
    assertThat(write(IntentMap.parse(text))).isEqualTo(text);
    assertThat(text).contains("## INT-001: Sources (active)\n\nOwned scope: src/**\n\n- `src/");
  }

  @Test
  void whatPeopleWroteAroundStays() {
    IntentMap map = IntentMap.fresh();
    map.put("INT-001", block("a", "A"));
    String text = "my\r\nown \u00ff\n" + write(map) + "\n\n* and this, without an end";
    IntentMap read = IntentMap.parse(text);
    read.put("INT-002", block("b"));
    String now = write(read);
    assertThat(now).startsWith(text.substring(0, text.indexOf("## INT-001")));
    assertThat(now).contains("\n\n* and this, without an end\n<!-- writ:intent INT-002 ");
  }

  @Test
  void whatPeopleWroteIntoABlockIsMovedBehindIt() {
    IntentMap map = IntentMap.fresh();
    map.put("INT-001", block("a", "A"));
    String text = write(map).replace("- `a`", "Remember the milk.\n- `a`");
    assertThat(write(IntentMap.parse(text))).isEqualTo(write(map) + "Remember the milk.\n");
  }

  /// A damaged mark is ordinary text; the block is created again at the end.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!-- writ:intent INT-001 last=none records=0 -->\nno end",
        "<!-- writ:intent INT-001 last=xyz records=0 -->\n<!-- /writ:intent INT-001 -->\n",
        "<!-- writ:intent INT-001 last=none records=99999999999999 -->\n<!-- /writ:intent INT-001 -->",
        "<!-- /writ:intent INT-001 -->\n",
        "<!-- writ:intent ../../x last=none records=0 -->\n<!-- /writ:intent ../../x -->\n",
        "<!-- writ:intent A last=none records=0 -->\n<!-- writ:intent B last=none records=0 -->\n",
        "<!-- writ:intent INT-001 last=none records=0 -->\nx\u0085<!-- /writ:intent INT-001 -->\ny",
        "<!-- writ:intent INT-001 last=none records=0 -->\nx\r<!-- /writ:intent INT-001 -->",
      })
  void damagedMarksStay(String damaged) {
    IntentMap map = IntentMap.parse(damaged);
    map.put("INT-009", block("a"));
    assertThat(write(map)).startsWith(damaged);
    assertThat(map.block("INT-001")).isEmpty();
  }

  @Test
  void aSecondBlockOfAnIntentIsAPersonsCopy() {
    IntentMap map = IntentMap.fresh();
    map.put("INT-001", block("a", "A"));
    String text = write(map);
    String copy = text.substring(text.indexOf("<!--")).replace("`A`", "`B`");
    IntentMap read = IntentMap.parse(text + copy);
    assertThat(read.block("INT-001")).isEqualTo(map.block("INT-001"));
    assertThat(write(read)).isEqualTo(text + copy);
  }

  /// What `merge=union` makes of two branches that each added a block, or changed the same one.
  @Test
  void blocksThatAMergeMixedAreMadeAnew() {
    String mixed =
        """
        before
        <!-- writ:ledger 1 %1$s 01234567 -->
        <!-- writ:intent A last=%1$s records=2 -->
        ## A
        <!-- writ:ledger 2 %1$s 01234567 -->
        <!-- writ:intent B last=none records=0 -->
        <!-- writ:intent B last=%1$s records=1 -->
        ## B: its title

        - `b.txt`
        Remember the milk.
        <!-- /writ:intent A -->
        - `c.txt`
        <!-- /writ:intent B -->
        <!-- writ:ledger 3 %1$s 01234567 -->
        after
        """
            .formatted(ID);
    IntentMap map = IntentMap.parse(mixed);
    assertThat(map.intents()).containsExactlyInAnyOrder("A", "B");
    assertThat(map.block("A")).contains(IntentMap.IntentSection.empty());
    assertThat(map.block("B")).contains(IntentMap.IntentSection.empty());
    assertThat(map.readTo()).isEmpty();
    map.put("A", block("b.txt"));
    map.put("B", block("c.txt"));
    IntentMap anew = IntentMap.fresh();
    anew.put("A", block("b.txt"));
    anew.put("B", block("c.txt"));
    String blocks = write(anew).substring(write(IntentMap.fresh()).length());
    assertThat(write(map))
        .isEqualTo(
            "before\n<!-- writ:ledger 1 %s 01234567 -->\n%sRemember the milk.\nafter\n"
                .formatted(ID, blocks));
  }

  /// For any bytes, reading and writing twice gives the same, and text that is not a block remains.
  @Test
  void anyTextSurvives() {
    Random random = new Random(3);
    IntentMap map = IntentMap.fresh();
    map.put("INT-001", block("a", "A"));
    map.put("INT-002", block("b", "B"));
    String text = write(map);
    for (int i = 0; i < 2000; i++) {
      StringBuilder torn = new StringBuilder(text);
      for (int k = 0; k < 4; k++) {
        int at = random.nextInt(torn.length());
        torn.replace(
            at,
            Math.min(torn.length(), at + random.nextInt(9)),
            "\n<!-".substring(random.nextInt(4)));
      }
      String once = write(IntentMap.parse(torn.toString()));
      assertThat(write(IntentMap.parse(once))).isEqualTo(once);
    }
  }

  @Test
  void howFarTheLedgerWasReadCountsWhileTheBlocksAreAsTheyWere() {
    IntentMap map = IntentMap.fresh();
    map.put("INT-001", block("a", "A#f"));
    map.read(12_345, ID);
    String text = write(map);
    IntentMap read = IntentMap.parse(text);
    assertThat(read.readTo()).hasValue(12_345);
    assertThat(read.lastRead()).isEqualTo(ID);
    assertThat(write(read)).isEqualTo(text);
    assertThat(IntentMap.parse(text.replace("A#f", "A#g")).readTo()).isEmpty();
    assertThat(IntentMap.parse(text.replace("records=3", "records=4")).readTo()).isEmpty();
    assertThat(
            IntentMap.parse(
                    text.replaceFirst("(?s)<!-- writ:intent .*/writ:intent INT-001 -->", ""))
                .readTo())
        .isEmpty();
    assertThat(IntentMap.parse("my own\n" + text + "more").readTo()).hasValue(12_345);
  }
}
