// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// The C functions of tree-sitter, and a tree as a row of nodes. Lives in the parser's process
/// only: what it calls is foreign code.
///
/// Each shape of a function costs some 10 ms when it is first called, more than all else at the
/// start of this process. So whatever travels in one register is a `long` here, as the calling
/// conventions of x86-64 and AArch64 allow; of a narrower result only its own bits mean something.
@SuppressWarnings("restricted") // its module has native access in the parser's process
final class TreeSitter implements AutoCloseable {
  /// `TSNode` and `TSTreeCursor` of `tree_sitter/api.h`.
  private static final StructLayout NODE =
      MemoryLayout.structLayout(MemoryLayout.sequenceLayout(4, JAVA_INT), ADDRESS, ADDRESS);

  private static final StructLayout CURSOR =
      MemoryLayout.structLayout(
          ADDRESS,
          ADDRESS,
          MemoryLayout.sequenceLayout(3, JAVA_INT),
          MemoryLayout.paddingLayout(4));

  private static final FunctionDescriptor NULLARY = FunctionDescriptor.of(JAVA_LONG);
  private static final FunctionDescriptor UNARY = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG);
  private static final FunctionDescriptor BINARY =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG);

  /// Arguments for calls with up to six; unused ones are zero.
  private static final FunctionDescriptor SENARY =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private static final FunctionDescriptor TO_NODE = FunctionDescriptor.of(NODE, JAVA_LONG);
  private static final FunctionDescriptor OF_NODE = FunctionDescriptor.of(JAVA_LONG, NODE);

  private static final int SYMBOL_NAMED = 0;

  private final Arena arena = Arena.ofConfined();
  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup core;
  private final MethodHandle parserSetLanguage;
  private final MethodHandle parse;
  private final MethodHandle treeRoot;
  private final MethodHandle treeDelete;
  private final MethodHandle cursorNew;
  private final MethodHandle cursorDelete;
  private final MethodHandle cursorNode;
  private final MethodHandle cursorField;
  private final MethodHandle cursorChild;
  private final MethodHandle cursorNext;
  private final MethodHandle cursorParent;
  private final MethodHandle nodeSymbol;
  private final MethodHandle nodeStart;
  private final MethodHandle nodeEnd;
  private final long parser;

  TreeSitter(NativeLibraries natives) {
    core = SymbolLookup.libraryLookup(natives.library("tree-sitter"), arena);
    parserSetLanguage = function("ts_parser_set_language", BINARY);
    parse = function("ts_parser_parse_string", SENARY);
    treeRoot = function("ts_tree_root_node", TO_NODE);
    treeDelete = function("ts_tree_delete", UNARY);
    cursorNew = function("ts_tree_cursor_new", FunctionDescriptor.of(CURSOR, NODE));
    cursorDelete = function("ts_tree_cursor_delete", UNARY);
    cursorNode = function("ts_tree_cursor_current_node", TO_NODE);
    cursorField = function("ts_tree_cursor_current_field_id", UNARY);
    cursorChild = function("ts_tree_cursor_goto_first_child", UNARY);
    cursorNext = function("ts_tree_cursor_goto_next_sibling", UNARY);
    cursorParent = function("ts_tree_cursor_goto_parent", UNARY);
    nodeSymbol = function("ts_node_symbol", OF_NODE);
    nodeStart = function("ts_node_start_byte", OF_NODE);
    nodeEnd = function("ts_node_end_byte", OF_NODE);
    parser = nullary(function("ts_parser_new", NULLARY));
  }

  /// From now on this process can do no more than parse.
  ///
  /// @throws IOException where the operating system doesn't see to that
  void confine() throws IOException {
    ParserConfinement.enter(SENARY);
  }

  private MethodHandle function(String name, FunctionDescriptor shape) {
    return linker.downcallHandle(core.findOrThrow(name), shape);
  }

  private static long nullary(MethodHandle function) {
    try {
      return (long) function.invokeExact();
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private static long unary(MethodHandle function, long argument) {
    try {
      return (long) function.invokeExact(argument);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private static long binary(MethodHandle function, long first, long second) {
    try {
      return (long) function.invokeExact(first, second);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /// A C function throws nothing; the virtual machine may.
  private static RuntimeException failed(Throwable e) {
    return switch (e) {
      case RuntimeException unchecked -> unchecked;
      case Error error -> throw error;
      default -> new IllegalStateException(e);
    };
  }

  /// The value of a C `bool` in a register.
  private static boolean yes(long register) {
    return (register & 0xFF) != 0;
  }

  /// A grammar.
  ///
  /// @param pointer the `TSLanguage`
  /// @param kinds names by symbol
  /// @param named which of them have a name in the grammar
  /// @param fields names by number, the first empty
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Grammar(long pointer, List<String> kinds, boolean[] named, List<String> fields) {}

  /// Loads a grammar.
  Grammar grammar(NativeLibraries natives, String name) {
    SymbolLookup library =
        SymbolLookup.libraryLookup(natives.library("tree-sitter-" + name), arena);
    MemorySegment language = library.findOrThrow("tree_sitter_" + name.replace('-', '_'));
    long pointer = nullary(linker.downcallHandle(language, NULLARY));
    MethodHandle symbolName = function("ts_language_symbol_name", BINARY);
    MethodHandle symbolType = function("ts_language_symbol_type", BINARY);
    int symbols = (int) unary(function("ts_language_symbol_count", UNARY), pointer);
    List<String> kinds = new ArrayList<>();
    boolean[] named = new boolean[symbols];
    for (int i = 0; i < symbols; i++) {
      kinds.add(string(binary(symbolName, pointer, i)));
      named[i] = (int) binary(symbolType, pointer, i) == SYMBOL_NAMED;
    }
    MethodHandle fieldName = function("ts_language_field_name_for_id", BINARY);
    int fieldCount = (int) unary(function("ts_language_field_count", UNARY), pointer);
    List<String> fields = new ArrayList<>(List.of(""));
    for (int i = 1; i <= fieldCount; i++) {
      fields.add(string(binary(fieldName, pointer, i)));
    }
    return new Grammar(pointer, kinds, named, fields);
  }

  private static String string(long address) {
    return address == 0 ? "" : MemorySegment.ofAddress(address).reinterpret(256).getString(0);
  }

  /// Receives each node; returns whether to continue.
  interface Nodes {
    void enter(short kind, short field, int from, int to);

    void leave();
  }

  /// Parses a text and reports its nodes.
  ///
  /// @param more asked before each node, with the number of those so far
  /// @return whether the text was parsed and all nodes were reported
  boolean parse(Grammar grammar, byte[] text, Nodes nodes, IntPredicate more) {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment copy = own.allocate(text.length + 1L);
      MemorySegment.copy(text, 0, copy, JAVA_BYTE, 0, text.length);
      if (!yes(binary(parserSetLanguage, parser, grammar.pointer()))) {
        return false;
      }
      long tree = (long) parse.invokeExact(parser, 0L, copy.address(), (long) text.length, 0L, 0L);
      if (tree == 0) {
        return false;
      }
      try {
        return walk(tree, own, nodes, more);
      } finally {
        unary(treeDelete, tree);
      }
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private boolean walk(long tree, Arena own, Nodes nodes, IntPredicate more) throws Throwable {
    MemorySegment place = own.allocate(NODE);
    SegmentAllocator here = (_, _) -> place;
    MemorySegment root = (MemorySegment) treeRoot.invokeExact(here, tree);
    MemorySegment kept = (MemorySegment) cursorNew.invokeExact((SegmentAllocator) own, root);
    long cursor = kept.address();
    try {
      int count = 0;
      while (more.test(count++)) {
        MemorySegment node = (MemorySegment) cursorNode.invokeExact(here, cursor);
        nodes.enter(
            (short) (long) nodeSymbol.invokeExact(node),
            (short) unary(cursorField, cursor),
            (int) (long) nodeStart.invokeExact(node),
            (int) (long) nodeEnd.invokeExact(node));
        if (yes(unary(cursorChild, cursor))) {
          continue;
        }
        nodes.leave();
        while (!yes(unary(cursorNext, cursor))) {
          if (!yes(unary(cursorParent, cursor))) {
            return true;
          }
          nodes.leave();
        }
      }
      return false;
    } finally {
      unary(cursorDelete, cursor);
    }
  }

  @Override
  public void close() {
    unary(function("ts_parser_delete", UNARY), parser);
    arena.close();
  }
}
