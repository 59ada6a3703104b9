import type { TokenPiece } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { LiveText } from './live-text';

const piece = (index: number, text: string, attempt = 1): TokenPiece => ({
  turn: 't',
  agent: 'a',
  attempt,
  index,
  kind: index === 0 ? 'reset' : 'text',
  text,
  audience: 'all',
});
const reply = (length: number): TokenPiece[] => [
  piece(0, ''),
  ...Array.from({ length }, (_, i) => piece(i + 1, `${i + 1} `)),
];
const soFar = (pieces: TokenPiece[]): TokenPiece[] => {
  const last = pieces.at(-1) as TokenPiece;
  return last.index === 0 ? [last] : [piece(0, ''), piece(last.index, pieces.map(({ text }) => text).join(''))];
};

/** The text that a reader sees. */
class Screen {
  text = '';
  readonly show = ({ kind, text }: TokenPiece): void => {
    this.text = kind === 'reset' ? '' : this.text + text;
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('live text', () => {
  test('a reader ends with the whole text whichever pieces are lost, repeated or missed by joining late', async () => {
    const run = fc.asyncProperty(
      fc.array(fc.constantFrom('take', 'lose', 'twice'), { minLength: 1, maxLength: 30 }),
      async (fates) => {
        const pieces = reply(fates.length);
        const screen = new Screen();
        let sent = 0;
        const text = new LiveText({
          soFar: async () => soFar(pieces.slice(0, sent)),
          show: screen.show,
          failed: () => undefined,
        });
        for (const one of pieces) {
          sent += 1;
          const fate = one === pieces.at(-1) ? 'take' : fates[one.index];
          if (fate !== 'lose') text.take(one);
          if (fate === 'twice') text.take(one);
          await settled();
        }
        expect(screen.text).toBe(pieces.map((one) => one.text).join(''));
      },
    );
    await fc.assert(run, { numRuns: 200 });
  });

  test('pieces that arrive while the text so far is fetched are shown after it, in order, each once', async () => {
    const screen = new Screen();
    let give: (pieces: TokenPiece[]) => void = () => undefined;
    const asked = new Promise<TokenPiece[]>((resolve) => (give = resolve));
    const text = new LiveText({ soFar: () => asked, show: screen.show, failed: () => undefined });
    for (const one of [piece(3, '3 '), piece(4, '4 '), piece(5, '5 ')]) text.take(one);
    give([piece(0, ''), piece(4, '1 2 3 4 ')]);
    await settled();
    expect(screen.text).toBe('1 2 3 4 5 ');
  });

  test('a reader that joins between two pieces gets the text so far at once, and no text twice', async () => {
    const screen = new Screen();
    const pieces = [piece(0, ''), piece(2, '1 2 ')];
    const text = new LiveText({ soFar: async () => pieces, show: screen.show, failed: () => undefined });
    await Promise.all([text.join('t'), text.join('t')]);
    expect(screen.text).toBe('1 2 ');
    text.take(piece(2, '2 '));
    text.take(piece(3, '3 '));
    await text.join('t');
    expect(screen.text).toBe('1 2 3 ');
  });

  test('new pieces are shown even if the text so far is not available', async () => {
    const screen = new Screen();
    const failures: unknown[] = [];
    const text = new LiveText({
      soFar: () => Promise.reject(new Error('gone')),
      show: screen.show,
      failed: (e) => failures.push(e),
    });
    text.take(piece(4, 'the end'));
    await settled();
    expect([screen.text, failures.length]).toEqual(['the end', 1]);
  });
});
