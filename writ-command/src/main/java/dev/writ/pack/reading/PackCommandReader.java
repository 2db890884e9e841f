// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.reading;

import dev.writ.pack.schema.OptionDialect;
import dev.writ.pack.schema.OptionTable;
import dev.writ.pack.schema.OptionsEnd;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackOption;
import dev.writ.pack.schema.PositionalArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what stands behind a command's words against its schema.
final class PackCommandReader {
  private final PackCommand command;
  private final OptionTable table;
  private final OptionReader reader;
  private final List<String> operands = new ArrayList<>(4);
  private final List<String> behind = new ArrayList<>(0);

  PackCommandReader(PackCommand command, OptionTable table, OptionReader reader) {
    this.command = command;
    this.table = table;
    this.reader = reader;
  }

  /// Notes what was found; the fault, where the schema is not satisfied.
  @Nullable ReadingFault read(OptionDialect dialect) {
    ReadingFault fault = split(dialect);
    if (fault == null) {
      fault = missing();
    }
    if (fault == null) {
      fault = positionals(command.syntax().positionals(), operands);
    }
    if (fault == null && !command.syntax().behind().isEmpty()) {
      fault = positionals(command.syntax().behind(), behind);
    }
    if (fault == null) {
      reader.findings().add(command.consequence());
    }
    return fault;
  }

  private @Nullable ReadingFault split(OptionDialect dialect) {
    if (dialect == OptionDialect.TAR && reader.hasNext() && !reader.peek().startsWith("-")) {
      if (!reader.readOldStyle(table)) {
        return reader.fault();
      }
    }
    boolean onlyOperands = command.syntax().end() == OptionsEnd.WORDS;
    List<String> rest = operands;
    while (reader.hasNext()) {
      if (onlyOperands) {
        rest.add(reader.next());
      } else if (dialect.endsWithDashes() && reader.peek().equals("--")) {
        reader.next();
        onlyOperands = true;
        rest = command.syntax().behind().isEmpty() ? operands : behind;
      } else if (!reader.isOption(table)) {
        operands.add(reader.next());
        onlyOperands = command.syntax().end() == OptionsEnd.OPERAND;
      } else if (!reader.read(table)) {
        return reader.fault();
      }
    }
    return null;
  }

  private @Nullable ReadingFault missing() {
    for (PackOption option : table.required()) {
      if (!reader.findings().seen().contains(option)) {
        return new ReadingFault("", "one of " + String.join(" ", option.names()) + " is missing");
      }
    }
    return null;
  }

  private @Nullable ReadingFault positionals(List<PositionalArgument> all, List<String> words) {
    List<PositionalArgument> open = new ArrayList<>(all.size());
    int needed = 0;
    for (PositionalArgument positional : all) {
      if (!reader.findings().hasAny(positional.unless())) {
        open.add(positional);
        needed += positional.count().min();
      }
    }
    int at = 0;
    for (PositionalArgument positional : open) {
      needed -= positional.count().min();
      int take = Math.min(positional.count().max(), words.size() - at - needed);
      if (take < positional.count().min()) {
        return new ReadingFault("", positional.name() + " is missing");
      }
      for (int end = at + take; at < end; at++) {
        Optional<String> wrong = positional.value().fault(words.get(at));
        if (wrong.isPresent()) {
          return new ReadingFault(words.get(at), positional.name() + " " + wrong.get());
        }
        reader.findings().note(positional.value(), words.get(at));
      }
    }
    return at == words.size() ? null : new ReadingFault(words.get(at), "one word too many");
  }
}
