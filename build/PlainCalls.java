// Implements: docs/spec/17-quality.md §17.4 (Packaging)

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/// Replaces calls that are linked at run time, and that the JVM's cache can't hold, by the plain
/// code that linking would make: switches over types (`SwitchBootstraps.typeSwitch`), and `equals`
/// and `hashCode` of records (`ObjectMethods.bootstrap`). Each costs one to three milliseconds at
/// its first use; a short run has sixty. The meaning is that of the two classes' documentation. The
/// names of local variables, which only debuggers read, are left out.
///
/// usage: `java build/PlainCalls.java LIBRARY.jar...`, which are changed; those whose name begins
/// with `writ-` only, the others are read
class PlainCalls {
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  private final ClassModel model;
  private final ClassDesc self;
  private final Map<String, TypeSwitch> switches = new LinkedHashMap<>();

  /// A method that tells which of the types an object is of, beginning with the one at an index.
  private record TypeSwitch(String name, MethodTypeDesc type, List<ClassDesc> cases) {
    void write(ClassBuilder builder) {
      builder.withMethodBody(
          name,
          type,
          ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
          this::write);
    }

    private void write(CodeBuilder code) {
      Label present = code.newLabel();
      code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
      for (int i = 0; i < cases.size(); i++) {
        Label next = code.newLabel();
        code.iload(1).loadConstant(i).if_icmpgt(next);
        code.aload(0).instanceOf(cases.get(i)).ifeq(next);
        code.loadConstant(i).ireturn().labelBinding(next);
      }
      code.loadConstant(cases.size()).ireturn();
    }
  }

  private PlainCalls(ClassModel model) {
    this.model = model;
    self = model.thisClass().asSymbol();
  }

