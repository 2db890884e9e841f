// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.front;

import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.session.PersonQuestion;
import java.util.Optional;

/// Asks a person, except about their own typed command: while it runs, the typing answers a
/// question about exactly that command. Facts that its words do not contain need a question.
/// Without a person nothing was typed either.
public final class TypedCommandApprover implements Approver {
  private static final String ARGUMENT = "command";

  private final Approver person;
  private volatile Optional<Editable> typed = Optional.empty();

  public TypedCommandApprover(Approver person) {
    this.person = person;
  }

  /// The person typed that command, which is run next.
  public void typed(String command) {
    typed = Optional.of(new Editable(ARGUMENT, command));
  }

  /// It is over.
  public void over() {
    typed = Optional.empty();
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    boolean said =
        person.present()
            && typed.isPresent()
            && question.choices().editable().equals(typed)
            && Answer.TypedConsent.answers(question.concerns());
    return said ? new Answer.TypedConsent(question.digest()) : person.ask(question);
  }

  @Override
  public Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    return person.reply(personQuestion);
  }

  @Override
  public boolean present() {
    return person.present();
  }
}
