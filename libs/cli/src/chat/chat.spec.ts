import { PassThrough } from 'node:stream';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { ChatLines } from './chat-input';
import { MOST_LINES, readTypedLines, writeTypedLines } from './history';
import { Screen } from '../../test/fake-gateway';
import { Interrupts } from '../interrupts';
import { Shell } from '../shell';
import { openPrompt } from './prompt';
import { ReplyFormat } from './reply-format';

test('chat: an empty line is nothing, and a backslash at the end of a line goes on in the next one', () => {
  const lines = new ChatLines();
  expect(lines.add('   ')).toEqual({ type: 'nothing' });
  expect(lines.add('first\\')).toEqual({ type: 'incomplete' });
  expect(lines.add('/quit')).toEqual({ type: 'message', text: 'first\n/quit' });
  expect(lines.isOpen).toBe(false);
});

test('chat: a slash begins a command, with one argument; a path is a message', () => {
  const add = (line: string) => new ChatLines().add(line);
  expect(add('/session harbour ')).toEqual({ type: 'command', name: 'session', argument: 'harbour' });
  expect(add('/quit')).toEqual({ type: 'command', name: 'quit', argument: '' });
  expect(add('/etc/hosts is what?')).toEqual({ type: 'message', text: '/etc/hosts is what?' });
});

test.each([1, 3, 1000])('chat: a reply in pieces of %i characters is wrapped at words and keeps them all', (size) => {
  const text = 'The harbour opens at nine, 港は九時に開きます and that is all. '.repeat(5);
  const format = new ReplyFormat({ width: 40 });
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += format.add(text.slice(at, at + size));
  shown += format.end();
  for (const line of shown.split('\n')) expect(stringWidth(line.trimEnd())).toBeLessThanOrEqual(40);
  expect(shown.split(/\s+/)).toEqual(text.split(/\s+/));
});

test('chat: a line that is as wide as the terminal does not put its last space on a line of its own', () => {
  const shown = new ReplyFormat({ width: 10 }).add('four words ten wide and ');
  for (const line of shown.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(10);
});

test('chat: bold, code and headings are styled; a code block and a terminal without colours keep every character', () => {
  const text = '# Hours\nThe **harbour gate** opens `at 9`.\n```\na ** b ` c\n```\n';
  const styled = new ReplyFormat({ width: 80, styled: true }).add(text);
  expect(styled).toContain('\u001b[1mharbour');
  expect(stripVTControlCharacters(styled)).toBe('# Hours\nThe harbour gate opens at 9.\n```\na ** b ` c\n```\n');
  expect(new ReplyFormat({ width: 80 }).add(text)).toBe(text);
});

test('chat: the history keeps the latest lines, for the eyes of the user only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-history-'));
  const file = join(folder, 'new', 'chat-history');
  expect(readTypedLines(file)).toEqual([]);
  writeTypedLines(file, [
    'one\ntwo',
    'x'.repeat(9_000),
    ...Array.from({ length: 2 * MOST_LINES }, (_, n) => `line ${n}`),
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(
    readTypedLines(file)
      .slice(0, 3)
      .map(({ length }) => length),
  ).toEqual([7, 4_000, 6]);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(MOST_LINES);
  rmSync(folder, { recursive: true });
});

describe('the prompt of a chat', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-prompt-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A prompt on a terminal of which a test types and reads. */
  function openTerminal() {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new Screen(), { isTTY: true, columns: 80 });
    const terminal = { input, output, errors: new Screen() };
    const historyFile = join(folder, 'history');
    const prompt = openPrompt(new Shell(terminal, new Interrupts(), {}), { historyFile, onInterrupt: () => false });
    const type = (text: string): Promise<void> =>
      new Promise((resolve) => {
        input.write(text, () => setImmediate(resolve));
      });
    return { prompt, type, output };
  }

  test('what is typed while a reply is written does not stand in it, and is the next line', async () => {
    const { prompt, type, output } = openTerminal();
    const first = prompt.next('> ');
    await type('hello\r');
    expect(await first).toBe('hello');
    const shown = output.text;
    await type('ahead\rand mo');
    expect(output.text).toBe(shown);
    expect(await prompt.next('> ')).toBe('ahead');
    expect(output.text).toBe(`${shown}> ahead\n`);
    const next = prompt.next('> ');
    expect(stripVTControlCharacters(output.text.slice(shown.length))).toMatch(/> and mo$/);
    await type('re\r');
    expect(await next).toBe('and more');
    prompt.close();
  });

  test('the arrow up brings back the line before, wide characters are edited, and Alt-Enter goes on in the next line', async () => {
    const { prompt, type } = openTerminal();
    const lines: (string | null)[] = [];
    for (const typed of ['港は何時\u007f\u007fここ\r', '\u001b[A\r', 'one\u001b\r']) {
      const line = prompt.next('> ');
      await type(typed);
      lines.push(await line);
    }
    expect(lines).toEqual(['港はここ', '港はここ', 'one\\']);
    prompt.close();
    expect(await prompt.next('> ')).toBeNull();
  });
});
