import { Command, Help } from 'commander';
import { PassThrough } from 'node:stream';
import { Interrupts } from '../interrupts';
import { LISTED_COMMANDS } from '../listed-commands';
import { declareCommands } from '../program';
import { Shell } from '../shell';
import { EXAMPLES } from './examples';

const program = (args?: readonly string[]) => {
  const stream = new PassThrough();
  const terminal = { input: stream, output: stream, errors: stream };
  return declareCommands(terminal, (command) => new Shell(terminal, new Interrupts(), command.opts()), args);
};

/** The commands that do something by themselves, by their words. */
function listRunnable(command: Command, path: readonly string[] = []): string[] {
  const runs = (command as unknown as { readonly _actionHandler: unknown })._actionHandler !== null;
  return [
    ...(runs && path.length > 0 && path[0] !== 'complete' ? [path.join(' ')] : []),
    ...command.commands.flatMap((one) => listRunnable(one, [...path, one.name()])),
  ];
}

/** The words of an example from `crumb` to a pipe or a redirection, without quotes. */
function wordsOf(example: string): string[] {
  const line = /(?:^|[( ])crumb ([^|<>)]*)/.exec(example)?.[1] ?? '';
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

/** Every command records that it was to run, instead of running. */
function recordRuns(command: Command, runs: string[], path: readonly string[] = []): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  if ((command as unknown as { readonly _actionHandler: unknown })._actionHandler !== null)
    command.action(() => void runs.push(path.join(' ')));
  for (const one of command.commands) recordRuns(one, runs, [...path, one.name()]);
  return command;
}

test('help: every command that does something has examples, and no other command has any', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(listRunnable(program()).sort());
});

test.each(Object.entries(EXAMPLES).flatMap(([path, all]) => all.map((example) => [example, path] as const)))(
  'help: the example `%s` is a valid command line of its command or of one below it',
  (example, path) => {
    const runs: string[] = [];
    recordRuns(program(), runs).parse(wordsOf(example), { from: 'user' });
    expect(runs.map((run) => run === path || run.startsWith(`${path} `))).toEqual([true]);
  },
);

test('help: no line of any help is wider than 80 characters, and each names the guides', () => {
  const visit = (command: Command): void => {
    let text = '';
    command
      .configureHelp({ ...command.configureHelp(), helpWidth: 80 })
      .configureOutput({ writeOut: (more) => void (text += more) });
    command.outputHelp();
    expect(text).toContain('docs/guides');
    expect(text.split('\n').filter((line) => line.length > 80 && !/^ +\S*crumb|Guides|^Usage/.test(line))).toEqual([]);
    command.commands.forEach(visit);
  };
  visit(program());
});

test('help: the list says of each command what the command itself says', () => {
  const listed = Object.values(LISTED_COMMANDS).flatMap((commands) =>
    Object.entries(commands).map(([name, [usage, description]]) => [`${name} ${usage}`.trimEnd(), description]),
  );
  const declared = program().commands.filter((one) => one.name() !== 'complete');
  expect(listed).toEqual(declared.map((one) => [new Help().subcommandTerm(one), one.description()]));
});

test.each([
  [['send', 'hello'], ['send']],
  [['--profile', 'tail', '--json', 'trace'], ['trace']],
  [['checksum'], ['checksum']],
  [['--help'], []],
  [['no-such-command'], []],
])('the command line %j loads the module of its command and no other', (args, loaded) => {
  const { commands } = program(args);
  expect(commands.filter(({ options }) => options.length > 0).map((one) => one.name())).toEqual(loaded);
});
