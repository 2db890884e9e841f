// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.syntax;

import dev.writ.records.change.LineDiff;
import dev.writ.syntax.tree.SyntaxTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The declarations of one file, outer ones before those inside.
final class FileOutline {
  private static final Set<String> TYPES =
      Set.of(
          "class_declaration",
          "abstract_class_declaration",
          "interface_declaration",
          "enum_declaration",
          "record_declaration",
          "annotation_type_declaration",
          "class_definition",
          "class_specifier",
          "struct_specifier",
          "union_specifier",
          "enum_specifier",
          "namespace_definition",
          "namespace_declaration",
          "struct_item",
          "enum_item",
          "union_item",
          "trait_item",
          "impl_item",
          "mod_item",
          "type_spec",
          "protocol_declaration",
          "struct_declaration",
          "internal_module",
          "object_declaration",
          "companion_object",
          "trait_declaration",
          "type_definition",
          "class",
          "module",
          "type_alias_declaration",
          "typealias_declaration",
          "type_item");

  private static final Set<String> MEMBERS =
      Set.of(
          "method_declaration",
          "constructor_declaration",
          "compact_constructor_declaration",
          "annotation_type_element_declaration",
          "field_declaration",
          "enum_constant",
          "function_definition",
          "function_declaration",
          "generator_function_declaration",
          "method_definition",
          "abstract_method_signature",
          "method_signature",
          "property_signature",
          "public_field_definition",
          "field_definition",
          "function_signature",
          "function_item",
          "function_signature_item",
          "macro_definition",
          "const_item",
          "static_item",
          "method_elem",
          "constant_declaration",
          "enum_entry",
          "enum_variant",
          "enum_member_declaration",
          "enum_case",
          "declaration",
          "type_alias",
          "alias_declaration",
          "const_declaration",
          "delegate_declaration",
          "event_declaration",
          "event_field_declaration",
          "indexer_declaration",
          "destructor_declaration",
          "operator_declaration",
          "secondary_constructor",
          "protocol_property_declaration",
          "const_spec",
          "var_spec",
          "init_declaration",
          "deinit_declaration",
          "subscript_declaration",
          "protocol_function_declaration",
          "property_declaration",
          "method",
          "singleton_method",
          "preproc_function_def",
          "preproc_def");

  /// The text before the declaration that belongs to it.
  private static final Set<String> WRAPPERS =
      Set.of("decorated_definition", "export_statement", "template_declaration");

  /// Of nothing.
  static final FileOutline NONE = new FileOutline();

  private final List<DeclaredItem> declarations = new ArrayList<>();

  /// A declaration that is being read: its node's end, its anchor, whether others are its members.
  private record Around(int end, String anchor, boolean type) {}

  private FileOutline() {}

  static FileOutline of(SyntaxTree tree) {
    FileOutline outline = new FileOutline();
    int[] lines = lines(tree.bytes());
    Deque<Around> around = new ArrayDeque<>();
    int wrapper = -1;
    for (int i = 0; i < tree.count(); i++) {
      while (!around.isEmpty() && around.peek().end <= i) {
        around.pop();
      }
      wrapper = WRAPPERS.contains(tree.kind(i)) ? i : wrapper;
      boolean type = type(tree, i);
      boolean inFunction = !around.isEmpty() && !around.peek().type;
      if (!tree.named(i) || inFunction || !(type || member(tree, i))) {
        continue;
      }
      String name = DeclaredName.of(tree, i);
      if (name.isEmpty()) {
        continue;
      }
      String anchor = anchor(around, name, type);
      int first = wrapper >= 0 && tree.end(wrapper) == tree.end(i) ? wrapper : i;
      outline.declarations.add(
          new DeclaredItem(
              anchor, tree.kind(i), line(lines, tree.from(first)), line(lines, tree.to(i) - 1)));
      around.push(new Around(tree.end(i), anchor, type));
    }
    return outline;
  }

  private static boolean type(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    boolean mention = kind.endsWith("_specifier") && tree.child(node, "body") < 0;
    return TYPES.contains(kind) && !mention;
  }

  /// Members of types and of files count, what functions declare inside does not.
  private static boolean member(SyntaxTree tree, int node) {
    String kind = tree.kind(node);
    return MEMBERS.contains(kind)
        || kind.equals("variable_declarator")
        || (kind.equals("assignment") && tree.child(node, "left") >= 0);
  }

  private static String anchor(Deque<Around> around, String name, boolean type) {
    if (around.isEmpty()) {
      return name;
    }
    Around outer = around.peek();
    boolean part = type || outer.anchor.indexOf('#') >= 0 || name.indexOf('#') > 0;
    return outer.anchor + (part ? "." : "#") + name;
  }

  private static int[] lines(byte[] text) {
    int count = 1;
    for (byte b : text) {
      count += b == '\n' ? 1 : 0;
    }
    int[] starts = new int[count];
    int line = 1;
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '\n') {
        starts[line++] = i + 1;
      }
    }
    return starts;
  }

  private static int line(int[] starts, int offset) {
    int found = java.util.Arrays.binarySearch(starts, Math.max(0, offset));
    return found >= 0 ? found + 1 : -found - 1;
  }

  List<DeclaredItem> declarations() {
    return declarations;
  }

  /// The innermost declarations that hold lines of a range.
  ///
  /// @param from 1-based
  /// @param to the line after the last
  void innermost(int from, int to, Set<String> anchors) {
    DeclaredItem[] holding = new DeclaredItem[Math.max(0, to - from)];
    for (DeclaredItem item : declarations) {
      int first = Math.max(from, item.firstLine());
      int last = Math.min(to - 1, item.lastLine());
      for (int line = first; line <= last; line++) {
        holding[line - from] = item; // outer ones come first
      }
    }
    for (DeclaredItem item : holding) {
      if (item != null) {
        anchors.add(item.anchor());
      }
    }
  }

  /// The anchors that a change from one outline to another touched, in the order of the file.
  static List<String> changed(FileOutline before, FileOutline after, LineDiff diff, int most) {
    Set<String> anchors = new LinkedHashSet<>();
    Set<String> now = new LinkedHashSet<>();
    after.declarations.forEach(d -> now.add(d.anchor()));
    for (LineDiff.Hunk hunk : diff.hunks()) {
      after.innermost(hunk.newFrom() + 1, hunk.newTo() + 1, anchors);
      Set<String> old = new LinkedHashSet<>();
      before.innermost(hunk.oldFrom() + 1, hunk.oldTo() + 1, old);
      for (String anchor : old) {
        if (hunk.newFrom() == hunk.newTo() || !now.contains(anchor)) {
          anchors.add(anchor);
        }
      }
    }
    return anchors.stream().limit(most).toList();
  }
}
