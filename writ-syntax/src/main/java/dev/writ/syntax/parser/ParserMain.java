// Implements: docs/spec/10-trace-and-audit.md §10.2 (Semantic class)
package dev.writ.syntax.parser;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The parser's process: reads texts from standard input, writes trees to standard output, and ends
/// when its input does. It knows nothing but what it is asked and has nothing to do with files but
/// the libraries that it loads.
public final class ParserMain {
  private ParserMain() {}

  /// Serves until the input ends.
  ///
  /// @param arguments the directory of the shared libraries
  /// @throws IOException where the other end is gone or a library can't be loaded
  public static void main(String[] arguments) throws IOException {
    serve(new NativeLibraries(Path.of(arguments[0])), System.in, System.out);
  }

  static void serve(NativeLibraries natives, InputStream input, OutputStream output)
      throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(input, 1 << 16));
    DataOutputStream out = new DataOutputStream(output);
    Map<String, TreeSitter.Grammar> grammars = new HashMap<>();
    try (TreeSitter treeSitter = new TreeSitter(natives)) {
      treeSitter.confine();
      out.writeByte(ParserMessage.READY);
      out.flush();
      while (true) {
        String language;
        try {
          language = in.readUTF();
        } catch (EOFException _) {
          return;
        }
        byte[] text = in.readNBytes(in.readInt());
        TreeSitter.Grammar grammar = grammars.get(language);
        boolean known = grammar != null;
        if (grammar == null) {
          grammar = treeSitter.grammar(natives, language);
          grammars.put(language, grammar);
        }
        NodeRow row = new NodeRow();
        boolean whole =
            treeSitter.parse(grammar, text, row, count -> count < ParserMessage.MAX_NODES);
        out.writeByte(whole ? ParserMessage.TREE : ParserMessage.NONE);
        out.writeBoolean(!known);
        if (!known) {
          ParserMessage.writeNames(out, grammar.kinds(), grammar.named(), grammar.fields());
        }
        if (whole) {
          row.write(out);
        }
        out.flush();
      }
    }
  }
}
