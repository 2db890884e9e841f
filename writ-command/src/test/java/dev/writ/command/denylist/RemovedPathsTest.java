// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.command.denylist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.command.language.Cases;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemovedPathsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      textBlock =
          """
          rm -rf a b                                     ! a b
          env rm a                                       ! a
          unlink a                                       ! a
          shred -u a                                     ! a
          xargs rm a                                     ! a
          ls a                                           !
          cat a | wc -l                                  !
          find a b -delete                               ! a b
          find -delete                                   ! .
          find a -name x                                 !
          find a -name x -delete                         ! a x
          gfind a -iname x -delete                       ! a x
          find a -path './x/*' -delete                   ! a ./x
          find a -wholename x/y -delete                  ! a x/y
          find a -name '*.o' -delete                     ! a
          find a -path '*/x/*' -delete                   ! a x
          find a -iwholename '**/x' -delete              ! a x
          find a -name '*/*' -delete                     ! a
          find a -not -name x -delete                    ! a
          find a -path x -prune -o -delete               ! a
          find a -path x -type d -prune -o -delete       ! a
          find a -path x -o -path y -prune -o -delete    ! a x
          find a -name x -exec rm {} +                   ! a x
          find a -name x -exec cat {} +                  !
          find a | xargs rm                              ! a
          find a | xargs cat                             !
          find a | xargs rm b                            ! b a
          find a | grep x | xargs -0 rm -f               ! a
          find a -delete | cat                           ! a
          """)
  void whatAPipelineRemoves(String line, @Nullable String removed) {
    assertThat(
            RemovedPaths.of(Cases.line(line).pipelines().getFirst()).stream()
                .map(RemovedPaths.Removed::path)
                .collect(Collectors.joining(" ")))
        .isEqualTo(removed == null ? "" : removed);
  }
}
