// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.compare;

import dev.writ.kernel.ledger.Lexis;
import dev.writ.syntax.compare.Token.Role;
import dev.writ.syntax.tree.Language;
import dev.writ.syntax.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Makes items of a tree. Trees may be as deep as their text is long, so only declarations within
/// declarations are followed by calls, and those not forever.
final class ItemBuilder {
  private static final int DEEPEST = 50;

  private static final Set<String> FUNCTIONS =
      Set.of(
          "arrow_function",
          "function_expression",
          "lambda_expression",
          "lambda",
          "func_literal",
          "closure_expression",
          "lambda_literal",
          "anonymous_function");

  private final Tree tree;
  private final Facts facts;
  private final Bindings bindings;

  /// Whether the declarations being read are a trait's, whose names are not their own.
  private boolean inTrait;

  private ItemBuilder(Tree tree, Language language) {
    this.tree = tree;
    this.facts = new Facts(language);
    this.bindings = new Bindings(language);
  }

  /// The file as one item, which holds all others.
  static Item of(Tree tree, Language language) {
    ItemBuilder builder = new ItemBuilder(tree, language);
    return builder.new Walk(new Item("file", Item.Order.BOUND), 0, 0).item(0);
  }

  private List<Item> items(int body, int depth) {
    List<Item> items = new ArrayList<>();
    int last = tree.from(body);
    for (int i = body + 1; i < tree.end(body); i = tree.end(i)) {
      if (Facts.comment(tree, i) && !Lexis.directive(tree.bytes(), tree.from(i), tree.to(i))) {
        last = tree.to(i);
        continue;
      }
      Item item = new Item(tree.kind(i), facts.order(tree, i));
      if (!tree.named(i) && facts.idle(tree, i, body, -1)) {
        last = tree.to(i);
        continue;
      }
      new Walk(item, last, depth).item(i);
      last = tree.to(i);
      items.add(item);
    }
    return items;
  }

  /// One item's walk.
  private final class Walk {
    private final Item item;
    private final int depth;
    private int[] open = new int[32];
    private boolean[] within = new boolean[32];
    private int height;
    private int last;
    private int functions;
    private int blocks;
    private int texts;
    private int curious;
    private int macros;
    private boolean reachesOut;

    Walk(Item item, int last, int depth) {
      this.item = item;
      this.last = last;
      this.depth = depth;
    }

    Item item(int root) {
      int before = -1;
      for (int i = root; i < tree.end(root); ) {
        while (height > 0 && tree.end(open[height - 1]) <= i) {
          before = open[height - 1];
          leave();
        }
        int parent = height == 0 ? -1 : open[height - 1];
        int next = step(i, parent, before);
        before = next == tree.end(i) ? i : -1;
        i = next;
      }
      while (height > 0) {
        leave();
      }
      if (reachesOut) {
        item.locals().clear();
      }
      item.close();
      return item;
    }

    /// Takes one node in; returns the next one to look at.
    private int step(int node, int parent, int before) {
      gap(tree.from(node));
      if (Facts.comment(tree, node)) {
        if (Lexis.directive(tree.bytes(), tree.from(node), tree.to(node))) {
          add(Role.LITERAL, "", "", tree.text(node));
        }
        last = tree.to(node);
        return tree.end(node);
      }
      if (parent >= 0 && facts.idle(tree, node, parent, before)) {
        last = tree.to(node);
        return tree.end(node);
      }
      reachesOut |= bindings.reachesOut(tree, node);
      String above = parent < 0 ? "" : tree.kind(parent);
      if (depth < DEEPEST && facts.body(tree, node, above)) {
        item.tokens().add(Token.PARTS);
        boolean outer = inTrait;
        inTrait = above.equals("impl_item") && tree.child(parent, "trait") >= 0;
        item.bodies().add(items(node, depth + 1));
        inTrait = outer;
        last = tree.to(node);
        return tree.end(node);
      }
      if (tree.leaf(node)) {
        leaf(node, parent);
        last = tree.to(node);
        return node + 1;
      }
      enter(node, parent);
      return node + 1;
    }

