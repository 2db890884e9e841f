// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.input;

import dev.writ.app.terminal.input.KeyPress.Name;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Makes keys of the bytes that terminals send: UTF-8, the sequences of xterm, of the kitty
/// protocol, of `modifyOtherKeys`, and bracketed paste. Answers of a terminal to questions are
/// passed over. Bytes may come in any pieces; a sequence that stays without an end is resolved by
/// [#timeout].
public final class KeyDecoder {
  private static final int ESC = 0x1B;
  private static final int BEL = 0x07;
  private static final byte[] PASTE_END = "\u001b[201~".getBytes(StandardCharsets.US_ASCII);

  /// Longer sequences are not keys.
  private static final int MOST_SEQUENCE = 64;

  /// Longer answers of a terminal are not waited for.
  private static final int MOST_ANSWER = 4096;

  private byte[] pending = {};
  private Optional<ByteArrayOutputStream> paste = Optional.empty();

  /// Takes bytes; what they complete.
  public List<KeyboardInput> take(byte[] bytes, int length) {
    byte[] all = Arrays.copyOf(pending, pending.length + length);
    System.arraycopy(bytes, 0, all, pending.length, length);
    List<KeyboardInput> inputs = new ArrayList<>();
    int at = 0;
    while (at < all.length) {
      int next = paste.isPresent() ? pasted(all, at, inputs) : next(all, at, inputs);
      if (next == at) {
        break;
      }
      at = next;
    }
    pending = Arrays.copyOfRange(all, at, all.length);
    return inputs;
  }

  /// Whether a sequence or a paste has begun.
  public boolean isIncomplete() {
    return pending.length > 0 || paste.isPresent();
  }

  /// Whether a paste has begun and not ended.
  public boolean isPasting() {
    return paste.isPresent();
  }

  /// Nothing came for a moment: a lone escape is the key, and what began a sequence is a key with
  /// Alt.
  public List<KeyboardInput> timeout() {
    byte[] rest = pending;
    pending = new byte[0];
    List<KeyboardInput> inputs = new ArrayList<>();
    if (paste.isPresent()) {
      finishPaste(rest, rest.length, inputs);
    } else if (rest.length == 1 && rest[0] == ESC) {
      inputs.add(new KeyboardInput.Pressed(KeyPress.of(Name.ESCAPE)));
    } else if (rest.length == 2 && rest[0] == ESC) {
      inputs.add(new KeyboardInput.Pressed(new KeyPress(Name.CHARACTER, rest[1], KeyPress.ALT)));
    }
    return inputs;
  }

  /// The index behind what was decoded; the same index where more bytes are needed.
  private int next(byte[] all, int at, List<KeyboardInput> inputs) {
    int first = all[at] & 0xFF;
    if (first == ESC) {
      return escape(all, at, inputs);
    }
    int length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (at + length > all.length) {
      return at;
    }
    if (length > 1) {
      String text = new String(all, at, length, StandardCharsets.UTF_8);
      inputs.add(new KeyboardInput.Pressed(KeyPress.of(text.codePointAt(0))));
      return at + length;
    }
    inputs.add(new KeyboardInput.Pressed(plain(first, 0)));
    return at + 1;
  }

  /// The key of a byte below 128.
  private static KeyPress plain(int code, int modifiers) {
    return switch (code) {
      case '\r' -> new KeyPress(Name.ENTER, 0, modifiers);
      case '\t' -> new KeyPress(Name.TAB, 0, modifiers);
      case 0x7F, '\b' -> new KeyPress(Name.BACKSPACE, 0, modifiers);
      case ESC -> new KeyPress(Name.ESCAPE, 0, modifiers);
      case 0 -> new KeyPress(Name.CHARACTER, ' ', modifiers | KeyPress.CONTROL);
      default ->
          code < ' '
              ? new KeyPress(
                  Name.CHARACTER,
                  code < ESC ? code + 0x60 : code + 0x40,
                  modifiers | KeyPress.CONTROL)
              : new KeyPress(Name.CHARACTER, code, modifiers);
    };
  }

  private int escape(byte[] all, int at, List<KeyboardInput> inputs) {
    if (at + 1 >= all.length) {
      return at;
    }
    int second = all[at + 1] & 0xFF;
    return switch (second) {
      case '[' -> control(all, at, inputs);
      case 'O' -> {
        if (at + 2 >= all.length) {
          yield at;
        }
        add(letter(all[at + 2], 0), inputs);
        yield at + 3;
      }
      case ']', 'P', '_', '^', 'X' -> answer(all, at, inputs);
      case ESC -> {
        inputs.add(new KeyboardInput.Pressed(KeyPress.of(Name.ESCAPE)));
        yield at + 1;
      }
      default -> {
        if (second >= 0x80) {
          yield unicode(all, at, inputs);
        }
        inputs.add(new KeyboardInput.Pressed(plain(second, KeyPress.ALT)));
        yield at + 2;
      }
    };
  }

