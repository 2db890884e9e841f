// Implements: docs/spec/05-providers.md §5 (Model providers)
package dev.writ.app.model;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The file that stands in for a model (`--script`).
record ReplayScript(Path file) {
  /// The script that the command line names.
  ///
  /// @throws UsageException where it names none
  static ReplayScript of(ParsedArguments arguments, ProcessContext context) throws UsageException {
    if (arguments.value("script").isEmpty()) {
      throw new UsageException("the provider replay needs --script FILE");
    }
    return new ReplayScript(context.path(arguments.value("script").get()));
  }

  /// The name that records give the author: the script's, because no model was asked.
  String name() {
    return file.getFileName() == null ? file.toString() : file.getFileName().toString();
  }

  /// What it says.
  ///
  /// @throws UsageException where it can't be read
  String text() throws UsageException {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UsageException(
          "--script: " + file + " can't be read: " + new FailureReason(e).words());
    }
  }
}