  public static void main(String[] libraries) throws IOException {
    Map<ClassDesc, byte[]> classes = new LinkedHashMap<>();
    for (String library : libraries) {
      read(Path.of(library), classes);
    }
    // Types are merged where branches meet, so the superclasses of ours must be known.
    ClassHierarchyResolver types =
        ClassHierarchyResolver.ofResourceParsing(
                (ClassDesc name) ->
                    classes.containsKey(name)
                        ? new ByteArrayInputStream(classes.get(name))
                        : null)
            .orElse(ClassHierarchyResolver.defaultResolver());
    ClassFile file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(types));
    for (String library : libraries) {
      if (Path.of(library).getFileName().toString().startsWith("writ-")) {
        rewrite(Path.of(library), file);
      }
    }
  }

  private static void read(Path library, Map<ClassDesc, byte[]> classes) throws IOException {
    try (JarFile jar = new JarFile(library.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (isClass(entry)) {
          String name = entry.getName().replaceFirst("\\.class$", "");
          classes.put(ClassDesc.ofInternalName(name), content(jar, entry));
        }
      }
    }
  }

  private static boolean isClass(JarEntry entry) {
    String name = entry.getName();
    return name.endsWith(".class")
        && !name.endsWith("module-info.class")
        && !name.startsWith("META-INF/");
  }

  private static byte[] content(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static void rewrite(Path library, ClassFile file) throws IOException {
    Path made = library.resolveSibling(library.getFileName() + ".new");
    try (JarFile in = new JarFile(library.toFile());
        OutputStream stream = Files.newOutputStream(made);
        JarOutputStream out = new JarOutputStream(stream)) {
      for (JarEntry entry : Collections.list(in.entries())) {
        byte[] content = content(in, entry);
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(
            isClass(entry) ? new PlainCalls(file.parse(content)).rewritten(file) : content);
        out.closeEntry();
      }
    }
    Files.move(made, library, StandardCopyOption.REPLACE_EXISTING);
  }

  private byte[] rewritten(ClassFile file) {
    CodeTransform calls = this::replace;
    ClassTransform methods =
        (ClassBuilder builder, ClassElement element) -> {
          if (element instanceof MethodModel method && method.code().isPresent()) {
            builder.transformMethod(method, MethodTransform.transformingCode(calls));
          } else {
            builder.with(element);
          }
        };
    return file.transformClass(
        model,
        methods.andThen(
            ClassTransform.endHandler(
                builder -> switches.values().forEach(each -> each.write(builder)))));
  }

  private void replace(CodeBuilder code, CodeElement element) {
    if (element instanceof LocalVariable || element instanceof LocalVariableType) {
      return; // only debuggers ask for the names of variables, and the cache would hold them
    }
    if (element instanceof InvokeDynamicInstruction call) {
      String linker = call.bootstrapMethod().owner().displayName();
      String name = call.name().stringValue();
      if (linker.equals("SwitchBootstraps")
          && call.bootstrapMethod().methodName().equals("typeSwitch")
          && call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance)) {
        TypeSwitch one = typeSwitch(call);
        boolean inInterface = model.flags().has(AccessFlag.INTERFACE);
        code.invokestatic(self, one.name(), one.type(), inInterface);
        return;
      }
      if (linker.equals("ObjectMethods") && name.equals("hashCode")) {
        hashCode(code, components(call).toList());
        return;
      }
      if (linker.equals("ObjectMethods") && name.equals("equals")) {
        equals(code, components(call).toList());
        return;
      }
    }
    code.with(element);
  }

  private TypeSwitch typeSwitch(InvokeDynamicInstruction call) {
    List<ClassDesc> cases = call.bootstrapArgs().stream().map(ClassDesc.class::cast).toList();
    return switches.computeIfAbsent(
        call.typeSymbol().descriptorString() + cases,
        _ -> new TypeSwitch("switch$" + switches.size(), call.typeSymbol(), cases));
  }

  /// The getters of a record's components: behind its type and their names.
  private static Stream<DirectMethodHandleDesc> components(InvokeDynamicInstruction call) {
    return call.bootstrapArgs().stream().skip(2).map(DirectMethodHandleDesc.class::cast);
  }

  private void hashCode(CodeBuilder code, List<DirectMethodHandleDesc> components) {
    int own = code.allocateLocal(TypeKind.REFERENCE);
    code.astore(own).iconst_0();
    for (DirectMethodHandleDesc component : components) {
      ClassDesc type = component.invocationType().returnType();
      code.bipush(31).imul();
      code.aload(own).getfield(self, component.methodName(), type);
      ClassDesc hashed = type.isPrimitive() ? type : CD_Object;
      code.invokestatic(helper(type), "hashCode", MethodTypeDesc.of(CD_int, hashed)).iadd();
    }
  }

  private void equals(CodeBuilder code, List<DirectMethodHandleDesc> components) {
    int other = code.allocateLocal(TypeKind.REFERENCE);
    int own = code.allocateLocal(TypeKind.REFERENCE);
    Label same = code.newLabel();
    Label differs = code.newLabel();
    Label end = code.newLabel();
    code.astore(other).astore(own);
    code.aload(own).aload(other).if_acmpeq(same);
    code.aload(other).instanceOf(self).ifeq(differs);
    code.aload(other).checkcast(self).astore(other);
    for (DirectMethodHandleDesc component : components) {
      ClassDesc type = component.invocationType().returnType();
      code.aload(own).getfield(self, component.methodName(), type);
      code.aload(other).getfield(self, component.methodName(), type);
      if (type.isPrimitive()) {
        code.invokestatic(helper(type), "compare", MethodTypeDesc.of(CD_int, type, type));
        code.ifne(differs);
      } else {
        code.invokestatic(OBJECTS, "equals", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object));
        code.ifeq(differs);
      }
    }
    code.labelBinding(same).iconst_1().goto_(end).labelBinding(differs).iconst_0().labelBinding(end);
  }

  /// The class whose static methods hash and compare values of a type.
  private static ClassDesc helper(ClassDesc type) {
    return switch (type.descriptorString()) {
      case "Z" -> ClassDesc.of("java.lang.Boolean");
      case "B" -> ClassDesc.of("java.lang.Byte");
      case "S" -> ClassDesc.of("java.lang.Short");
      case "C" -> ClassDesc.of("java.lang.Character");
      case "I" -> ClassDesc.of("java.lang.Integer");
      case "J" -> ClassDesc.of("java.lang.Long");
      case "F" -> ClassDesc.of("java.lang.Float");
      case "D" -> ClassDesc.of("java.lang.Double");
      default -> OBJECTS;
    };
  }
}
