// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.item;

import dev.writ.records.change.LexicalSyntax;
import dev.writ.syntax.item.TreeToken.TokenRole;
import dev.writ.syntax.tree.GrammarLanguage;
import dev.writ.syntax.tree.SyntaxTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes items of a tree. Trees may be as deep as their text is long, so only declarations within
/// declarations are followed by calls, and those not forever.
public final class ItemBuilder {
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

  private final SyntaxTree tree;
  private final GrammarFacts facts;
  private final SpellingNormalizer spelling;
  private final ItemPlacement placement;
  private final NameBindings bindings;
  private final GrammarLanguage language;

  private ItemBuilder(SyntaxTree tree, GrammarLanguage language) {
    this.tree = tree;
    this.language = language;
    this.facts = new GrammarFacts(language);
    this.spelling = new SpellingNormalizer(language);
    this.placement = new ItemPlacement(language);
    this.bindings = new NameBindings(language);
  }

  /// The file as one item, which holds all others.
  public static ComparedItem of(SyntaxTree tree, GrammarLanguage language) {
    ItemBuilder builder = new ItemBuilder(tree, language);
    return builder.new Walk(new ComparedItem("file", 0, ComparedItem.Order.BOUND), 0, 0).item(0);
  }

  private List<ComparedItem> items(int body, int parent, int depth, TypeHeritage type) {
    List<ComparedItem> items = new ArrayList<>();
    items(body, body, depth, items);
    ImportOrder.gather(items, language);
    for (ComparedItem item : items) {
      boolean method = language == GrammarLanguage.GO && item.kind().equals("method_declaration");
      if (method || (parent >= 0 && GrammarFacts.type(tree.kind(parent)))) {
        item.partOf(type, MemberNames.inherited(tree, item.node(), language, type));
      }
    }
    return items;
  }

  private void items(int body, int group, int depth, List<ComparedItem> items) {
    int last = tree.from(group);
    int comment = -1;
    for (int i = group + 1; i < tree.end(group); i = tree.end(i)) {
      if (GrammarFacts.comment(tree, i)
          && !LexicalSyntax.directive(tree.bytes(), tree.from(i), tree.to(i))) {
        comment = i;
      } else if (facts.group(tree, i)) {
        items(body, i, depth, items);
        if (comment >= 0 && tree.end(comment) == i && ImportOrder.program(tree, i)) {
          items
              .getLast()
              .tokens()
              .add(new TreeToken(TokenRole.LITERAL, "", "", tree.text(comment)));
          items.getLast().close();
        }
      } else if (!(group != body && !tree.named(i))
          && !(!tree.named(i) && facts.idle(tree, i, body, -1))
          && !facts.nothing(tree, i, body)) {
        ComparedItem item = new ComparedItem(tree.kind(i), i, placement.order(tree, i));
        new Walk(item, last, depth).item(i);
        items.add(item);
      }
      last = tree.to(i);
    }
  }

  /// One item's walk.
  private final class Walk {
    private final ComparedItem item;
    private final int depth;
    private int[] open = new int[32];
    private boolean[] within = new boolean[32];
    private @Nullable String[] silent = new @Nullable String[32];
    private int height;
    private int last;
    private int functions;
    private int blocks;
    private int texts;
    private int curious;
    private int macros;
    private boolean reachesOut;
    private final Set<String> named = new HashSet<>();

    Walk(ComparedItem item, int last, int depth) {
      this.item = item;
      this.last = last;
      this.depth = depth;
    }

