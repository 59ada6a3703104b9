import type { CommandWords } from './command-words';

// Names of commands and options consist of a-z and dashes, so nothing in these scripts needs quoting.

const cases = (all: readonly CommandWords[]): string =>
  all.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`).join('\n');

/** `path` collects the typed words that are commands; it ends at the first option. */
const bash = (all: readonly CommandWords[]): string => `# crumb completion for bash: source <(crumb completion bash)
_crumb() {
  local word path='' words='' known=' ${all.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} '
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$known" in *" \${path:+\${path// //}/}$word "*) path="\${path:+$path }$word" ;; *) break ;; esac
  done
  case "$path" in
${cases(all)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -gt 0 ] || compopt -o default 2>/dev/null
}
complete -F _crumb crumb`;

const zsh = (all: readonly CommandWords[]): string => `#compdef crumb
# crumb completion for zsh: source <(crumb completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(all).split('\n').slice(1).join('\n')}`;

const fish = (all: readonly CommandWords[]): string => {
  const lines = all.flatMap(({ path, words }) =>
    words.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c crumb -n "__crumb_at '${path}'" ${what}`;
    }),
  );
  const known = all.map(({ path }) => `'${path}'`).join(' ');
  return [
    '# crumb completion for fish: crumb completion fish | source',
    'function __crumb_at',
    "  set -l path ''",
    '  for word in (commandline -opc)[2..-1]',
    '    set -l longer (string trim -- "$path $word")',
    `    contains -- "$longer" ${known}; or break`,
    '    set path $longer',
    '  end',
    '  test "$path" = "$argv[1]"',
    'end',
    ...lines,
  ].join('\n');
};

/** Generators of completion scripts, by shell. */
export const scripts: Readonly<Record<string, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish };
