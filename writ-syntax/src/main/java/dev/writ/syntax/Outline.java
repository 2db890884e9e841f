// Implements: docs/spec/10-trace-and-audit.md §10.3 (Intent map and shared brain)
package dev.writ.syntax;

import dev.writ.kernel.ledger.LineDiff;
import dev.writ.syntax.tree.Tree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The declarations of one file, outer ones before those inside.
final class Outline {
  private static final int MAX_NAME = 80;

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
          "public_field_definition",
          "field_definition",
          "function_signature",
          "function_item",
          "function_signature_item",
          "macro_definition",
          "const_item",
          "static_item",
          "method_elem",
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

  /// Of nothing.
  static final Outline NONE = new Outline();

  private final List<Declaration> declarations = new ArrayList<>();

  /// A declaration that is being read: its node's end, its anchor, whether others are its members.
  private record Around(int end, String anchor, boolean type) {}

  private Outline() {}

  static Outline of(Tree tree) {
    Outline outline = new Outline();
    int[] lines = lines(tree.bytes());
    Deque<Around> around = new ArrayDeque<>();
    for (int i = 0; i < tree.count(); i++) {
      while (!around.isEmpty() && around.peek().end <= i) {
        around.pop();
      }
      boolean type = TYPES.contains(tree.kind(i));
      boolean inFunction = !around.isEmpty() && !around.peek().type;
      if (!tree.named(i) || inFunction || !(type || member(tree, i))) {
        continue;
      }
      String name = name(tree, i);
      if (name.isEmpty()) {
        continue;
      }
      String anchor = anchor(around, name, type);
      outline.declarations.add(
          new Declaration(
              anchor, tree.kind(i), line(lines, tree.from(i)), line(lines, tree.to(i) - 1)));
      around.push(new Around(tree.end(i), anchor, type));
    }
    return outline;
  }

  /// Members of types and of files count, what functions declare inside does not.
  private static boolean member(Tree tree, int node) {
    return MEMBERS.contains(tree.kind(node)) || function(tree, node);
  }

  /// A function that is the value of a name.
  private static boolean function(Tree tree, int node) {
    if (!tree.kind(node).equals("variable_declarator")) {
      return false;
    }
    int value = tree.child(node, "value");
    return value >= 0
        && (tree.kind(value).equals("arrow_function")
            || tree.kind(value).equals("function_expression"));
  }

  private static String anchor(Deque<Around> around, String name, boolean type) {
    if (around.isEmpty()) {
      return name;
    }
    Around outer = around.peek();
    return outer.anchor + (type || outer.anchor.indexOf('#') >= 0 ? "." : "#") + name;
  }

  private static String name(Tree tree, int node) {
    int name = tree.child(node, "name");
    String text = "";
    if (name >= 0) {
      text = tree.shown(name);
    } else if (tree.kind(node).equals("impl_item")) {
      int type = tree.child(node, "type");
      int plain = type < 0 ? -1 : tree.child(type, "type");
      text = type < 0 ? "" : tree.shown(plain < 0 ? type : plain);
    } else if (tree.child(node, "property") >= 0) {
      text = tree.shown(tree.child(node, "property"));
    } else {
      text = declarator(tree, node);
    }
    int receiver = tree.child(node, "receiver");
    if (receiver >= 0) {
      text = receiver(tree.shown(receiver)) + "#" + text;
    }
    boolean plain = text.length() <= MAX_NAME && text.chars().noneMatch(c -> c <= ' ' || c == '`');
    return plain ? text : "";
  }

  /// The name at the end of C's declarators; also Java's fields have one.
  private static String declarator(Tree tree, int node) {
    int at = node;
    for (int steps = 0; steps < 20; steps++) {
      int next = tree.child(at, "declarator");
      next = next < 0 ? tree.child(at, "name") : next;
      next = next < 0 && at != node ? inner(tree, at) : next;
      if (next < 0) {
        break;
      }
      if (tree.kind(next).equals("qualified_identifier")) {
        String text = tree.shown(next);
        int last = text.lastIndexOf("::");
        return text.substring(0, last).replace("::", ".") + "#" + text.substring(last + 2);
      }
      at = next;
    }
    return at != node && tree.leaf(at) ? tree.shown(at) : "";
  }

  private static int inner(Tree tree, int node) {
    return tree.kind(node).endsWith("declarator") && !tree.leaf(node)
        ? tree.end(node) > node + 1 ? node + 1 : -1
        : -1;
  }

  /// The type in a receiver of Go: `(s *Service[T])` is `Service`.
  private static String receiver(String text) {
    int end = text.length();
    int bracket = text.indexOf('[');
    end = bracket >= 0 ? bracket : text.indexOf(')') >= 0 ? text.indexOf(')') : end;
    int from = end;
    while (from > 0 && Character.isJavaIdentifierPart(text.charAt(from - 1))) {
      from--;
    }
    return text.substring(from, end);
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

  List<Declaration> declarations() {
    return declarations;
  }

  /// The innermost declarations that hold lines of a range.
  ///
  /// @param from 1-based
  /// @param to the line after the last
  void innermost(int from, int to, Set<String> anchors) {
    Declaration[] holding = new Declaration[Math.max(0, to - from)];
    for (Declaration declaration : declarations) {
      int first = Math.max(from, declaration.firstLine());
      int last = Math.min(to - 1, declaration.lastLine());
      for (int line = first; line <= last; line++) {
        holding[line - from] = declaration; // outer ones come first
      }
    }
    for (Declaration declaration : holding) {
      if (declaration != null) {
        anchors.add(declaration.anchor());
      }
    }
  }

  /// The anchors that a change from one outline to another touched, in the order of the file.
  static List<String> changed(Outline before, Outline after, LineDiff diff, int most) {
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