    ComparedItem item(int root) {
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
      if (GrammarFacts.comment(tree, node)) {
        if (LexicalSyntax.directive(tree.bytes(), tree.from(node), tree.to(node))) {
          add(TokenRole.LITERAL, "", "", tree.text(node));
        }
        last = tree.to(node);
        return tree.end(node);
      }
      boolean held =
          parent >= 0 && silent[height - 1] != null && SpellingNormalizer.bracket(tree, node);
      if (held
          || (parent >= 0 && facts.idle(tree, node, parent, before))
          || facts.nothing(tree, node, parent)) {
        last = tree.to(node);
        return tree.end(node);
      }
      Optional<String> said = spelling.text(tree, node, parent);
      if (said.isPresent()) {
        add(TokenRole.LITERAL, "text", field(node, parent), said.get());
        if (!ImportOrder.source(tree, node, parent, above())) {
          facts.keyword(said.get()).ifPresent(name -> add(TokenRole.FIXED, "", "", name));
        }
        last = tree.to(node);
        return tree.end(node);
      }
      reachesOut |= bindings.reachesOut(tree, node);
      String above = parent < 0 ? "" : tree.kind(parent);
      if (depth < DEEPEST && facts.body(tree, node, above)) {
        item.tokens().add(TreeToken.PARTS);
        TypeHeritage heritage =
            parent < 0 ? TypeHeritage.NONE : TypeHeritage.of(tree, parent, facts);
        item.builtOn(heritage);
        item.bodies().add(items(node, parent, depth + 1, heritage));
        last = tree.to(node);
        return tree.end(node);
      }
      if (parent >= 0
          && language == GrammarLanguage.PYTHON
          && ImportOrder.name(tree, node, parent)) {
        return importedNames(node, parent);
      }
      if (tree.leaf(node)) {
        leaf(node, parent);
        last = tree.to(node);
        return node + 1;
      }
      enter(node, parent);
      return node + 1;
    }

    /// The names that one `import` of Python takes; their order means nothing.
    private int importedNames(int first, int parent) {
      List<ComparedItem> names = new ArrayList<>();
      for (int i = first; i < tree.end(parent); i = tree.end(i)) {
        if (ImportOrder.name(tree, i, parent)) {
          names.add(
              new Walk(new ComparedItem("name", i, ComparedItem.Order.FREE), tree.from(i), depth)
                  .item(i));
        }
      }
      item.tokens().add(TreeToken.PARTS);
      item.bodies().add(names);
      last = tree.to(parent);
      return tree.end(parent);
    }

    private void leaf(int node, int parent) {
      if (facts.twofold(tree, node) || SpellingNormalizer.twofold(tree, parent)) {
        twofold(node, parent);
      } else if (facts.name(tree, node)) {
        name(node, parent, tree.kind(node), field(node, parent));
      } else {
        mentions(node);
        if (parent >= 0 && facts.lopsided(tree, node, parent)) {
          add(TokenRole.LITERAL, "", "", " ");
        }
        String written = facts.written(tree, node);
        if (!written.isEmpty() || !tree.kind(node).equals("jsx_text")) {
          add(TokenRole.LITERAL, facts.kind(tree, node), field(node, parent), written);
        }
      }
    }

    /// A part's name that is a variable's too, as if both were written.
    private void twofold(int node, int parent) {
      String text = tree.text(node);
      switch (tree.kind(node)) {
        case "shorthand_property_identifier" -> {
          key("pair", text);
          add(TokenRole.NAME, "identifier", "value", text);
          item.tokens().add(TreeToken.CLOSED);
        }
        case "shorthand_property_identifier_pattern" -> {
          boolean alone = !tree.kind(parent).equals("object_assignment_pattern");
          key("pair_pattern", text);
          if (alone) {
            name(node, parent, "identifier", "value");
            item.tokens().add(TreeToken.CLOSED);
          } else {
            add(TokenRole.OPEN, "assignment_pattern", "value", "");
            name(node, parent, "identifier", "left");
          }
        }
        case "shorthand_field_identifier" -> {
          add(TokenRole.MEMBER, "field_identifier", "name", text);
          add(TokenRole.LITERAL, ":", "", ":");
          name(node, parent, "identifier", "pattern");
        }
        default -> {
          add(TokenRole.MEMBER, "field_identifier", "field", text);
          add(TokenRole.LITERAL, ":", "", ":");
          name(node, parent, "identifier", "value");
        }
      }
    }

    private void key(String kind, String text) {
      add(TokenRole.OPEN, kind, "", "");
      add(TokenRole.FIXED, "property_identifier", "key", text);
      add(TokenRole.LITERAL, ":", "", ":");
    }

    /// The field that a node is in, also where brackets are around it.
    private String field(int node, int parent) {
      @Nullable String around = parent < 0 ? null : silent[height - 1];
      return around != null ? around : parent < 0 ? "" : spelling.field(tree, node, parent);
    }

    /// Names in texts that are put in where the text is used.
    private void mentions(int node) {
      String kind = tree.kind(node);
      if (kind.equals("preproc_arg")) {
        for (String word : GrammarFacts.words(tree.text(node))) {
          item.declared().add(word);
          add(TokenRole.FIXED, "", "", word);
        }
      } else if (kind.equals("simple_symbol")) {
        String symbol = tree.text(node).substring(1);
        add(TokenRole.FIXED, "", "", symbol);
        add(TokenRole.FIXED, "", "", "@" + symbol);
      } else if (kind.equals("string_content") && macros > 0) {
        for (String word : GrammarFacts.arguments(tree.text(node))) {
          add(TokenRole.NAME, "", "", word);
        }
      }
    }

