// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.app.command.grant;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.authority.TrustStore.KeptGrant;
import dev.writ.kernel.grant.PersonAuthority;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `writ grants`: what answers to questions granted for this project, explained, and taken back one
/// by one. Grants for a session are gone with it.
public final class GrantsCommand implements Subcommand {
  @Override
  public Card card() {
    return new Card(
        "grants",
        "List or remove the grants that answers made for this project.",
        "[remove N]",
        "writ grants remove 2",
        List.of());
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    List<String> operands = arguments.operands();
    boolean removes = operands.size() == 2 && operands.getFirst().equals("remove");
    if (!operands.isEmpty() && !removes) {
      throw new UsageException("grants takes nothing, or remove and a number of the list");
    }
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
      PersonAuthority authority = host.governor().authority();
      if (removes) {
        return remove(
            operands.getLast(), authority, GrantingPerson.of(arguments, context), context);
      }
      List<KeptGrant> grants = authority.kept();
      if (arguments.has("json")) {
        context.out().println(json(grants).write());
      } else {
        print(grants, context);
      }
      return ExitCode.DONE;
    }
  }

  private static ExitCode remove(
      String number, PersonAuthority authority, GrantingPerson person, ProcessContext context)
      throws UsageException, IOException {
    List<KeptGrant> grants = authority.kept();
    if (!number.matches("[1-9][0-9]{0,5}") || Integer.parseInt(number) > grants.size()) {
      throw new UsageException(
          "there is no grant " + DisplayText.line(number) + "; writ grants lists them");
    }
    KeptGrant grant = grants.get(Integer.parseInt(number) - 1);
    authority.withdraw(grant, person.name());
    context.out().println("Removed: " + DisplayText.name(grant.grant().words()));
    return ExitCode.DONE;
  }

  private static void print(List<KeptGrant> grants, ProcessContext context) {
    if (grants.isEmpty()) {
      context
          .out()
          .println(
              "No answer granted anything for this project. For the grants of its"
                  + " authority file: writ"
                  + " trust --status");
      return;
    }
    int number = 0;
    for (KeptGrant grant : grants) {
      number++;
      context.out().println(number + "  " + DisplayText.name(grant.grant().words()));
      context.out().println("   " + meaning(grant.grant()));
      context.out().println("   " + unattended(grant.grant()));
      context.out().println("   " + DisplayText.name(grant.who() + ", " + seconds(grant.when())));
    }
    context.out().println("Remove one: writ grants remove N");
  }

  /// A time without the fractions of its second.
  private static String seconds(String when) {
    int fraction = when.indexOf('.');
    return fraction < 0 ? when : when.substring(0, fraction) + "Z";
  }

  private static String meaning(Grant grant) {
    return switch (grant) {
      case Grant.Commands _ ->
          "runs with any arguments that its pack marks as safe; Writ still asks about commands that"
              + " discard, publish or connect";
      case Grant.ThisCommand _ ->
          "this command line alone, in its directory, as long as the files that it names, and those"
              + " that its programs take by themselves, are the same";
      case Grant.PathGrant _ ->
          "file tools may edit there; Writ still asks about secrets and files that programs obey";
      case Grant.OneTool _ -> "calls of this tool";
      case Grant.ShownChangesGrant _ ->
          "commands of the task may run; Writ asks before their changes count";
      case Grant.WholeIntent _ -> "the task, as long as its scope and limits are the same";
    };
  }

  private static String unattended(Grant grant) {
    return grant.isUnattended()
        ? "also valid in unattended runs"
        : "valid only in attended sessions: it may need a host";
  }

  private static Json json(List<KeptGrant> grants) {
    List<Json> all = new ArrayList<>();
    for (KeptGrant grant : grants) {
      all.add(
          Json.object()
              .put("number", all.size() + 1)
              .put("words", grant.grant().words())
              .put("meaning", meaning(grant.grant()))
              .put("unattended", grant.grant().isUnattended())
              .put("who", grant.who())
              .put("when", grant.when())
              .put("grant", grant.grant().json())
              .build());
    }
    return Json.object().put("grants", new Json.Arr(all)).build();
  }
}
