// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineFormTest {
  private static List<LineForm> forms(String... lines) {
    List<LineForm> forms = new ArrayList<>();
    for (String line : lines) {
      forms.add(LineForm.of(line));
    }
    return forms;
  }

  @Test
  void layoutIsNoPartOfAForm() {
    long key = LineForm.of("  int x = f(a, b);").key();
    assertThat(LineForm.of("\tint  x=f( a,b );  ").key()).isEqualTo(key);
    assertThat(LineForm.of("int x = f(a, c);").key()).isNotEqualTo(key);
    assertThat(LineForm.of("intx = f(a, b);").key()).isNotEqualTo(key);
    assertThat(LineForm.of("int x = f(a b);").key()).isNotEqualTo(key);
  }

  @Test
  void whatALineTellsIsWeighed() {
    assertThat(LineForm.of("  });").weight()).isZero();
    assertThat(LineForm.of("").weight()).isZero();
    assertThat(LineForm.of("    return null;").weight()).isEqualTo(1);
    assertThat(LineForm.of("import java.util.List;").weight()).isEqualTo(1);
    assertThat(LineForm.of("  return sum;").weight()).isEqualTo(2);
    assertThat(LineForm.of("  total += left;").weight()).isEqualTo(3);
  }

  @Test
  void anyLineIsReadBackFromItsCodeAndAnyCodeIsRead() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      LineForm form = LineForm.of(new String(bytes, StandardCharsets.UTF_8).replace('\n', ' '));
      String code = form.code();
      assertThat(code).hasSize(LineForm.CODE_CHARS);
      assertThat(LineForm.read(code, 0)).isEqualTo(form);
      assertThat(LineForm.key(code.getBytes(StandardCharsets.US_ASCII), 0)).isEqualTo(form.key());
      String garbage = new String(bytes, StandardCharsets.ISO_8859_1) + "..........";
      assertThat(LineForm.read(garbage, 0)).isNotNull();
    }
  }

  @Test
  void splitAndJoinedLinesAreFoundAgain() {
    List<LineForm> old = forms("call(first, second, third(fourth));", "x = 1;", "y = \"2\";");
    List<LineForm> now =
        forms(
            "call(", "  first,", "  second, third(", "    fourth", "  ),", ")", "x = 1; y = '2';");
    assertThat(LineReflow.groups(old, now, new LineReflow.Group(0, 3, 0, 7)))
        .containsExactly(new LineReflow.Group(0, 1, 0, 6), new LineReflow.Group(1, 3, 6, 7));
  }

  @Test
  void alignmentIsAnIncreasingMatchOfEqualLines() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 300; i++) {
      long[] old = random.longs(random.nextInt(40), 0, 12).toArray();
      long[] now = random.longs(random.nextInt(40), 0, 12).toArray();
      int[] match = LineAlignment.of(old, now);
      int last = -1;
      for (int p = 0; p < now.length; p++) {
        if (match[p] != LineAlignment.NONE) {
          assertThat(match[p]).isGreaterThan(last);
          assertThat(old[match[p]]).isEqualTo(now[p]);
          last = match[p];
        }
      }
      assertThat(LineAlignment.of(now, now)).isSorted();
    }
  }

  @Test
  void anInsertionLiesWhereBracketsBalance() {
    List<String> text = List.of("f() {", "  x", "}", "g() {", "  y", "}");
    long[] now = forms(text.toArray(String[]::new)).stream().mapToLong(LineForm::key).toArray();
    long[] old = {now[0], now[1], now[2]};
    int[] match = LineAlignment.of(old, now);
    assertThat(InsertionSlide.slide(now, match, old.length, text).isEmpty()).isTrue();
    assertThat(match).containsExactly(0, 1, 2, -1, -1, -1);
  }
}
