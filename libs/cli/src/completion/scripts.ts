import type { CommandWords } from './command-words';

// Names of commands and options consist of a-z and dashes, so nothing in these scripts needs quoting.

const cases = (all: readonly CommandWords[]): string =>
  all
    .map(({ path, words, values }) => {
      const listed = values === undefined ? '' : `; values=${values}`;
      return `    '${path}') words='${words.join(' ')}'${listed} ;;`;
    })
    .join('\n');

/** `path` collects the typed words that are commands; it ends at the first option. */
const bash = (all: readonly CommandWords[]): string => `# crumb completion for bash: source <(crumb completion bash)
_crumb() {
  local word path='' words='' values='' known=' ${all.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} '
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$known" in *" \${path:+\${path// //}/}$word "*) path="\${path:+$path }$word" ;; *) break ;; esac
  done
  case "$path" in
${cases(all)}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    -s|--session) words=''; values=sessions ;;
    -a|--agent) words=''; values=agents ;;
  esac
  case "\${COMP_WORDS[COMP_CWORD]}" in
    -*) ;;
    *) [ -z "$values" ] || words="$words $(crumb complete $values 2>/dev/null | tr '\\n' ' ')" ;;
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
  const values = all.flatMap(({ path, values: kind }) =>
    kind === undefined
      ? []
      : [`complete -c crumb -n "__crumb_at '${path}'" -f -a '(crumb complete ${kind} 2>/dev/null)'`],
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
    ...values,
    "complete -c crumb -s s -l session -x -a '(crumb complete sessions 2>/dev/null)'",
    "complete -c crumb -s a -l agent -x -a '(crumb complete agents 2>/dev/null)'",
  ].join('\n');
};

/** Generators of completion scripts, by shell. */
export const scripts: Readonly<Record<string, (all: readonly CommandWords[]) => string>> = { bash, zsh, fish };
