#!/usr/bin/env bash
# Makes the archives of kubectl-nodewright for this platform; ./nodewright dist calls it.
#
#   dist/kubectl-nodewright-<platform>/          bin, lib and a Java runtime, with a start cache
#   dist/kubectl-nodewright-<platform>.tar.gz    the same; nothing else has to be installed
#   dist/kubectl-nodewright-any.tar.gz           without the runtime, for any JDK 25
#   dist/nodewright.yaml                         the Krew manifest of what was built
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CLI=$ROOT/cli
DIST=$ROOT/dist
# What the class path needs; jlink is told, since jars without a module descriptor do not say.
MODULES=java.base,java.logging,java.naming,java.net.http,java.xml,jdk.crypto.ec,jdk.unsupported

case $(uname -s) in Linux) os=linux ;; Darwin) os=darwin ;; *) echo "dist: no archive for $(uname -s)" >&2; exit 1 ;; esac
case $(uname -m) in x86_64) arch=amd64 ;; aarch64 | arm64) arch=arm64 ;; *) echo "dist: no archive for $(uname -m)" >&2; exit 1 ;; esac
platform=$os-$arch
home=$DIST/kubectl-nodewright-$platform

# one_jar FILE: all classes in one jar: the launcher opens one file, and the archive can be moved.
one_jar() {
  local work jar
  work=$(mktemp -d)
  for jar in "$CLI"/target/lib/*.jar "$CLI"/target/nodewright-cli-*.jar; do
    case $jar in *-tests.jar | *-sources.jar) continue ;; esac
    (cd "$work" && "$JAVA_HOME/bin/jar" xf "$jar")
  done
  # The start cache takes no class files as old as picocli's.
  "$JAVA_HOME/bin/java" "$ROOT/tools/NewClassFiles.java" "$work" "$work/picocli"
  # Java looks through all providers of algorithms for one that the runtime left out; none of these is used.
  rm -rf "$work"/META-INF/services/java.security.Provider "$work"/META-INF/*.SF "$work"/META-INF/*.RSA "$work"/META-INF/*.DSA "$work"/META-INF/maven \
    "$work"/module-info.class "$work"/META-INF/versions/*/module-info.class
  find "$work" -exec touch -h -d 2026-01-01T00:00:00Z {} + 2>/dev/null || true
  printf 'Multi-Release: true\n' >"$work/manifest"
  (cd "$work" && "$JAVA_HOME/bin/jar" --create --file "$1" --manifest manifest --date 2026-01-01T00:00:00Z \
    $(ls -A | grep -v -x -e manifest))
  rm -rf "$work"
}

scripts() {
  mkdir -p "$1/bin"
  cp "$CLI"/src/main/launcher/* "$1/bin/"
  ln -sfn kubectl-nodewright "$1/bin/kubectl-skyhook"
  cp "$ROOT/LICENSE" "$1/"
}

# Makes a start cache by a run that loads what the usual commands load, against a server that knows its
# answers by heart.
train() {
  local jar=$home/lib/kubectl-nodewright.jar folder server tries=0
  folder=$(mktemp -d)
  mkfifo "$folder/until"
  "$JAVA_HOME/bin/java" -cp "$jar" "$ROOT/tools/TrainingServer.java" "$folder" <"$folder/until" &
  server=$!
  exec 9>"$folder/until"
  until [ -f "$folder/kubeconfig" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$server" 2>/dev/null; then
      echo 'dist: the server for the training does not start' >&2
      exit 1
    fi
    sleep 0.2
  done
  KUBECONFIG=$folder/kubeconfig "$home/runtime/bin/java" -Xlog:disable -Xlog:all=off \
    -XX:AOTCacheOutput="$home/lib/kubectl-nodewright.aot" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms96m -Xmn64m -Xmx192m \
    -XX:-UsePerfData --enable-native-access=ALL-UNNAMED -cp "$jar" io.nodewright.cli.StartTraining \
    version --client-only ';' --help ';' node status ';' node list --nodewright tune -o json ';' \
    package status grub --nodewright tune -o yaml ';' version -n nodewright ';' explain tune ';' __complete node st ';' \
    __complete explain t ';' reset tune --dry-run ';' pause tune --dry-run ||
    echo 'dist: no start cache; starts take longer' >&2
  exec 9>&-
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  rm -rf "$folder"
}

manifest() {
  local version sum
  version=$(sed -n 's:.*<cli.version>\(.*\)</cli.version>.*:\1:p' "$CLI/pom.xml")
  sum=$(sha256sum "$DIST/kubectl-nodewright-$platform.tar.gz" | cut -d' ' -f1)
  cat <<YAML
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: nodewright
spec:
  version: $version
  shortDescription: See and steer NodeWrights
  description: |
    Shows where the packages of NodeWrights are on the nodes of a cluster and why a node waits;
    pauses, resets and runs them again.
  platforms:
  - selector:
      matchLabels: {os: $os, arch: $arch}
    uri: kubectl-nodewright-$platform.tar.gz
    sha256: $sum
    bin: kubectl-nodewright-$platform/bin/kubectl-nodewright
YAML
}

rm -rf "$home" "$DIST/kubectl-nodewright-any"
mkdir -p "$home/lib" "$DIST/kubectl-nodewright-any/lib"
one_jar "$home/lib/kubectl-nodewright.jar"
cp -p "$home/lib/kubectl-nodewright.jar" "$DIST/kubectl-nodewright-any/lib/"
scripts "$home"
scripts "$DIST/kubectl-nodewright-any"
# A JDK without jmods links from itself (JDK 24 and newer).
"$JAVA_HOME/bin/jlink" --add-modules "$MODULES" --strip-java-debug-attributes --no-header-files --no-man-pages \
  --output "$home/runtime"
train
tar -C "$DIST" -czf "$DIST/kubectl-nodewright-$platform.tar.gz" "kubectl-nodewright-$platform"
tar -C "$DIST" -czf "$DIST/kubectl-nodewright-any.tar.gz" kubectl-nodewright-any
manifest >"$DIST/nodewright.yaml"
echo "$home/bin/kubectl-nodewright"
