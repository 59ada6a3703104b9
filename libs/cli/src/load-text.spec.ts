import { Readable } from 'node:stream';
import { readPipedLines } from './load-text';

const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** The lines of bytes that come so many at a time. */
async function linesOf(bytes: Buffer, size: number): Promise<string[]> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) =>
    bytes.subarray(nth * size, (nth + 1) * size),
  );
  const lines: string[] = [];
  for await (const line of readPipedLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

describe.each([1, 2, 3, 1_000])('lines that are piped in, %d bytes at a time', (size) => {
  it.each([
    ['UTF-8', Buffer.from('Grüße\nzweite 🙂\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße\r\nzweite 🙂')],
    ['UTF-16, as PowerShell writes it', wide('Grüße\r\nzweite 🙂\r\n')],
    ['UTF-16, the other way round', Buffer.from(wide('Grüße\nzweite 🙂')).swap16()],
  ])('are those of %s', async (_, bytes) => {
    expect(await linesOf(bytes, size)).toEqual(['Grüße', 'zweite 🙂']);
  });

  it('are read as Windows-1252 where they are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('Grüße\n'), Buffer.from('10 \x80 für Käse\n', 'latin1')]);
    expect(await linesOf(bytes, size)).toEqual(['Grüße', '10 € für Käse']);
  });
});

it('comes line by line while more is written', async () => {
  const input = new Readable({ read: () => undefined });
  const lines = readPipedLines(input);
  input.push(Buffer.from('first\nsec'));
  expect((await lines.next()).value).toBe('first');
  input.push(Buffer.from('ond\n'));
  expect((await lines.next()).value).toBe('second');
  input.push(null);
  expect((await lines.next()).done).toBe(true);
});
