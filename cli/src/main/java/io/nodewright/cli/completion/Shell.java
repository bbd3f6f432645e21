package io.nodewright.cli.completion;

import java.util.Locale;
import java.util.Optional;

/// The shells with a completion script.
public enum Shell {
  BASH,
  ZSH,
  FISH;

  /// The shell of that name.
  public static Optional<Shell> of(String name) {
    for (Shell shell : values()) {
      if (shell.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(shell);
      }
    }
    return Optional.empty();
  }

  /// The script for stdout: it asks the program itself what may follow.
  public String script() {
    return switch (this) {
      case BASH ->
          """
          # bash completion for kubectl-nodewright
          __kubectl_nodewright_complete() {
            local IFS=$'\\n' line
            COMPREPLY=()
            while read -r line; do
              case $line in :*) continue ;; esac
              line=${line%%$'\\t'*}
              case $line in "${COMP_WORDS[COMP_CWORD]}"*) COMPREPLY+=("$line") ;; esac
            done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
          }
          complete -o default -F __kubectl_nodewright_complete kubectl-nodewright nodewright
          """;
      case ZSH ->
          """
          #compdef kubectl-nodewright nodewright
          # zsh completion for kubectl-nodewright
          _kubectl_nodewright() {
            local -a candidates
            local line name
            for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
              case $line in :*|'') continue ;; esac
              name=${line%%$'\\t'*}
              name=${name//:/\\:}
              case $line in *$'\\t'*) name+=":${line#*$'\\t'}" ;; esac
              candidates+=("$name")
            done
            _describe 'kubectl-nodewright' candidates
          }
          if [ "$funcstack[1]" = "_kubectl_nodewright" ]; then
            _kubectl_nodewright
          else
            compdef _kubectl_nodewright kubectl-nodewright nodewright
          fi
          """;
      case FISH ->
          """
          # fish completion for kubectl-nodewright
          function __kubectl_nodewright_complete
              set -l words (commandline -opc)
              set -l program $words[1]
              set -e words[1]
              $program __complete $words (commandline -ct) 2>/dev/null | string match -v ':*'
          end
          complete -c kubectl-nodewright -f -a '(__kubectl_nodewright_complete)'
          complete -c nodewright -f -a '(__kubectl_nodewright_complete)'
          """;
    };
  }
}
