# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# What ./writ and build/image.sh must agree on. Sourced; built-ins only, no forks.
# Needs: home (the checkout's directory).

out=$home/target/writ

# One set of flags for training and for every start: the JVM silently ignores a cache that was made
# with others. Why these: docs/decisions/0002-start-up.md.
# The JVM's own words go to standard error: standard output is a protocol. No agent can be loaded
# into the running program, and no statistics file lies in the temp directory. A cache that does not
# fit makes a start slower, no reason to write four lines at each (ImageTest sees that it fits).
# New objects get a little more room than a text turn needs, which is then used again: what is not
# used again, the system has to hand out page by page, and it counts. So do the JVM's tables for the
# heap's first size (a 64th of the machine's memory) and for names, which the cache has already.
flags='-XX:+UseSerialGC -Xms64m -XX:NewSize=3m -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:-EnableDynamicAgentLoading
  -XX:+UnlockExperimentalVMOptions -XX:StringTableSize=4096 -XX:SymbolTableSize=4096
  -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining -XX:CompileThresholdScaling=4
  -XX:ArchiveRelocationMode=0
  -XX:CompileCommand=quiet -XX:CompileCommand=CompileThresholdScaling,sun.security.provider.SHA2::implCompress0,0.01
  --enable-native-access=dev.writ.sandbox -Xlog:disable -Xlog:all=error:stderr -Xlog:aot*=off:stderr -Xlog:cds*=off:stderr'
# A chat stays open for hours. The JVM's own size of the young generation (126 MB where the machine
# has 24 GB) would let that much garbage lie before it is collected once.
chat_flags='-Xms128m -XX:NewSize=32m'
# The parser's process (writ-syntax) reads untrusted text with foreign code: it gets little memory
# and says nothing.
parser_flags='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:-EnableDynamicAgentLoading
  -XX:-CreateCoredumpOnCrash -XX:ErrorFile=/dev/null -Xmx192m
  --enable-native-access=dev.writ.syntax -Xlog:disable -Xlog:all=off'
# Looking for the provider of channels takes the JDK longer than a request on loopback.
[ -e /proc/self ] && flags="$flags -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider"
main='--module dev.writ.app/dev.writ.app.Main'

# The JDK's own version line, so that an updated JDK gets a new cache. Sets release.
read_release() {
  [ -r "$1/release" ] || return 1
  while read -r release; do
    case $release in JAVA_VERSION=*) return 0 ;; esac
  done <"$1/release"
  return 1
}

# The checked-out commit, as git would say it; empty where this is no git checkout. Sets commit.
read_commit() {
  commit=
  git=$home/.git
  if [ -f "$git" ]; then # a work tree of another clone
    read -r git <"$git" && git=${git#gitdir: }
    case $git in /*) ;; *) git=$home/$git ;; esac
  fi
  [ -r "$git/HEAD" ] || return 0
  read -r commit <"$git/HEAD"
  case $commit in 'ref: '*) ;; *) return 0 ;; esac
  ref=${commit#ref: }
  if [ -r "$git/commondir" ]; then
    read -r common <"$git/commondir"
    case $common in /*) git=$common ;; *) git=$git/$common ;; esac
  fi
  commit=
  if [ -r "$git/$ref" ]; then
    read -r commit <"$git/$ref"
  elif [ -r "$git/packed-refs" ]; then
    while read -r hash name; do
      [ "$name" = "$ref" ] && commit=$hash && break
    done <"$git/packed-refs"
  fi
  return 0
}

# Is there an image of this commit, made here and with the JDK that is still there? Sets image, jdk.
fresh() {
  [ -r "$out/stamp" ] || return 1
  { read -r built && read -r name && read -r jdk && read -r made_with && read -r place; } <"$out/stamp" || return 1
  image=$out/$name
  read_commit
  [ "$built" = "commit ${commit:-none}" ] && [ "$place" = "$home" ] && [ -d "$image/lib" ] && [ -x "$jdk/bin/java" ] &&
    read_release "$jdk" && [ "$release" = "$made_with" ]
}

# What runs the modules of the image $1: the runtime they are linked into, or the JDK itself where it
# can't be linked. Sets java, modules.
find_runtime() {
  java=$1/runtime/bin/java modules=
  [ -x "$java" ] || java=$jdk/bin/java modules=--module-path=$1/lib
}

# What would reach into the JVM from outside (open modules, add an agent, print to our output), and
# the person's locale: the JVM itself always runs in UTF-8.
clean_environment() {
  unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS JDK_AOT_VM_OPTIONS CLASSPATH
  export WRIT_LC_ALL="${LC_ALL-}" WRIT_LANG="${LANG-}" LC_ALL=C.UTF-8
}
