// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.command.grant;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.config.ConfigurationFile;
import dev.writ.app.process.ConfigurationTrust;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;

/// `writ trust config`: a person sees a project's configuration file, or what changed in it since
/// they confirmed it, and confirms it exactly as it is.
final class ConfigurationTrustAct {
  private ConfigurationTrustAct() {}

  static ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    ConfigurationTrust trust =
        new ConfigurationTrust(context.project(), context.data(), context.disk());
    ConfigurationFile file = ConfigurationFile.ofProject(context.project(), "", context.disk());
    String now = file.read();
    if (now.isEmpty()) {
      throw new UsageException(
          "there is no .writ.json or .writ/config.yaml to confirm in " + context.project());
    }
    String name = DisplayText.line(file.path().toString());
    String confirmed = trust.confirmed(file.path());
    if (arguments.has("status")) {
      String state =
          confirmed.equals(now)
              ? "confirmed"
              : confirmed.isEmpty() ? "not confirmed" : "changed since it was confirmed";
      context.out().println(name + ": " + state);
      return ExitCode.DONE;
    }
    GrantingPerson person = GrantingPerson.of(arguments, context);
    if (arguments.has("withdraw")) {
      trust.confirm(file.path(), "", person.name(), Instant.now());
      context
          .out()
          .println(
              "This project's configuration is no longer confirmed. Sessions that are open keep"
                  + " what they began with: end them.");
      return ExitCode.DONE;
    }
    if (confirmed.equals(now)) {
      context.out().println(name + " is confirmed as it is.");
      return ExitCode.DONE;
    }
    context.out().println("== " + name);
    String shown = confirmed.isEmpty() ? now : LineDifference.of(confirmed, now);
    context.out().println(DisplayText.text(shown.stripTrailing()));
    if (!person.agrees("Confirm this file exactly as it is?", "yes")) {
      context.out().println("Nothing was confirmed.");
      return ExitCode.DENIED;
    }
    if (!file.read().equals(now)) {
      throw new NoSuchFileException(
          file.path().toString(), null, "it changed while it was being confirmed");
    }
    trust.confirm(file.path(), now, person.name(), Instant.now());
    context.out().println("Confirmed.");
    return ExitCode.DONE;
  }
}
