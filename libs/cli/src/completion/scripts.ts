import type { CommandWords, OptionWords, ValueKind } from './command-words';

// Names of commands, options and choices consist of letters, digits, dashes and underscores, so nothing in these scripts needs quoting.

const cases = (all: readonly CommandWords[]): string =>
  all
    .map(({ path, subcommands, options, values }) => {
      const longOptions = options.map(({ long }) => long);
      const listed = values === undefined ? '' : `; values=${values}`;
      return `    '${path}') words='${subcommands.join(' ')}' options='${longOptions.join(' ')}'${listed} ;;`;
    })
    .join('\n');

const namesOf = ({ long, short }: OptionWords): string[] => [long, ...(short === undefined ? [] : [short])];

/** The cases of options that have choices, by the command and the option, one for each list of choices. */
function choiceCases(all: readonly CommandWords[]): string {
  const patterns = new Map<string, string[]>();
  for (const { path, options } of all)
    for (const option of options) {
      if (option.choices === undefined) continue;
      const words = option.choices.join(' ');
      const before = patterns.get(words) ?? [];
      patterns.set(words, [...before, ...namesOf(option).map((name) => `'${path} ${name}'`)]);
    }
  return [...patterns].map(([words, places]) => `    ${places.join('|')}) words='${words}'; values='' ;;`).join('\n');
}

/** The options that say which gateway a command uses. */
const GATEWAY_OPTIONS: readonly string[] = ['--url', '--key', '--profile'];

/** The names of the options of `crumb` itself that take a value, which may stand before a command. */
const globalsWithValue = (all: readonly CommandWords[]): string[] =>
  (all.find(({ path }) => path === '')?.options ?? []).filter(({ takesValue }) => takesValue).flatMap(namesOf);

/**
 * `typed` collects the typed words that are commands, past the options between them; it ends at the first argument. `gateway` collects the options
 * that say which gateway lists the values. zsh runs this too, where `path` would be PATH; with `--kind` it only says what is listed, and where.
 */
const bash = (all: readonly CommandWords[]): string => `# crumb completion for bash: source <(crumb completion bash)
_crumb() {
  local word typed='' words='' options='' values='' option='' known=' ${all.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} '
  local -a gateway=()
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    if [ -n "$option" ]; then
      [ "$word" != = ] || continue
      case "$option" in ${GATEWAY_OPTIONS.join('|')}) gateway+=("$option" "$word") ;; esac
      option=''
      continue
    fi
    case "$word" in
      ${globalsWithValue(all).join('|')}) option="$word"; continue ;;
      -*) continue ;;
    esac
    case "$known" in *" \${typed:+\${typed// //}/}$word "*) typed="\${typed:+$typed }$word" ;; *) break ;; esac
  done
  case "$typed" in
${cases(all)}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    -s|--session) words=''; values=sessions ;;
    -a|--agent) words=''; values=agents ;;
    ${GATEWAY_OPTIONS.join('|')}) words=''; values='' ;;
  esac
  case "$typed \${COMP_WORDS[COMP_CWORD-1]}" in
${choiceCases(all)}
  esac
  [ "\${1-}" != --kind ] || { printf '%s\\n' "$values" "\${gateway[@]}"; return; }
  case "\${COMP_WORDS[COMP_CWORD]}" in
    -*) words="$options" ;;
    *) [ -z "$values" ] || words="$words $(crumb complete $values "\${gateway[@]}" 2>/dev/null | tr '\\n' ' ')" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _crumb crumb`;

const zsh = (all: readonly CommandWords[]): string => `#compdef crumb
# crumb completion for zsh: source <(crumb completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(all).split('\n').slice(1).join('\n')}
_crumb_described() {
  local -a COMP_WORDS COMPREPLY facts lines names shown
  local COMP_CWORD=$((CURRENT-1))
  COMP_WORDS=("\${words[@]}")
  facts=("\${(@f)$(emulate sh; setopt ksharrays; _crumb --kind)}")
  if [[ $facts[1] != ids || $words[CURRENT] = -* ]]; then
    _bash_complete -o default -F _crumb
    return
  fi
  lines=("\${(@f)$(crumb complete ids --describe "\${(@)facts[2,-1]}" 2>/dev/null)}")
  names=("\${(@)lines%%$'\\t'*}")
  shown=("\${(@)lines/$'\\t'/  }")
  compadd -V ids -l -d shown -a names
}
compdef _crumb_described crumb`;

/** The values of options, by their long names. */
const OPTION_VALUES: Readonly<Record<string, ValueKind>> = { '--session': 'sessions', '--agent': 'agents' };

/** fish shows what stands after a tab beside the value. Ids stay in their order, the latest first. */
const listValues = (kind: ValueKind): string =>
  `${kind === 'ids' ? '-k ' : ''}-a '(crumb complete ${kind} --describe 2>/dev/null)'`;

/** How fish completes an option: with values that are listed, with its choices, with files, or with nothing. */
function fishOption({ long, short, takesValue, choices }: OptionWords): string {
  const names = `-l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
  const kind = OPTION_VALUES[long];
  if (kind !== undefined) return `${names} -x ${listValues(kind)}`;
  if (choices !== undefined) return `${names} -x -a '${choices.join(' ')}'`;
  return takesValue ? `${names} -r -F` : names;
}

const fish = (all: readonly CommandWords[]): string => {
  const lines = all.flatMap(({ path, subcommands, options, values }) => {
    const offers = [
      ...subcommands.map((word) => `-f -a ${word}`),
      ...options.map(fishOption),
      ...(values === undefined ? [] : [`-f ${listValues(values)}`]),
    ];
    return offers.map((offer) => `complete -c crumb -n "__crumb_at '${path}'" ${offer}`);
  });
  const known = all.map(({ path }) => `'${path}'`).join(' ');
  return [
    '# crumb completion for fish: crumb completion fish | source',
    'function __crumb_at',
    "  set -l path ''",
    "  set -l option ''",
    '  for word in (commandline -opc)[2..-1]',
    '    if test -n "$option"',
    "      set option ''",
    '      continue',
    '    end',
    `    if contains -- "$word" ${globalsWithValue(all).join(' ')}`,
    '      set option $word',
    '      continue',
    '    end',
    "    string match -q -- '-*' $word; and continue",
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
