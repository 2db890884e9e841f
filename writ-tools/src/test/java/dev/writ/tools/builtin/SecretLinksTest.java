// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.kernel.approval.Approver.Answer;
import dev.writ.kernel.approval.Approver.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Links with the names of secret files.
class SecretLinksTest {
  private static final String VALUE = "zebra7quartz9velvet";

  @TempDir Path directory;

  /// The name by which a file is reached decides, however many links lie on the way.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          read_file    | path    | stage/.env             | stage/.env
          read_file    | path    | ./stage/../stage/.env  | stage/.env
          read_file    | path    | plain.txt              | stage/.env
          read_file    | path    | .aws/credentials       | .aws/credentials
          read_file    | path    | cloud/credentials      | .aws/credentials
          run_command  | command | cat stage/.env         | stage/.env
          run_command  | command | cat plain.txt          | stage/.env
          run_command  | command | cat .aws/credentials   | .aws/credentials
          """)
  void aLinkWithTheNameOfASecretFileAsks(String tool, String parameter, String value, String named)
      throws IOException {
    Door.needsViews();
    List<Question> questions = new ArrayList<>();
    try (Door door =
        Door.in(
            directory,
            setup -> {
              setup.rules = Door.under("namespaces");
              setup.environment = Map.of("HOME", directory.resolve("home").toString());
              setup.approver =
                  question -> {
                    questions.add(question);
                    return new Answer.Yes(question.digest());
                  };
            })) {
      Door _ = door.contained();
      door.file("conf/prod.values", "DB_PASSWORD=" + VALUE + "\n");
      door.file("conf/aws/credentials", "aws_secret_access_key = " + VALUE + "\n");
      Files.createDirectories(door.root.resolve("stage"));
      link(door, "stage/.env", "../conf/prod.values");
      link(door, "plain.txt", "stage/.env");
      link(door, ".aws", "conf/aws");
      link(door, "cloud", ".aws");
      assertThat(door.text(tool, parameter, value)).contains(VALUE);
      assertThat(questions).hasSize(1);
      assertThat(questions.getFirst().reasons()).anyMatch(reason -> reason.contains(named));
    }
  }

  private static void link(Door door, String name, String target) throws IOException {
    Files.createSymbolicLink(door.root.resolve(name), Path.of(target));
  }
}
