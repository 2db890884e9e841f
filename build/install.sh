#!/bin/sh
# Implements: docs/spec/17-quality.md §17.4 (Packaging)
# Puts `writ` of this checkout on a person's PATH, with completion and a manual page; or takes all of
# it away again. Needs no root where the prefix needs none.
#
# usage: build/install.sh install | uninstall [--prefix DIR]     (PREFIX=DIR does the same)
set -eu
cd "$(dirname "$0")/.."
home=$(pwd -P)

fail() {
  echo "writ: $1" >&2
  exit 1
}

act=${1-}
prefix=${PREFIX:-${HOME:?}/.local}
[ $# = 0 ] || shift
while [ $# != 0 ]; do
  case $1 in
    --prefix=*) prefix=${1#*=} ;;
    --prefix)
      [ $# -ge 2 ] || fail "--prefix needs a directory"
      shift
      prefix=$1
      ;;
    *) fail "install: there is no option '$1'; there is --prefix DIR" ;;
  esac
  shift
done
case $prefix in /*) ;; *) fail "the prefix must be an absolute path: $prefix" ;; esac

link=$prefix/bin/writ
bash=$prefix/share/bash-completion/completions/writ
zsh=$prefix/share/zsh/site-functions/_writ
fish=$prefix/share/fish/vendor_completions.d/writ.fish
page=$prefix/share/man/man1/writ.1

# Whether what is called writ there came from a checkout of Writ.
ours() {
  [ -h "$link" ] || return 1
  case $(readlink "$link") in "$home/writ" | */writ) return 0 ;; esac
  return 1
}

# put FILE ARGUMENTS...: writes what writ prints
put() {
  file=$1
  shift
  mkdir -p "${file%/*}"
  "$home/writ" "$@" >"$file.new" || {
    rm -f "$file.new"
    fail "$file was not written"
  }
  mv "$file.new" "$file"
}

install() {
  if [ -e "$link" ] || [ -h "$link" ]; then
    ours || fail "$link is there and is not a link to Writ; move it away, or use --prefix DIR"
  fi
  mkdir -p "$prefix/bin" || fail "$prefix can't be written; use --prefix DIR"
  put "$bash" completion bash
  put "$zsh" completion zsh
  put "$fish" completion fish
  put "$page" help --man
  ln -sfn "$home/writ" "$link"
  echo "Installed: $link -> $home/writ"
  echo "           completion for bash, zsh and fish, and the manual page, in $prefix/share"
  case ":${PATH-}:" in
    *":$prefix/bin:"*) ;;
    *)
      echo "$prefix/bin is not on your PATH. Add it in your shell's start file:"
      echo "  export PATH=\"$prefix/bin:\$PATH\""
      ;;
  esac
  case ${SHELL-} in
    */zsh) echo "zsh completes once its start file has, before compinit: fpath+=(${zsh%/*})" ;;
  esac
}

uninstall() {
  if [ -h "$link" ] && [ "$(readlink "$link")" = "$home/writ" ]; then
    rm -f "$link"
  elif [ -e "$link" ] || [ -h "$link" ]; then
    fail "$link does not lead to this checkout; nothing was removed"
  fi
  rm -f "$bash" "$zsh" "$fish" "$page"
  echo "Uninstalled from $prefix; what Writ recorded stays in ~/.writ and ~/.config/writ"
}

case $act in
  install | uninstall) "$act" ;;
  *) fail "usage: build/install.sh install | uninstall [--prefix DIR]" ;;
esac
