// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.reading;

import dev.writ.pack.schema.CommandConsequence;
import dev.writ.pack.schema.OptionDialect;
import dev.writ.pack.schema.OptionTable;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackEffect;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.RiskLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A pack made ready for reading argument arrays: its commands as a tree of words.
public final class PackGrammar {
  /// @param own options that may stand between this word and the next
  private record Node(Map<String, Node> children, OptionTable own, List<Variant> variants) {}

  /// A command with its options by name, made at first use.
  private static final class Variant {
    private final OptionDialect dialect;
    private final PackCommand command;
    private volatile @Nullable OptionTable table;

    Variant(OptionDialect dialect, PackCommand command) {
      this.dialect = dialect;
      this.command = command;
    }

    /// Two threads may make it twice, which is the same.
    OptionTable table() {
      OptionTable made = table;
      if (made == null) {
        made = new OptionTable(dialect, command.syntax().options());
        table = made;
      }
      return made;
    }
  }

  private final Pack pack;
  private final Node root;

  public PackGrammar(Pack pack) {
    this.pack = pack;
    this.root = node(List.of());
    for (PackCommand command : pack.commands()) {
      Node node = root;
      for (int i = 0; i < command.words().size(); i++) {
        List<String> path = command.words().subList(0, i + 1);
        node = node.children().computeIfAbsent(command.words().get(i), _ -> node(path));
      }
      node.variants().add(new Variant(pack.dialect(), command));
    }
  }

  private Node node(List<String> path) {
    List<PackOption> options = new ArrayList<>(0);
    for (Pack.Globals group : pack.globals()) {
      if (group.anywhere() ? startsWith(path, group.after()) : path.equals(group.after())) {
        options.addAll(group.options());
      }
    }
    return new Node(new HashMap<>(), new OptionTable(pack.dialect(), options), new ArrayList<>(1));
  }

  public static boolean startsWith(List<String> path, List<String> start) {
    return path.size() >= start.size() && path.subList(0, start.size()).equals(start);
  }

  /// The pack.
  public Pack pack() {
    return pack;
  }

  /// The meaning of an argument array of one of the pack's programs.
  public PackReading read(List<String> argv) {
    Node node = root;
    OptionReader reader = new OptionReader(pack.dialect(), argv, 1, new ReadingFindings());
    String name = pack.tool();
    while (reader.hasNext()) {
      Node child = node.children().get(reader.peek());
      if (child != null) {
        node = child;
        name += "." + reader.next();
      } else if (reader.peek().equals("--") || !reader.isOption(node.own())) {
        break;
      } else {
        int before = reader.at();
        ReadingFindings kept = reader.findings().copy();
        if (!reader.read(node.own())) {
          reader = new OptionReader(pack.dialect(), argv, before, kept);
          break;
        }
      }
    }
    return variants(node, name, argv, reader);
  }

  /// The first command at those words that the rest satisfies.
  private PackReading variants(Node node, String name, List<String> argv, OptionReader reader) {
    // If a command's word was expected, that word is the fault, not the reading of the tool alone.
    boolean wordExpected =
        reader.hasNext() && !node.children().isEmpty() && !reader.isOption(node.own());
    Optional<PackReading> unnamed = Optional.empty();
    for (Variant variant : node.variants()) {
      PackCommand command = variant.command;
      OptionReader rest =
          new OptionReader(pack.dialect(), argv, reader.at(), reader.findings().copy());
      ReadingFault fault =
          new PackCommandReader(command, variant.table(), rest).read(pack.dialect());
      if (fault == null) {
        return rest.findings().known(command.id());
      }
      if (!wordExpected || !command.syntax().positionals().isEmpty()) {
        boolean connects = mayConnect(node.variants());
        unnamed =
            Optional.of(
                new PackReading.Unnamed(
                    command.id(), fault.word(), fault.why(), connects, isContained(node)));
      }
    }
    return unnamed.orElseGet(() -> unnamed(node, name, reader));
  }

  private static PackReading unnamed(Node node, String name, OptionReader reader) {
    return reader.hasNext()
        ? unnamed(node, name, reader.peek(), "this word is not named")
        : unnamed(node, name, "", "a further word is missing");
  }

  private static PackReading unnamed(Node node, String name, String word, String why) {
    return new PackReading.Unnamed(name, word, why, connects(node), isContained(node));
  }

  /// Whether nothing that is named there or below is destructive or talks to other machines, with
  /// any option: what isn't understood may be one of them.
  private static boolean isContained(Node node) {
    return variants(node)
        .flatMap(
            variant ->
                Stream.concat(
                    Stream.of(variant.command.consequence()),
                    variant.command.syntax().options().stream().map(PackOption::consequence)))
        .noneMatch(
            consequence -> consequence.risk() == RiskLevel.DESTRUCTIVE || connects(consequence));
  }

  private static boolean connects(Node node) {
    return connects(variants(node));
  }

  private static Stream<Variant> variants(Node node) {
    return Stream.concat(
        node.variants().stream(), node.children().values().stream().flatMap(PackGrammar::variants));
  }

  /// Whether all of them that do more than read talk to other machines, and some do. Builds don't
  /// count: they do without.
  private static boolean connects(Stream<Variant> variants) {
    List<CommandConsequence> active =
        variants
            .map(variant -> variant.command.consequence())
            .filter(consequence -> !Set.of(PackEffect.READ).containsAll(consequence.effects()))
            .toList();
    return !active.isEmpty() && active.stream().allMatch(PackGrammar::connects);
  }

  /// Of ways to use the same words, one that does nothing but talk to other machines suffices.
  private static boolean mayConnect(List<Variant> variants) {
    return connects(variants.stream())
        || variants.stream()
            .map(variant -> variant.command.consequence().effects())
            .anyMatch(
                effects ->
                    effects.contains(PackEffect.NETWORK) && !effects.contains(PackEffect.EXECUTE));
  }

  private static boolean connects(CommandConsequence consequence) {
    boolean builds =
        consequence.risk() == RiskLevel.SAFE && consequence.effects().contains(PackEffect.EXECUTE);
    return consequence.effects().contains(PackEffect.NETWORK) && !builds;
  }
}
