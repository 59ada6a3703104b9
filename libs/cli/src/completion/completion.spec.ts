import { execFileSync, spawnSync } from 'node:child_process';
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
  expect(offered('trail', '')).toEqual(['export', 'show', 'pin', '--help']);
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
});

test.each(['bash', 'zsh', 'fish'])('completion: %s parses its script, if it is installed', (shell) => {
  const script = scripts[shell]?.(all) ?? '';
  expect(script).toContain('dead-letters');
  const read = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
  if (read.error === undefined) expect([read.status, read.stderr]).toEqual([0, '']);
});

test('completion: every declared command is offered', () => {
  const paths = all.map(({ path }) => path);
  for (const path of ['trail export', 'trail show', 'dead-letters replay', 'context diff', 'completion'])
    expect(paths).toContain(path);
});
