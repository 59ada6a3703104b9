import { Command } from 'commander';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { Interrupts } from '../src';
import { declareCommands } from '../src/program';
import { Shell } from '../src/shell';
import { Screen } from './fake-gateway';

/** The commands that print no result: one runs until Ctrl-C, and one is for scripts of shells. */
const WITHOUT_RESULT = ['up', 'complete'];

const stream = new PassThrough();
const terminal = { input: stream, output: stream, errors: stream };
const program = declareCommands(terminal, (command) => new Shell(terminal, new Interrupts(), command.opts()));

/** The commands that do something by themselves, with their words. */
function listRunnable(command: Command, path: readonly string[] = []): [string, Command][] {
  const runs = (command as unknown as { readonly _actionHandler: unknown })._actionHandler !== null;
  const own: [string, Command][] = runs && path.length > 0 ? [[path.join(' '), command]] : [];
  return [...own, ...command.commands.flatMap((one) => listRunnable(one, [...path, one.name()]))];
}

const commands = listRunnable(program).filter(([path]) => !WITHOUT_RESULT.includes(path));

test.each(commands)('crumb %s prints its result as a table, whole, as JSON or as YAML', (_path, command) => {
  const output = command.options.find(({ long }) => long === '--output');
  expect(output?.argChoices).toEqual(['table', 'wide', 'json', 'yaml']);
  expect(command.options.map(({ long }) => long)).toContain('--json');
  const file = command.options.find(({ short }) => short === '-o');
  expect(command.options.some(({ long }) => long === '--out') || file === output).toBe(true);
});

describe('a result', () => {
  const ID = '01890000-0000-7000-8000-0000aaaa1111';
  const value = { id: ID, text: 'a\nb' };
  const print = (options: object, times = 1): string => {
    const output = Object.assign(new Screen(), { isTTY: true, columns: 40 });
    const shell = new Shell({ input: stream, output, errors: new Screen() }, new Interrupts(), options);
    for (let n = 0; n < times; n += 1)
      shell.printListing(value, { columns: ['id', 'text'], rows: [[{ id: ID }, 'word '.repeat(20)]], empty: '' });
    return stripVTControlCharacters(output.text);
  };

  it('is a document for each print: a line of JSON, or a document of YAML', () => {
    expect(print({ output: 'json' }, 2)).toBe(`${JSON.stringify(value)}\n`.repeat(2));
    expect(print({ json: true })).toBe(print({ output: 'json' }));
    expect(parse(print({ output: 'yaml' }))).toEqual(value);
    expect(parseAllDocuments(print({ output: 'yaml' }, 2)).map((one) => one.toJSON() as unknown)).toEqual([
      value,
      value,
    ]);
  });

  it('is fitted to the terminal, or whole with -o wide', () => {
    for (const line of print({}).trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    expect(print({ output: 'table' })).toBe(print({}));
    expect(print({ output: 'wide' })).toContain(ID);
    expect(print({ output: 'wide' })).toContain('word '.repeat(20).trim());
  });
});