    private void name(int node, int parent, String kind, String field) {
      String name = facts.name(tree, node, parent, above());
      boolean binds = parent >= 0 && bindings.binds(tree, node, parent, within[height - 1]);
      boolean own = binds && functionOf(parent);
      boolean declarator = binds && tree.kind(parent).equals("function_declarator");
      boolean part = parent >= 0 && bindings.part(tree, node, parent);
      binds |= part && within[height - 1];
      binds &= !(declarator && blocks > 0) && !(functions == 0 && name.startsWith("$"));
      boolean inside = functions - (own || declarator ? 1 : 0) > 0;
      if (binds) {
        (inside && !part ? item.locals() : item.declared()).add(name);
        if (inside
            && functions == 1
            && !named.contains(name)
            && FunctionScope.whole(tree, open, height, facts)) {
          item.everywhere().add(name);
        }
      }
      boolean fixed = curious > 0 || (parent >= 0 && MemberNames.key(tree, node, parent, above()));
      if (fixed && parent >= 0 && MemberNames.word(tree, node, parent)) {
        item.words().add(name);
      }
      boolean outer = (own || declarator) && !inside; // the function's name is not its own
      boolean member =
          outer || part || (parent >= 0 && !binds && MemberNames.member(tree, node, parent));
      if (!member) {
        named.add(name);
      }
      add(fixed ? TokenRole.FIXED : member ? TokenRole.MEMBER : TokenRole.NAME, kind, field, name);
    }

    private int above() {
      return height < 2 ? -1 : open[height - 2];
    }

    private boolean functionOf(int node) {
      return facts.callable(tree.kind(node));
    }

    private void enter(int node, int parent) {
      if (height == open.length) {
        open = Arrays.copyOf(open, height * 2);
        within = Arrays.copyOf(within, height * 2);
        silent = Arrays.copyOf(silent, height * 2);
      }
      boolean binds = parent >= 0 && bindings.binds(tree, node, parent, within[height - 1]);
      boolean groups = spelling.grouping(tree, node, parent);
      String field = field(node, parent);
      open[height] = node;
      silent[height] = groups ? field : null;
      within[height++] = binds;
      count(node, 1);
      if (!groups && !tree.kind(node).equals("object_assignment_pattern")) {
        add(TokenRole.OPEN, spelling.kind(tree.kind(node)), field, "");
      }
    }

    private void leave() {
      int node = open[--height];
      gap(tree.to(node));
      count(node, -1);
      if (silent[height] == null) {
        item.tokens().add(TreeToken.CLOSED);
      }
      if (tree.kind(node).equals("object_assignment_pattern")) {
        item.tokens().add(TreeToken.CLOSED);
      }
    }

    private void count(int node, int step) {
      String kind = tree.kind(node);
      if (facts.scope(kind) || FUNCTIONS.contains(kind)) {
        functions += step;
      } else if (kind.equals("compound_statement")) {
        blocks += step;
      } else if (GrammarFacts.text(kind)) {
        texts += step;
      } else if (kind.equals("macro_invocation")) {
        macros += step;
        curious += MemberNames.curious(tree, node) ? step : 0;
      }
    }

    /// Text between nodes is compared, except insignificant blank space.
    private void gap(int to) {
      if (last < to) {
        String text = new String(tree.bytes(), last, to - last, StandardCharsets.ISO_8859_1);
        String kept = texts > 0 ? text : text.replace("\\\r\n", " ").replace("\\\n", " ").strip();
        if (!kept.isEmpty() && !(texts == 0 && kept.chars().allMatch(c -> c == ';' || c <= ' '))) {
          add(TokenRole.LITERAL, "", "", kept);
        } else if (height > 0
            && text.indexOf('\n') >= 0
            && facts.endsAtLine(tree, open[height - 1], last, to)) {
          add(TokenRole.LITERAL, "", "", "\n");
        }
        last = to;
      }
    }

    private void add(TokenRole role, String kind, String field, String text) {
      item.tokens().add(new TreeToken(role, kind, field, text));
    }
  }
}
