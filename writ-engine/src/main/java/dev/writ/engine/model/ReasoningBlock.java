// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import java.util.List;

/// A block of a model's reasoning. Only the provider that made it gets it back; other providers
/// never see it.
///
/// @param provider the provider that made it
/// @param kind the adapter's own name for this kind of block; empty if it has one kind only
/// @param text the readable part; empty if the provider shows none
/// @param signature opaque proof that the provider wants back unchanged; empty for none
/// @param charsBefore how many characters of the answer's text precede the block
/// @param callsBefore how many of the answer's calls precede the block
public record ReasoningBlock(
    String provider, String kind, String text, String signature, int charsBefore, int callsBefore) {
  /// A block without a signature at the beginning of an answer.
  public static ReasoningBlock plain(String provider, String text) {
    return new ReasoningBlock(provider, "", text, "", 0, 0);
  }

  /// The same block with another text. A signature covers the text that it was made for, so it is
  /// kept only where the text is unchanged.
  public ReasoningBlock withText(String other) {
    return new ReasoningBlock(
        provider, kind, other, other.equals(text) ? signature : "", charsBefore, callsBefore);
  }

  /// The texts of all blocks in order, without a separator.
  public static String joined(List<ReasoningBlock> blocks) {
    if (blocks.size() == 1) {
      return blocks.getFirst().text();
    }
    StringBuilder joined = new StringBuilder();
    for (ReasoningBlock block : blocks) {
      joined.append(block.text());
    }
    return joined.toString();
  }
}
