import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Interrupts } from '../interrupts';
import { createProgram } from '../program';
import { listCommandWords } from './command-words';
import { scripts } from './scripts';

const program = () => {
  const stream = new PassThrough();
  return createProgram({ input: stream, output: stream, errors: stream }, new Interrupts());
};
const all = listCommandWords(program());

/** The completions bash offers after these words. */
function offered(...typed: string[]): string[] {
  const script = `crumb() { printf '%s\\n' "a-$2" "b-$2"; }
${scripts['bash']?.(all) ?? ''}
COMP_WORDS=(crumb ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _crumb
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

test('completion: bash completes commands, subcommands and options, also after an argument', () => {
  expect(offered('tra').sort()).toEqual(['trace', 'trail', 'trails']);
  expect(offered('trail', '')).toEqual(['export', 'show', 'pin']);
  expect(offered('trail', '-')).toEqual(['--help']);
  expect(offered('dead-letters', 're')).toEqual(['replay']);
  expect(offered('trail', 'export', '--fo')).toEqual(['--force']);
  expect(offered('context', 'what')).toEqual(['what-if']);
  expect(offered('trace', 'some-id', '--wat')).toEqual(['--waterfall']);
});

test('completion: bash completes the values of sessions, agents and ids, where a command or an option takes them', () => {
  expect(offered('chat', '-s', '')).toEqual(['a-sessions', 'b-sessions']);
  expect(offered('trails', '--agent', 'a')).toEqual(['a-agents']);
  expect(offered('agents', 'edit', 'b')).toEqual(['b-agents']);
  expect(offered('context', 'diff', 'a')).toEqual(['a-ids']);
  expect(offered('trail', 'a')).toEqual(['']);
  expect(offered('agents', 'edit', '')).toEqual(['a-agents', 'b-agents']);
});

test('completion: bash completes the choices of options that have some, by their command', () => {
  expect(offered('-o', '')).toEqual(['table', 'wide', 'json', 'yaml']);
  expect(offered('trace', '-o', 'j')).toEqual(['json']);
  expect(offered('usage', '--by', 'm')).toEqual(['model']);
  expect(offered('context', 'cost', '--by', '')).not.toContain('model');
  expect(offered('keys', 'create', '--for', 'user:bea', '--role', '')).toEqual(['reader', 'writer', 'operator']);
  expect(offered('trail', 'export', '-o', '')).not.toContain('table');
});

test('completion: bash completes after options that stand before or between commands, and ends at the first argument', () => {
  expect(offered('--profile', 'x', 'se').sort()).toEqual(['search', 'secrets', 'send', 'session', 'sessions']);
  expect(offered('--profile', '=', 'x', 'se').sort()).toEqual(['search', 'secrets', 'send', 'session', 'sessions']);
  expect(offered('--json', 'dead-letters', '-o', 'yaml', 're')).toEqual(['replay']);
  expect(offered('-o', 'json', 'trace', 'some-id', '--wat')).toEqual(['--waterfall']);
  expect(offered('--profile', 'trail', 'dead-letters', 're')).toEqual(['replay']);
  expect(offered('--profile', '')).toEqual(['']);
});

test('completion: bash lists the values of the gateway that the options name', () => {
  const script = `crumb() { [ "$*" = 'complete sessions --profile work' ] && echo of-work; }
${scripts['bash']?.(all) ?? ''}
COMP_WORDS=(crumb --profile work -o json chat -s ''); COMP_CWORD=7; _crumb; printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('of-work\n');
});

/** What a shell prints when it runs this script; null where it is not installed. */
function runIn(shell: string, script: string): string[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-completion-'));
  const file = join(folder, 'script');
  writeFileSync(file, script);
  const { error, status, stdout, stderr } = spawnSync(shell, [file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (error) return null;
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split('\n');
}

const TYPED: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['tra'], ['trace', 'trail', 'trails']],
  [['dead-letters', 're'], ['replay']],
  [['agents', 'edit', 'b'], ['b-agents']],
  [
    ['chat', '-s', ''],
    ['a-sessions', 'b-sessions'],
  ],
  [['trails', '--agent', 'a'], ['a-agents']],
  [['search', '-m', 't'], ['text']],
  [['trace', 'some-id', '--wat'], ['--waterfall']],
  [['--profile', 'x', 'dead-letters', 're'], ['replay']],
];

test('completion: fish, if it is installed, completes commands, options and values', () => {
  const calls = TYPED.map(([words]) => `complete -C'crumb ${words.join(' ')}'; echo end`).join('\n');
  const found = runIn(
    'fish',
    `function crumb; echo a-$argv[2]; echo b-$argv[2]; end\n${scripts['fish']?.(all)}\n${calls}`,
  );
  if (found) expect(`${found.join('\n')}\n`).toBe(TYPED.map(([, offered]) => `${offered.join('\n')}\nend\n`).join(''));
});

test('completion: zsh, if it is installed, completes commands, options and values, and keeps its PATH', () => {
  const calls = TYPED.map(([words]) => {
    const typed = ['crumb', ...words].map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _crumb; printf '%s\\n' "\${COMPREPLY[@]}" end`;
  });
  const setUp = 'compdef() { :; }\ncrumb() { env true && printf "%s\\n" "a-$2" "b-$2"; }';
  const found = runIn('zsh', [setUp, scripts['zsh']?.(all), 'emulate sh', 'setopt ksharrays', ...calls].join('\n'));
  // Outside of its line editor, zsh offers all words, and not only those that begin as typed.
  const offered = found
    ?.join('\n')
    .split('\nend')
    .map((words, at) => {
      const typed = TYPED[at]?.[0].at(-1) ?? '';
      return words.split('\n').filter((word) => word !== '' && word.startsWith(typed));
    });
  if (offered)
    expect(offered.slice(0, TYPED.length)).toEqual(TYPED.map(([, words]) => expect.arrayContaining([...words])));
  if (offered) expect(offered.flat()).toHaveLength(TYPED.flatMap(([, words]) => words).length);
});

test('completion: every declared command is offered', () => {
  const paths = all.map(({ path }) => path);
  for (const path of ['trail export', 'trail show', 'dead-letters replay', 'context diff', 'completion'])
    expect(paths).toContain(path);
});
