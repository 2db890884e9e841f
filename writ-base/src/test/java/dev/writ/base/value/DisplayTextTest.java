// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.base.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.InvisibleCharacters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Display of deceptive text.
class DisplayTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0x7F, 0x80, 0x85, 0x9B, 0x9D, 0xA0, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x1680, 0x17B4,
        0x17B5, 0x180B, 0x180C, 0x180D, 0x180E, 0x180F, 0x2000, 0x2007, 0x200A, 0x200B, 0x200C,
        0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x202F, 0x205F, 0x2060, 0x2064,
        0x2065, 0x2066, 0x2069, 0x206F, 0x2800, 0x3000, 0x3164, 0xE000, 0xFE00, 0xFE0F, 0xFEFF,
        0xFFA0, 0xFFF0, 0xFFF9, 0x110BD, 0x13430, 0x16FE4, 0x1BCA0, 0x1D159, 0x1D173, 0xE0001,
        0xE0020, 0xE0041, 0xE007F, 0xE0100, 0xE01EF, 0xE0FFF, 0x10FFFD
      })
  void whatNobodySeesIsShown(int code) {
    String text = "a" + Character.toString(code) + "b";
    String shown = "a⟨U+%04X⟩b".formatted(code);
    assertThat(DisplayText.line(text)).isEqualTo(shown);
    assertThat(DisplayText.text(text)).isEqualTo(shown);
    assertThat(DisplayText.line(text)).isEqualTo(shown);
    assertThat(DisplayText.name(text)).isEqualTo(shown);
  }

  @Test
  void noCharacterWithoutAShapeStays() {
    for (int code = 0x7F; code <= Character.MAX_CODE_POINT; code++) {
      if (Character.isISOControl(code)
          || Character.isIdentifierIgnorable(code)
          || Character.isSpaceChar(code)
          || Character.getType(code) == Character.FORMAT) {
        String text = Character.toString(code);
        assertThat(DisplayText.line(text)).isNotEqualTo(text);
        assertThat(DisplayText.text(text)).isNotEqualTo(text);
        assertThat(DisplayText.name(text)).isNotEqualTo(text);
      }
    }
  }

  @Test
  void aPlacePassesNeitherForTwoNorForWordsAroundIt() {
    assertThat(DisplayText.place("src/Für_b-1.java~")).isEqualTo("src/Für_b-1.java~");
    assertThat(DisplayText.place("a and b")).isEqualTo("\"a and b\"");
    assertThat(DisplayText.place("a, b")).isEqualTo("\"a, b\"");
    assertThat(DisplayText.place("a;b")).isEqualTo("\"a;b\"");
    assertThat(DisplayText.place("a\" and \"b")).isEqualTo("\"a\\\" and \\\"b\"");
    assertThat(DisplayText.place("a\\")).isEqualTo("\"a\\\\\"");
    assertThat(DisplayText.place("")).isEqualTo("\"\"");
    assertThat(DisplayText.name(DisplayText.place("a\ncan be undone")))
        .isEqualTo("\"a⟨U+000A⟩can be undone\"");
  }

  @Test
  void aSymbolKeepsItsColouredFormButNotInAName() {
    assertThat(DisplayText.text("⚠\uFE0F ok")).isEqualTo("⚠\uFE0F ok");
    assertThat(DisplayText.text("⚠\uFE0F\uFE0F")).isEqualTo("⚠\uFE0F⟨U+FE0F⟩");
    assertThat(DisplayText.text("1\uFE0F")).isEqualTo("1⟨U+FE0F⟩");
    assertThat(DisplayText.name("⚠\uFE0F")).isEqualTo("⚠⟨U+FE0F⟩");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "👨‍👩‍👧‍👦",
        "👩🏽‍💻",
        "👩‍❤️‍💋‍👨",
        "🧑🏻‍🤝‍🧑🏿",
        "🏳️‍🌈",
        "🏴‍☠️",
        "🏃🏽‍♀️‍➡️",
        "🧑‍🦯‍➡️",
        "❤️‍🔥",
        "🐻‍❄️",
        "🫱🏻‍🫲🏿",
        "🧞‍♂️",
        "🤷🏾‍♂️",
        "1️⃣",
        "*️⃣",
        "👍🏽",
        "🇩🇪",
        "🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC73\uDB40\uDC63\uDB40\uDC74\uDB40\uDC7F"
      })
  void aKnownEmojiOfSeveralCharactersStaysButNotInAName(String emoji) {
    String text = "a " + emoji + emoji + " b";
    assertThat(DisplayText.text(text)).isEqualTo(text);
    assertThat(DisplayText.line(text)).isEqualTo(text);
    if (emoji.codePoints().anyMatch(InvisibleCharacters::contains)) {
      assertThat(DisplayText.name(text)).contains("⟨U+").doesNotContain(emoji);
    }
  }

  /// What no font joins could carry hidden text.
  @ParameterizedTest
  @CsvSource({
    "😀\u200D😀, 😀⟨U+200D⟩😀",
    "👨\u200D👩\u200D, 👨\u200D👩⟨U+200D⟩",
    "👨\u200D\u200D👩, 👨⟨U+200D⟩⟨U+200D⟩👩",
    "👨\u200D🍕, 👨⟨U+200D⟩🍕",
    "\u200D👩, ⟨U+200D⟩👩",
    "a\u200D👩, a⟨U+200D⟩👩",
    "👍🏽🏽\uFE0F, 👍🏽🏽\uFE0F",
    "👍🏽\uFE0F, 👍🏽⟨U+FE0F⟩",
    "🚀🏽\u200D💻, 🚀🏽⟨U+200D⟩💻",
    "1\uFE0F2, 1⟨U+FE0F⟩2",
    "a\uFE0F\u20E3, a⟨U+FE0F⟩\u20E3",
    "😀\uDB40\uDC67, 😀⟨U+E0067⟩",
    "🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC7F, 🏴⟨U+E0067⟩⟨U+E0062⟩⟨U+E007F⟩",
  })
  void aJoinerOrTagAnywhereElseIsShown(String text, String shown) {
    assertThat(DisplayText.text(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "src/аdmin.txt,src/⟨U+0430⟩dmin.txt",
    "src/conf\u0456g.yaml,src/conf⟨U+0456⟩g.yaml",
    "src/сосо.txt,src/⟨U+0441⟩⟨U+043E⟩⟨U+0441⟩⟨U+043E⟩.txt",
    "create оо/main.c,create ⟨U+043E⟩⟨U+043E⟩/main.c",
    "sеrver-main,s⟨U+0435⟩rver-main",
    "gοοd,g⟨U+03BF⟩⟨U+03BF⟩d",
    "Αlpha,⟨U+0391⟩lpha",
    "Ꭺdmin,⟨U+13AA⟩dmin",
    "ᎪᎡ.txt,⟨U+13AA⟩⟨U+13A1⟩.txt",
    "ꓐuild,⟨U+A4D0⟩uild",
    "ｇit,⟨U+FF47⟩it",
    "𝐠it,⟨U+1D420⟩it",
    "src∕main,src⟨U+2215⟩main",
    "src⁄main,src⟨U+2044⟩main",
    "src／main,src⟨U+FF0F⟩main",
    "a․txt,a⟨U+2024⟩txt",
    "rm –rf,rm ⟨U+2013⟩rf",
    "ɡit,⟨U+0261⟩it",
    "cafe\u0301,cafe⟨U+0301⟩",
    "'a.txt ',a.txt⟨U+0020⟩",
    "'sh -c x            ? cat a.txt',sh -c x⟨U+0020×12⟩? cat a.txt",
    "'a       b',a       b",
    "'          indented','          indented'",
    "'                              far',⟨U+0020×30⟩far",
    "'а            ',⟨U+0430⟩⟨U+0020×12⟩",
    "ſecret,⟨U+017F⟩ecret",
    "\u212Aey,⟨U+212A⟩ey",
    "pаγ,p⟨U+0430⟩⟨U+03B3⟩",
    "a_а1,a_⟨U+0430⟩1"
  })
  void aNameThatPassesForAnotherIsShown(String name, String shown) {
    assertThat(DisplayText.name(name)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/naïve café.txt",
        "данные/отчёт-2026.txt",
        "создать src/README-файл.md",
        "δοκιμή/αρχείο.txt",
        "テストtest.java",
        "日本語/ファイル.txt",
        "src/한국어test.kt",
        "עברית.txt",
        "grüße/ÅÄÖ_1.md",
        "İstanbul/ğüş.txt",
        "a😀.txt",
        "plain"
      })
  void namesOfOtherLanguagesStayReadable(String name) {
    assertThat(DisplayText.name(name)).isEqualTo(name);
  }
}
