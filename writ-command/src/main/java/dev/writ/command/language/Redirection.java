// Implements: docs/spec/07-commands.md §7.1 (Command language)
package dev.writ.command.language;

/// The source or target of one of a command's streams. The order of a command's redirections
/// matters: each starts from the result of the previous ones.
public sealed interface Redirection {
  /// TextRedirection in the command language that parses to an equal redirection.
  String written();

  /// The streams that an output redirection is about.
  enum Channel {
    /// Standard output.
    OUTPUT(""),
    /// Standard error.
    ERROR("2"),
    /// Both, into one open file.
    BOTH("&");

    private final String prefix;

    Channel(String prefix) {
      this.prefix = prefix;
    }
  }

  /// `< source`: standard input from a file.
  ///
  /// @param source a literal, or a path below the home directory
  record InputRedirection(CommandWord source) implements Redirection {
    @Override
    public String written() {
      return "< " + source.written();
    }
  }

  /// `<<< text`, and what a here-document means: standard input is this text and a line end.
  ///
  /// @param text a literal
  record TextRedirection(CommandWord text) implements Redirection {
    @Override
    public String written() {
      return "<<< " + text.written();
    }

    /// The inputs of the command.
    public String content() {
      return text.plain() + "\n";
    }
  }

  /// `> target` and its relatives: into a file, which is made if it isn't there.
  ///
  /// @param target a literal, or a path below the home directory
  /// @param append whether what the file holds stays
  record OutputRedirection(Channel channel, CommandWord target, boolean append)
      implements Redirection {
    @Override
    public String written() {
      return channel.prefix + (append ? ">> " : "> ") + target.written();
    }
  }

  /// `2>&1`: standard error goes where standard output goes at this point.
  record ErrorToOutput() implements Redirection {
    @Override
    public String written() {
      return "2>&1";
    }
  }

  /// `>&2`: standard output goes where standard error goes at this point.
  record OutputToError() implements Redirection {
    @Override
    public String written() {
      return ">&2";
    }
  }
}
