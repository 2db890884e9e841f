// Implements: docs/spec/17-quality.md §17.4 (Packaging)
package dev.writ.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `build/PlainCalls.java`: what it makes of classes does what they did.
class PlainCallsTest {
  private static final List<Class<?>> SAMPLE =
      List.of(
          Sample.class,
          Sample.Shape.class,
          Sample.Dot.class,
          Sample.Line.class,
          Sample.Named.class,
          Sample.Numbers.class,
          Sample.Fractions.class);

  @TempDir Path place;

  /// Switches and records of every kind that the transformation knows, and what comes of them.
  public static final class Sample {
    private Sample() {}

    sealed interface Shape {
      /// A switch in an interface, with a case for what is null.
      static String name(@Nullable Shape shape) {
        return switch (shape) {
          case null -> "none";
          case Dot _ -> "dot";
          case Line(var from, var _) when from == null -> "half a line";
          case Line _ -> "line";
        };
      }
    }

    record Dot() implements Shape {}

    record Line(@Nullable Dot from, Dot to) implements Shape {}

    @SuppressWarnings("ArrayRecordComponent") // compared as the object that it is
    record Named(@Nullable String name, @Nullable Shape shape, int @Nullable [] marks) {}

    record Numbers(boolean one, byte two, short three, char four, int five, long six) {}

    record Fractions(float one, double two) {}

    static String kind(Object any) {
      return switch (any) {
        case Shape shape when shape instanceof Line -> "a line";
        case Shape _ -> "a shape";
        case String text -> "text of " + text.length();
        case Integer number -> "number " + number;
        default -> "something";
      };
    }

    /// All externally visible facts.
    public static String results() {
      List<Object> told = new ArrayList<>();
      List<Object> all = new ArrayList<>();
      Dot dot = new Dot();
      Line half = new Line(null, dot);
      int[] marks = {1};
      for (@Nullable Shape shape : new @Nullable Shape[] {null, dot, half, new Line(dot, dot)}) {
        told.add(Shape.name(shape));
        for (@Nullable String name : new @Nullable String[] {null, "a"}) {
          all.add(new Named(name, shape, marks));
          all.add(new Named(name, shape, null));
        }
      }
      for (double value : new double[] {0.0, -0.0, Double.NaN, 1.5}) {
        boolean whole = value > 1;
        int number = (int) value;
        all.add(new Numbers(whole, (byte) number, (short) 7, 'c', number, 8L << 40));
        all.add(new Numbers(false, (byte) 0, (short) 7, 'c', 0, 8L << 40));
        all.add(new Fractions((float) value, value));
        all.add(new Fractions((float) value, 0));
      }
      all.addAll(List.of(dot, half, new Line(dot, dot), "text", 7, 'c'));
      for (Object one : all) {
        told.add(kind(one));
        told.add(one instanceof Named(_, _, var held) && held != null ? 0 : one.hashCode());
        for (Object other : all) {
          told.add(one.equals(other));
        }
      }
      return told.toString();
    }
  }

  @Test
  void meansTheSameAndLinksNothing() throws Exception {
    Path jar = place.resolve("writ-sample.jar");
    write(jar);
    assertThat(linked(jar)).contains("typeSwitch", "equals", "hashCode");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java, Project.ROOT.resolve("build/PlainCalls.java").toString(), jar.toString())
            .redirectErrorStream(true)
            .redirectOutput(place.resolve("out").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(place.resolve("out"))).isZero();
    assertThat(linked(jar)).doesNotContain("typeSwitch", "equals", "hashCode");
    URL[] urls = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Class<?> changed = loader.loadClass(Sample.class.getName());
      assertThat(changed).isNotEqualTo(Sample.class);
      assertThat(changed.getMethod("results").invoke(null)).isEqualTo(Sample.results());
    }
  }

  private static void write(Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Class<?> each : SAMPLE) {
        String name = each.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        out.write(content(name));
        out.closeEntry();
      }
    }
  }

  private static byte[] content(String name) throws IOException {
    try (InputStream in = PlainCallsTest.class.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /// The names of all calls that are linked at run time.
  private static List<String> linked(Path jar) throws IOException {
    List<String> names = new ArrayList<>();
    URL[] urls = {jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, null)) {
      for (Class<?> each : SAMPLE) {
        byte[] bytes;
        try (InputStream in =
            loader.getResourceAsStream(each.getName().replace('.', '/') + ".class")) {
          bytes = in.readAllBytes();
        }
        ClassFile.of().parse(bytes).methods().stream()
            .flatMap(method -> method.code().stream())
            .flatMap(code -> code.elementStream())
            .filter(InvokeDynamicInstruction.class::isInstance)
            .forEach(call -> names.add(((InvokeDynamicInstruction) call).name().stringValue()));
      }
    }
    return names;
  }
}