  private int unicode(byte[] all, int at, List<KeyboardInput> inputs) {
    List<KeyboardInput> typed = new ArrayList<>();
    int next = next(all, at + 1, typed);
    if (next == at + 1) {
      return at;
    }
    typed.forEach(
        input -> {
          if (input instanceof KeyboardInput.Pressed(KeyPress key)) {
            inputs.add(
                new KeyboardInput.Pressed(new KeyPress(key.name(), key.character(), KeyPress.ALT)));
          }
        });
    return next;
  }

  /// A terminal's answer to a query, up to its end; Writ sends none.
  private static int answer(byte[] all, int at, List<KeyboardInput> inputs) {
    for (int i = at + 2; i < all.length; i++) {
      if (all[i] == BEL) {
        return i + 1;
      }
      if (all[i] == ESC && i + 1 < all.length && all[i + 1] == '\\') {
        return i + 2;
      }
      if (i - at > MOST_ANSWER) {
        inputs.add(new KeyboardInput.Pressed(KeyPress.of(Name.OTHER)));
        return i;
      }
    }
    return at;
  }

  /// `ESC [ parameters final`.
  private int control(byte[] all, int at, List<KeyboardInput> inputs) {
    int end = at + 2;
    while (end < all.length && (all[end] < 0x40 || all[end] > 0x7E) && all[end] != ESC) {
      end++;
    }
    if (end >= all.length && end - at < MOST_SEQUENCE) {
      return at;
    }
    if (end >= all.length || all[end] == ESC) {
      return end; // broken off
    }
    String parameters = new String(all, at + 2, end - at - 2, StandardCharsets.US_ASCII);
    if (parameters.equals("200") && all[end] == '~') {
      paste = Optional.of(new ByteArrayOutputStream());
    } else {
      add(ControlSequence.key(parameters, (char) all[end]), inputs);
    }
    return end + 1;
  }

  static Optional<KeyPress> letter(int letter, int modifiers) {
    Name name =
        switch (letter) {
          case 'A' -> Name.UP;
          case 'B' -> Name.DOWN;
          case 'C' -> Name.RIGHT;
          case 'D' -> Name.LEFT;
          case 'H' -> Name.HOME;
          case 'F' -> Name.END;
          case 'M' -> Name.ENTER;
          default -> Name.OTHER;
        };
    return Optional.of(new KeyPress(name, 0, modifiers));
  }

  static KeyPress character(int code, int modifiers) {
    if (code < 0x80 && (code < ' ' || code == 0x7F)) {
      return plain(code, modifiers);
    }
    boolean shifted = modifiers == KeyPress.SHIFT;
    int typed = shifted ? Character.toUpperCase(code) : Character.toLowerCase(code);
    return new KeyPress(Name.CHARACTER, typed, shifted ? 0 : modifiers);
  }

  private static void add(Optional<KeyPress> key, List<KeyboardInput> inputs) {
    key.ifPresent(pressed -> inputs.add(new KeyboardInput.Pressed(pressed)));
  }

  private int pasted(byte[] all, int at, List<KeyboardInput> inputs) {
    for (int i = at; i < all.length; i++) {
      if (all[i] == ESC) {
        int same = same(all, i);
        if (same == PASTE_END.length) {
          finishPaste(Arrays.copyOfRange(all, at, i), i - at, inputs);
          return i + PASTE_END.length;
        }
        if (i + same == all.length) {
          keep(all, at, i);
          return i;
        }
      }
    }
    keep(all, at, all.length);
    return all.length;
  }

  private void keep(byte[] all, int from, int to) {
    paste.ifPresent(text -> text.write(all, from, to - from));
  }

  private static int same(byte[] all, int at) {
    int same = 0;
    while (same < PASTE_END.length && at + same < all.length && all[at + same] == PASTE_END[same]) {
      same++;
    }
    return same;
  }

  private void finishPaste(byte[] last, int length, List<KeyboardInput> inputs) {
    paste.ifPresent(
        text -> {
          text.write(last, 0, length);
          String all = text.toString(StandardCharsets.UTF_8);
          inputs.add(new KeyboardInput.Pasted(all.replace("\r\n", "\n").replace('\r', '\n')));
        });
    paste = Optional.empty();
  }
}
