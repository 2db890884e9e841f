// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.filter;

import dev.writ.sandbox.os.Syscall;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The instructions of a [SyscallFilter], put together by the numbers of system calls
/// (`linux/bpf_common.h`).
abstract sealed class FilterCode permits SyscallFilter {
  static final int ALLOW = 0x7fff0000;

  /// Instructions: load a word of `seccomp_data`, mask it, compare it.
  static final int LOAD = 0x20;

  static final int AND = 0x54;
  static final int IF_EQUAL = 0x15;
  static final int IF_GREATER = 0x25;
  static final int IF_AT_LEAST = 0x35;
  static final int IF_ANY_BIT = 0x45;

  private static final int RETURN = 0x06;
  private static final int JUMP = 0x05;
  private static final int BYTES = 8;

  /// So many numbers are compared one after the other.
  private static final int MOST_IN_A_ROW = 3;

  private record Instruction(int code, int ifTrue, int ifFalse, int value) {}

  /// The checks before the system call's number.
  private final List<Instruction> start = new ArrayList<>();

  /// The rules for each number; a number without a rule is allowed.
  private final TreeMap<Integer, List<Instruction>> calls = new TreeMap<>();

  private List<Instruction> current = start;

  final void on(Syscall call, int result) {
    if (call.number() >= 0) {
      begin(call);
      end(result);
    }
  }

  /// The following rules apply to this call only, after the earlier ones.
  final void begin(Syscall call) {
    boolean exists = call.number() >= 0;
    current =
        exists ? calls.computeIfAbsent(call.number(), _ -> new ArrayList<>()) : new ArrayList<>();
  }

  final void argument(int index) {
    add(LOAD, 0, 0, 16 + 8 * index);
  }

  final void end(int result) {
    add(RETURN, 0, 0, result);
  }

  final void add(int code, int ifTrue, int ifFalse, int value) {
    current.add(new Instruction(code, ifTrue, ifFalse, value));
  }

  /// The program. It finds a number by halves: the kernel asks it about every number there is when
  /// it is installed, and about most calls that open a file.
  final byte[] bytes() {
    List<Instruction> all = new ArrayList<>(start);
    all.addAll(among(List.copyOf(calls.keySet())));
    ByteBuffer program = ByteBuffer.allocate(all.size() * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (Instruction one : all) {
      program.putShort((short) one.code);
      program.put((byte) one.ifTrue).put((byte) one.ifFalse).putInt(one.value);
    }
    return program.array();
  }

  /// Decides where the number is one of these or unknown. All that was not decided is allowed.
  private List<Instruction> among(List<Integer> numbers) {
    List<Instruction> all = new ArrayList<>();
    int half = numbers.size() / 2;
    if (numbers.size() > MOST_IN_A_ROW) {
      List<Instruction> below = among(numbers.subList(0, half));
      all.add(new Instruction(IF_AT_LEAST, 0, 1, numbers.get(half)));
      all.add(new Instruction(JUMP, 0, 0, below.size()));
      all.addAll(below);
      all.addAll(among(numbers.subList(half, numbers.size())));
      return all;
    }
    for (int number : numbers) {
      List<Instruction> said = new ArrayList<>(calls.getOrDefault(number, List.of()));
      if (said.size() > 1) { // a single one is an end itself
        said.add(new Instruction(RETURN, 0, 0, ALLOW));
      }
      all.add(new Instruction(IF_EQUAL, 0, said.size(), number));
      all.addAll(said);
    }
    all.add(new Instruction(RETURN, 0, 0, ALLOW));
    return all;
  }

  /// The same program where another value is compared with.
  static byte[] replaced(byte[] program, int value, int other) {
    byte[] result = program.clone();
    ByteBuffer code = ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < result.length; at += BYTES) {
      if (code.getShort(at) == IF_EQUAL && code.getInt(at + 4) == value) {
        code.putInt(at + 4, other);
      }
    }
    return result;
  }
}