    private void leaf(int node, int parent) {
      if (facts.twofold(tree, node)) {
        add(Role.FIXED, tree.kind(node), tree.field(node), tree.text(node));
      } else if (facts.name(tree, node)) {
        name(node, parent);
      } else {
        mentions(node);
        String written = facts.written(tree, node);
        if (!written.isEmpty() || !tree.kind(node).equals("jsx_text")) {
          add(Role.LITERAL, facts.kind(tree, node), tree.field(node), written);
        }
      }
    }

    /// Names in texts that are put in where the text is used.
    private void mentions(int node) {
      String kind = tree.kind(node);
      if (kind.equals("preproc_arg")) {
        for (String word : Facts.words(tree.text(node))) {
          item.declared().add(word);
          add(Role.FIXED, "", "", word);
        }
      } else if (kind.equals("string_content") && macros > 0) {
        for (String word : Facts.arguments(tree.text(node))) {
          add(Role.NAME, "", "", word);
        }
      }
    }

    private void name(int node, int parent) {
      String name = facts.name(tree, node, parent);
      boolean binds = parent >= 0 && bindings.binds(tree, node, parent, within[height - 1]);
      boolean fixed = curious > 0 || (parent >= 0 && Members.key(tree, node, parent));
      if (binds) {
        boolean own = functionOf(parent) && tree.field(node).equals("name");
        boolean declarator = tree.kind(parent).equals("function_declarator");
        fixed |= declarator && Members.overrides(tree, parent);
        fixed |= own && (Members.overrides(tree, parent) || (inTrait && functions == 1));
        if (declarator && blocks > 0) {
          binds = false;
        } else if (functions - (own || declarator ? 1 : 0) > 0 && !bindings.field(tree, parent)) {
          item.locals().add(name);
        } else {
          item.declared().add(name);
        }
      }
      Role role =
          parent >= 0 && !binds && Members.member(tree, node, parent) ? Role.MEMBER : Role.NAME;
      add(fixed ? Role.FIXED : role, tree.kind(node), tree.field(node), name);
    }

    private boolean functionOf(int node) {
      return facts.callable(tree.kind(node));
    }

    private void enter(int node, int parent) {
      if (height == open.length) {
        open = Arrays.copyOf(open, height * 2);
        within = Arrays.copyOf(within, height * 2);
      }
      boolean binds = parent >= 0 && bindings.binds(tree, node, parent, within[height - 1]);
      open[height] = node;
      within[height++] = binds;
      count(node, 1);
      add(Role.OPEN, tree.kind(node), tree.field(node), "");
    }

    private void leave() {
      int node = open[--height];
      gap(tree.to(node));
      count(node, -1);
      item.tokens().add(Token.CLOSED);
    }

    private void count(int node, int step) {
      String kind = tree.kind(node);
      if (facts.callable(kind) || FUNCTIONS.contains(kind)) {
        functions += step;
      } else if (kind.equals("compound_statement")) {
        blocks += step;
      } else if (Facts.text(kind)) {
        texts += step;
      } else if (kind.equals("macro_invocation")) {
        macros += step;
        curious += Members.curious(tree, node) ? step : 0;
      }
    }

    /// What is written between nodes counts, but for blank space where that means nothing.
    private void gap(int to) {
      if (last < to) {
        String text = new String(tree.bytes(), last, to - last, StandardCharsets.ISO_8859_1);
        String kept = texts > 0 ? text : text.replace("\\\r\n", " ").replace("\\\n", " ").strip();
        if (!kept.isEmpty()) {
          add(Role.LITERAL, "", "", kept);
        } else if (height > 0
            && text.indexOf('\n') >= 0
            && facts.endsAtLine(tree, open[height - 1], last, to)) {
          add(Role.LITERAL, "", "", "\n");
        }
        last = to;
      }
    }

    private void add(Role role, String kind, String field, String text) {
      item.tokens().add(new Token(role, kind, field, text));
    }
  }
}
