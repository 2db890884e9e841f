// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// The nodes of a tree while they come, and then on the wire: how many, and of each its kind, its
/// field, where it begins and ends, and the index after its last descendant.
final class NodeRow implements TreeSitter.Nodes {
  /// The size of a node on the wire.
  static final int BYTES = 2 + 2 + 4 + 4 + 4;

  private short[] kinds = new short[1024];
  private short[] fields = new short[1024];
  private int[] from = new int[1024];
  private int[] to = new int[1024];
  private int[] ends = new int[1024];
  private int[] open = new int[64];
  private int count;
  private int depth;

  @Override
  public void enter(short kind, short field, int begin, int end) {
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, count * 2);
      fields = Arrays.copyOf(fields, count * 2);
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    kinds[count] = kind;
    fields[count] = field;
    from[count] = begin;
    to[count] = end;
    open[depth++] = count++;
  }

  @Override
  public void leave() {
    ends[open[--depth]] = count;
  }

  void write(OutputStream out) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(4 + count * BYTES);
    buffer.putInt(count);
    buffer.asShortBuffer().put(kinds, 0, count).put(fields, 0, count);
    buffer.position(4 + count * 4);
    buffer.asIntBuffer().put(from, 0, count).put(to, 0, count).put(ends, 0, count);
    out.write(buffer.array());
  }
}
