// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.base.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FailureReasonTest {
  @Test
  void aClassIsNeverTheReason() {
    assertThat(new FailureReason(new AccessDeniedException("a/b")).line())
        .isEqualTo("a/b: permission denied");
    assertThat(new FailureReason(new NoSuchFileException("a")).words())
        .isEqualTo("there is no such file");
    assertThat(new FailureReason(new FileSystemException("a", null, "disk full")).line())
        .isEqualTo("a: disk full");
    assertThat(new FailureReason(new ConnectException()).line())
        .isEqualTo("the connection was refused");
    assertThat(new FailureReason(new UnknownHostException("h")).words())
        .isEqualTo("the host name is unknown");
    assertThat(new FailureReason(new IOException()).words()).isEqualTo("input/output error");
    assertThat(new FailureReason(new IOException("broken pipe")).line()).isEqualTo("broken pipe");
  }
}
