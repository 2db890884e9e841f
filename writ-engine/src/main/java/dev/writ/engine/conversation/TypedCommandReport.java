// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.engine.conversation;

/// The message that reports a command of the person to the model.
public final class TypedCommandReport {
  private static final String OUTPUT = "[Shell command output]\n";
  private static final String FAILED = "[Shell command failed]\n";
  private static final String COMMAND = "command: ";

  private TypedCommandReport() {}

  /// Of a command that ran.
  ///
  /// @param result its exit code and its output
  public static String ofOutput(String command, String result) {
    return OUTPUT + COMMAND + command + "\n" + result;
  }

  /// Of a command that could not start or was refused.
  public static String ofFailure(String command, String error) {
    return FAILED + COMMAND + command + "\nerror: " + error;
  }

  /// The person's input that caused a message: `!` and the command's first line, or the message
  /// itself.
  public static String request(String message) {
    if (!message.startsWith(OUTPUT + COMMAND) && !message.startsWith(FAILED + COMMAND)) {
      return message;
    }
    int start = OUTPUT.length() + COMMAND.length(); // both heads are of one length
    int end = message.indexOf('\n', start);
    return "!" + message.substring(start, end < 0 ? message.length() : end);
  }
}
