// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

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
  private final MemorySegment parser;

  TreeSitter(Natives natives) throws IOException {
    core = SymbolLookup.libraryLookup(natives.library("tree-sitter"), arena);
    parserSetLanguage =
        function("ts_parser_set_language", FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS, ADDRESS));
    parse =
        function(
            "ts_parser_parse_string",
            FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT));
    treeRoot = function("ts_tree_root_node", FunctionDescriptor.of(NODE, ADDRESS));
    treeDelete = function("ts_tree_delete", FunctionDescriptor.ofVoid(ADDRESS));
    cursorNew = function("ts_tree_cursor_new", FunctionDescriptor.of(CURSOR, NODE));
    cursorDelete = function("ts_tree_cursor_delete", FunctionDescriptor.ofVoid(ADDRESS));
    cursorNode = function("ts_tree_cursor_current_node", FunctionDescriptor.of(NODE, ADDRESS));
    cursorField =
        function("ts_tree_cursor_current_field_id", FunctionDescriptor.of(JAVA_SHORT, ADDRESS));
    cursorChild =
        function("ts_tree_cursor_goto_first_child", FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS));
    cursorNext =
        function("ts_tree_cursor_goto_next_sibling", FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS));
    cursorParent =
        function("ts_tree_cursor_goto_parent", FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS));
    nodeSymbol = function("ts_node_symbol", FunctionDescriptor.of(JAVA_SHORT, NODE));
    nodeStart = function("ts_node_start_byte", FunctionDescriptor.of(JAVA_INT, NODE));
    nodeEnd = function("ts_node_end_byte", FunctionDescriptor.of(JAVA_INT, NODE));
    parser = address(function("ts_parser_new", FunctionDescriptor.of(ADDRESS)));
  }

  private MethodHandle function(String name, FunctionDescriptor shape) {
    return linker.downcallHandle(core.findOrThrow(name), shape);
  }

  private static MemorySegment address(MethodHandle function, Object... arguments) {
    return (MemorySegment) called(function, arguments);
  }

  private static Object called(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// A grammar.
  ///
  /// @param pointer the `TSLanguage`
  /// @param kinds names by symbol
  /// @param named which of them have a name in the grammar
  /// @param fields names by number, the first empty
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Grammar(MemorySegment pointer, List<String> kinds, boolean[] named, List<String> fields) {}

  /// Loads a grammar.
  Grammar grammar(Natives natives, String name) throws IOException {
    SymbolLookup library =
        SymbolLookup.libraryLookup(natives.library("tree-sitter-" + name), arena);
    MethodHandle language =
        linker.downcallHandle(
            library.findOrThrow("tree_sitter_" + name.replace('-', '_')),
            FunctionDescriptor.of(ADDRESS));
    MemorySegment pointer = address(language);
    FunctionDescriptor count = FunctionDescriptor.of(JAVA_INT, ADDRESS);
    FunctionDescriptor text = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_SHORT);
    MethodHandle symbolName = function("ts_language_symbol_name", text);
    MethodHandle symbolType =
        function("ts_language_symbol_type", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_SHORT));
    int symbols = (int) called(function("ts_language_symbol_count", count), pointer);
    List<String> kinds = new ArrayList<>();
    boolean[] named = new boolean[symbols];
    for (int i = 0; i < symbols; i++) {
      kinds.add(string(address(symbolName, pointer, (short) i)));
      named[i] = (int) called(symbolType, pointer, (short) i) == SYMBOL_NAMED;
    }
    MethodHandle fieldName = function("ts_language_field_name_for_id", text);
    int fieldCount = (int) called(function("ts_language_field_count", count), pointer);
    List<String> fields = new ArrayList<>(List.of(""));
    for (int i = 1; i <= fieldCount; i++) {
      fields.add(string(address(fieldName, pointer, (short) i)));
    }
    return new Grammar(pointer, kinds, named, fields);
  }

  private static String string(MemorySegment pointer) {
    return pointer.address() == 0 ? "" : pointer.reinterpret(256).getString(0);
  }

  /// Hears of each node; says whether it wants to hear of more.
  interface Nodes {
    void enter(short kind, short field, int from, int to);

    void leave();
  }

  /// Parses a text and tells of its nodes.
  ///
  /// @param more asked before each node, with the number of those so far
  /// @return whether the text was parsed and all nodes were told
  boolean parse(Grammar grammar, byte[] text, Nodes nodes, IntPredicate more) {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment copy = own.allocate(text.length + 1L);
      MemorySegment.copy(text, 0, copy, JAVA_BYTE, 0, text.length);
      if (!(boolean) called(parserSetLanguage, parser, grammar.pointer())) {
        return false;
      }
      MemorySegment tree = address(parse, parser, MemorySegment.NULL, copy, text.length);
      if (tree.address() == 0) {
        return false;
      }
      try {
        return walk(tree, own, nodes, more);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      } finally {
        called(treeDelete, tree);
      }
    }
  }

  private boolean walk(MemorySegment tree, Arena own, Nodes nodes, IntPredicate more)
      throws Throwable {
    MemorySegment place = own.allocate(NODE);
    SegmentAllocator here = (_, _) -> place;
    MemorySegment cursor =
        (MemorySegment)
            cursorNew.invokeExact(
                (SegmentAllocator) own, (MemorySegment) treeRoot.invokeExact(here, tree));
    try {
      int count = 0;
      while (more.test(count++)) {
        MemorySegment node = (MemorySegment) cursorNode.invokeExact(here, cursor);
        nodes.enter(
            (short) nodeSymbol.invokeExact(node),
            (short) cursorField.invokeExact(cursor),
            (int) nodeStart.invokeExact(node),
            (int) nodeEnd.invokeExact(node));
        if ((boolean) cursorChild.invokeExact(cursor)) {
          continue;
        }
        nodes.leave();
        while (!(boolean) cursorNext.invokeExact(cursor)) {
          if (!(boolean) cursorParent.invokeExact(cursor)) {
            return true;
          }
          nodes.leave();
        }
      }
      return false;
    } finally {
      cursorDelete.invokeExact(cursor);
    }
  }

  @Override
  public void close() {
    called(function("ts_parser_delete", FunctionDescriptor.ofVoid(ADDRESS)), parser);
    arena.close();
  }
}
