import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { ChatLines } from './chat-input';
import { MOST_LINES, readTypedLines, writeTypedLines } from './history';
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
