// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.app.command.grant;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.hooks.HookConfirmation;
import java.io.IOException;
import java.util.List;

/// `writ trust hooks`: a person sees the hooks that a repository brings, and the scripts in it that
/// hooks run, and confirms them exactly as they are.
final class HookTrust {
  private HookTrust() {}

  static ExitCode run(
      ParsedArguments arguments, ProcessContext context, HookConfirmation confirmation)
      throws UsageException, IOException {
    if (arguments.has("withdraw")) {
      confirmation.withdraw(GrantingPerson.of(arguments, context).name());
      context.out().println("No hook is confirmed here any longer.");
      return ExitCode.DONE;
    }
    List<HookConfirmation.Material> materials = confirmation.materials();
    boolean status = arguments.has("status");
    for (HookConfirmation.Material material : materials) {
      String state = material.confirmed() ? "confirmed" : "not confirmed";
      context.out().println("== " + DisplayText.line(material.place()) + " (" + state + ")");
      if (!status) {
        context.out().println(DisplayText.text(material.text().stripTrailing()));
      }
    }
    for (String place : confirmation.unbound()) {
      context
          .out()
          .println(
              "Not confirmed with them: what hooks run or read in the directory "
                  + DisplayText.place(place)
                  + ", but for the files above.");
    }
    boolean gone = confirmation.somethingGone();
    if (gone) {
      context.out().println("A confirmed file no longer exists.");
    }
    if (materials.isEmpty() && !gone) {
      context.out().println("No hooks here need a confirmation.");
      return ExitCode.DONE;
    }
    if (status) {
      return ExitCode.DONE;
    }
    GrantingPerson person = GrantingPerson.of(arguments, context);
    if (!person.agrees("Let these hooks run in this folder, exactly as they are?", "yes")) {
      context.out().println("Nothing was confirmed.");
      return ExitCode.DENIED;
    }
    confirmation.confirm(materials, person.name());
    context.out().println("Confirmed.");
    return ExitCode.DONE;
  }
}
