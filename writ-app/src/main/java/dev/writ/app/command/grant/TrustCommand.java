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
import dev.writ.kernel.authority.Authority;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.AuthorityWords;
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
        "Confirm the grants of the project's authority file, its hooks or its configuration.",
        "[hooks|config]",
        "writ trust",
        List.of(
            CommandOption.flag("yes", "answer yes to the question, for scripts"),
            CommandOption.flag("withdraw", "remove the confirmation and every grant"),
            CommandOption.flag("status", "show the grants in force and change nothing")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    if (arguments.operands().equals(List.of("config"))) {
      return ConfigurationTrustAct.run(arguments, context);
    }
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
      if (arguments.operands().equals(List.of("hooks"))) {
        return HookTrust.run(arguments, context, host.governor().confirmation());
      }
      if (!arguments.operands().isEmpty()) {
        throw new UsageException("trust takes no argument, hooks or config");
      }
      PersonAuthority authority = host.governor().authority();
      if (arguments.has("status")) {
        status(authority, context);
        return ExitCode.DONE;
      }
      GrantingPerson person = GrantingPerson.of(arguments, context);
      if (arguments.has("withdraw")) {
        authority.withdraw(person.name());
        context.out().println("Nothing is confirmed or granted here any longer.");
        return ExitCode.DONE;
      }
      Optional<String> text = authority.text();
      if (text.isEmpty()) {
        throw new UsageException(
            "there is no " + AuthorityFile.PATH + " to confirm; writ init proposes one");
      }
      AuthorityToken token = AuthorityFile.parse(text.get(), authority.projectId());
      text.get().lines().map(TrustCommand::shown).forEach(context.out()::println);
      context.out().println("\nThis means:");
      meaning(token, context);
      if (!person.agrees("Grant this to every session in this folder?", "yes")) {
        context.out().println("Nothing was confirmed.");
        return ExitCode.DENIED;
      }
      authority.confirm(text.get(), person.name());
      context.out().println("Confirmed.");
      return ExitCode.DONE;
    } catch (JsonException e) {
      context
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

  /// A line of the file: only in a remark stand letters of whatever alphabet.
  private static String shown(String line) {
    return line.stripLeading().startsWith("#") ? DisplayText.line(line) : DisplayText.name(line);
  }

  private static void meaning(AuthorityToken token, ProcessContext context) {
    AuthorityWords.lines(token).forEach(line -> context.out().println("  " + line));
  }

  private static void status(PersonAuthority authority, ProcessContext context) throws IOException {
    Authority standing = authority.authority();
    context
        .out()
        .println(
            standing instanceof Authority.MissingAuthority
                ? "Nothing is confirmed here: there is no "
                    + AuthorityFile.PATH
                    + "; writ init proposes one"
                : DisplayText.line(standing.words()));
    standing.token().ifPresent(token -> meaning(token, context));
    for (Grant grant : authority.granted()) {
      context
          .out()
          .println(
              "granted when asked: "
                  + DisplayText.name(grant.words())
                  + (grant.isUnattended() ? "" : " (only in attended sessions)"));
    }
    if (!authority.granted().isEmpty()) {
      context.out().println("To explain or remove single grants: writ grants");
    }
  }
}
