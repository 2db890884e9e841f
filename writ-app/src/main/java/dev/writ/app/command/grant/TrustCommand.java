// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app.command.grant;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.JsonException;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.grant.PersonAuthority;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `writ trust`: a person confirms what the project's file grants, exactly as it is.
public final class TrustCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "trust",
        "Confirm what this project's authority file grants, its hooks, or its configuration.",
        "[hooks|config]",
        "writ trust",
        List.of(
            CommandOption.flag("yes", "agree without being asked, in scripts"),
            CommandOption.flag("withdraw", "take the confirmation and every grant back"),
            CommandOption.flag("status", "only show what is in force")));
  }

  @Override
  public ExitCode run(ParsedArguments line, ProcessContext surroundings)
      throws UsageException, IOException {
    if (line.operands().equals(List.of("config"))) {
      return ConfigurationTrustAct.run(line, surroundings);
    }
    try (SessionHost host =
        SessionHost.open(line, surroundings, SessionHost.Use.VERDICT, Approver.nobody())) {
      if (line.operands().equals(List.of("hooks"))) {
        return HookTrust.run(line, surroundings, host.governor().hookGranting());
      }
      if (!line.operands().isEmpty()) {
        throw new UsageException("trust takes nothing, hooks or config");
      }
      PersonAuthority granting = host.governor().granting();
      if (line.has("status")) {
        surroundings.out().println(DisplayText.line(granting.authority().words()));
        for (Grant grant : granting.granted()) {
          surroundings.out().println("granted when asked: " + DisplayText.name(grant.words()));
        }
        return ExitCode.DONE;
      }
      GrantingPerson person = GrantingPerson.of(line, surroundings);
      if (line.has("withdraw")) {
        granting.withdraw(person.name());
        surroundings.out().println("Nothing is confirmed or granted here any more.");
        return ExitCode.DONE;
      }
      Optional<String> text = granting.text();
      if (text.isEmpty()) {
        throw new UsageException(
            "there is no " + AuthorityFile.PATH + " to confirm; writ init proposes one");
      }
      surroundings.out().print(DisplayText.text(text.get()));
      if (!person.agrees("Grant this to every session in this folder?", "yes")) {
        surroundings.out().println("Nothing was confirmed.");
        return ExitCode.DENIED;
      }
      granting.confirm(text.get(), person.name());
      surroundings.out().println("Confirmed.");
      return ExitCode.DONE;
    } catch (JsonException e) {
      surroundings
          .err()
          .println(
              "writ: %s:%d:%d: %s"
                  .formatted(
                      AuthorityFile.PATH,
                      e.line(),
                      e.column(),
                      DisplayText.line("" + e.getMessage())));
      return ExitCode.USAGE;
    }
  }
}
