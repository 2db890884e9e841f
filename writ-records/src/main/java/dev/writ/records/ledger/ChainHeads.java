// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.value.ContentHash;
import dev.writ.records.form.ChainLink;
import dev.writ.records.form.Checkpoint;
import dev.writ.records.form.MerkleTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The heads of the chains of records that go by.
public final class ChainHeads implements Consumer<ChainLink> {
  private final Map<String, MerkleTree> trees = new HashMap<>();
  private final Map<String, String> lasts = new HashMap<>();

  /// None yet.
  public ChainHeads() {}

  @Override
  public void accept(ChainLink link) {
    trees.computeIfAbsent(link.writer(), _ -> new MerkleTree()).add(link.hash());
    lasts.put(link.writer(), ContentHash.written(link.hash()));
  }

  /// Whether a record follows the last one of its chain that went by.
  boolean isNext(ChainLink link) {
    MerkleTree tree = trees.get(link.writer());
    String prev = link.prev() == null ? "" : ContentHash.written(link.prev());
    return link.seq() == (tree == null ? 1 : tree.size() + 1)
        && prev.equals(lasts.getOrDefault(link.writer(), ""));
  }

  /// The heads so far, by the names of their writers.
  public List<Checkpoint.Head> heads() {
    List<Checkpoint.Head> heads = new ArrayList<>();
    trees.forEach((writer, tree) -> heads.add(head(writer, tree, lasts.getOrDefault(writer, ""))));
    heads.sort(Comparator.comparing(Checkpoint.Head::writer));
    return heads;
  }

  static Checkpoint.Head head(String writer, MerkleTree tree, String last) {
    return new Checkpoint.Head(writer, tree.size(), last, ContentHash.written(tree.root()));
  }
}
