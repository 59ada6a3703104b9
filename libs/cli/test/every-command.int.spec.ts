import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { EXAMPLES } from '../src/help/examples';
import { Interrupts } from '../src/interrupts';
import { declareCommands } from '../src/program';
import { Shell } from '../src/shell';
import { FakeGateway, runCrumb } from './fake-gateway';

const sources = join(__dirname, '../src');
/** Nothing listens here. */
const NOWHERE = ['--url', 'http://127.0.0.1:1', '--key', 'k'];

function declare(): Command {
  const stream = new PassThrough();
  const terminal = { input: stream, output: stream, errors: stream };
  return declareCommands(terminal, (command) => new Shell(terminal, new Interrupts(), command.opts()));
}

const runsItself = (command: Command): boolean =>
  (command as unknown as { readonly _actionHandler: unknown })._actionHandler !== null;

/** The command of these words; undefined where there is none. */
const find = (words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>(
    (command, word) => command?.commands.find((one) => one.name() === word || one.aliases().includes(word)),
    declare(),
  );

/** The words of a command line without quotes, up to a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const [, words = ''] = /(?:^|[( ])crumb ([^|<>]*)/.exec(line) ?? [];
  return [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

const commands = Object.keys(EXAMPLES).map((path) => path.split(' '));
const hasOption = (words: readonly string[], long: string): boolean =>
  find(words)?.options.some((one) => one.long === long) === true;
const ofGateway = commands.filter((words) => hasOption(words, '--url'));

/** Commands whose example reads a file that is not there: they say so before they ask the gateway. */
const READ_A_FILE = ['lore import', 'agents define', 'import', 'rerun', 'agents edit', 'tools define'];
/** `doctor` reports an unreachable gateway as a problem that it found; these need no gateway for what they do. */
const NEED_NO_GATEWAY = ['doctor', 'config', 'completion'];

describe('every command', () => {
  const gateway = new FakeGateway();
  let folder: string;
  let before: string | undefined;
  beforeAll(async () => {
    await gateway.open();
    folder = mkdtempSync(join(tmpdir(), 'crumb-every-'));
    before = process.env['CRUMBTRAIL_CONFIG'];
    process.env['CRUMBTRAIL_CONFIG'] = folder;
  });
  beforeEach(() => gateway.reset());
  afterAll(() => {
    gateway.close();
    if (before === undefined) delete process.env['CRUMBTRAIL_CONFIG'];
    else process.env['CRUMBTRAIL_CONFIG'] = before;
    rmSync(folder, { recursive: true });
  });

  const isOneOf = (names: readonly string[], words: readonly string[]): boolean =>
    names.some((name) => words.join(' ') === name || words[0] === name);
  /** An example that reads no file, where there is one. */
  const exampleOf = (words: readonly string[]): string[] =>
    wordsOf(EXAMPLES[words.join(' ')]?.find((one) => !one.includes('cat.png')) ?? '');
  const asTable = (all: readonly string[][]): [string, string[]][] => all.map((words) => [words.join(' '), words]);

  test.each(asTable(commands))('crumb %s --help prints an example and exits with 0', async (_, words) => {
    const { code, out, err } = await runCrumb([...words, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Examples:\n {2}.*crumb /);
  });

  test.each(asTable(commands))('crumb %s exits with 2 for an option that it does not have', async (_, words) => {
    const { code, out, err } = await runCrumb([...exampleOf(words), '--no-such-option']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--no-such-option');
  });

  const asking = ofGateway.filter((words) => !isOneOf([...READ_A_FILE, ...NEED_NO_GATEWAY], words));

  test.each(asTable(asking))('crumb %s exits with 3, in one sentence, when no gateway answers', async (_, words) => {
    const { code, out, err } = await runCrumb([...exampleOf(words), ...NOWHERE], { input: 'hello\n' });
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/^crumb: .+\n$/);
  });

  test.each(asTable(asking))('crumb %s exits with 1, in one sentence, when it is not found', async (_, words) => {
    if (words[0] === 'agents') gateway.replies = {};
    const { code, err } = await gateway.crumb(exampleOf(words), { input: 'hello\n' });
    expect(code).toBe(1);
    expect(err).toMatch(/^crumb: .+\n$/);
  });

  test.each([
    'lore import no-such-file.json',
    'agents define no-such-file.json',
    'import no-such-file.json --user ann',
    'send hello -f no-such-file.json',
    'trail show no-such-file.json',
    'evals run --config no-such-file.json',
    'rerun 0190a000-0000-7000-8000-000000000001 --prompt-file no-such-file.json',
  ])('crumb %s exits with 2, in one sentence, because there is no such file', async (line) => {
    const words = line.split(' ');
    const { code, out, err } = await (words[0] === 'trail' ? runCrumb(words) : gateway.crumb(words));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^crumb: .*no-such-file\.json.*\n$/);
  });
});

/** What messages of commands tell people to run: command lines in backticks, behind a colon, or on a line of their own. */
function listHints(): string[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const hints = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('examples.ts'))
    .flatMap((file) => {
      const code = readFileSync(join(sources, file), 'utf8').replace(/\/\*\*[^]*?\*\//g, '');
      return [...code.matchAll(/(?:\\`|["'`]|: )(crumb [a-z][^\n`\\]*?)(?:\\`|'[,;)\]\n]|`[,;)\]\n]|$)/gm)];
    })
    .map(([, hint = '']) => hint.replace(/\$\{[^}]*\}/g, 'x').replace(/<[^>]*>/g, 'x'));
  return [...new Set(hints)];
}

describe('every hint that a command prints', () => {
  const hints = listHints();

  test('is found', () => {
    expect(hints.length).toBeGreaterThan(20);
  });

  test.each(hints)('`%s` is a command with the options that it has', (hint) => {
    const words = wordsOf(hint);
    const path = words.slice(0, words.findIndex((_, at) => find(words.slice(0, at + 1)) === undefined) >>> 0);
    const command = find(path);
    expect(path).not.toEqual([]);
    expect(command && (runsItself(command) || command.commands.length > 0)).toBe(true);
    const known = new Set(command?.options.flatMap(({ short, long }) => [short, long]));
    expect(words.filter((word) => /^--?[a-z]/.test(word) && !known.has(word))).toEqual([]);
  });
});
