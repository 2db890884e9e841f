// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import dev.writ.syntax.tree.GrammarNames;
import dev.writ.syntax.tree.SyntaxTree;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The protocol of the two ends. The parser says that it is ready. A request is a language's
/// library and a text; an answer contains whether there is a tree, the language's names the first
/// time, and the nodes.
final class ParserMessage {
  /// The parser has started.
  static final int READY = 2;

  /// There is a tree.
  static final int TREE = 1;

  /// There is none.
  static final int NONE = 0;

  /// The largest text that is parsed.
  static final int MAX_BYTES = 1024 * 1024;

  /// The largest tree that is taken.
  static final int MAX_NODES = 1_500_000;

  private static final int MAX_NAMES = 10_000;

  private ParserMessage() {}

  static void writeNames(
      DataOutputStream out, List<String> kinds, boolean[] named, List<String> fields)
      throws IOException {
    out.writeInt(kinds.size());
    for (int i = 0; i < kinds.size(); i++) {
      out.writeUTF(kinds.get(i));
      out.writeBoolean(named[i]);
    }
    out.writeInt(fields.size());
    for (String field : fields) {
      out.writeUTF(field);
    }
  }

  static GrammarNames readNames(DataInputStream in) throws IOException {
    int count = count(in, MAX_NAMES);
    List<String> kinds = new ArrayList<>(count);
    boolean[] named = new boolean[count];
    for (int i = 0; i < count; i++) {
      kinds.add(in.readUTF());
      named[i] = in.readBoolean();
    }
    int fieldCount = count(in, MAX_NAMES);
    List<String> fields = new ArrayList<>(fieldCount);
    for (int i = 0; i < fieldCount; i++) {
      fields.add(in.readUTF());
    }
    return new GrammarNames(kinds, named, fields);
  }

  static SyntaxTree.TreeNodes readShape(DataInputStream in) throws IOException {
    int count = count(in, MAX_NODES);
    ByteBuffer buffer = ByteBuffer.allocate(count * NodeRow.BYTES);
    in.readFully(buffer.array());
    short[] kinds = new short[count];
    short[] fields = new short[count];
    int[] from = new int[count];
    int[] to = new int[count];
    int[] ends = new int[count];
    buffer.asShortBuffer().get(kinds).get(fields);
    buffer.position(count * 4);
    buffer.asIntBuffer().get(from).get(to).get(ends);
    return new SyntaxTree.TreeNodes(kinds, fields, from, to, ends);
  }

  private static int count(DataInputStream in, int most) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most) {
      throw new IOException("the parser answered with " + count + " of at most " + most);
    }
    return count;
  }
}
