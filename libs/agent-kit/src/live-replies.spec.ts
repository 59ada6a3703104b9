import type { TokenPiece } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { LiveReplies } from './live-replies';

const address = { turn: 't', agent: 'a', session: 's', audience: 'all' as const };

function given() {
  const sent: TokenPiece[] = [];
  const live = new LiveReplies((_, piece) => void sent.push(piece));
  return { sent, live };
}

/** The text of a viewer who appends pieces and clears the text at each reset. */
function shown(pieces: readonly TokenPiece[]): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'reset') text = '';
    if (piece.kind === 'text') text += piece.text;
  }
  return text;
}

describe('LiveReplies', () => {
  it('numbers the pieces of each attempt and starts every attempt with a reset', () => {
    const { sent, live } = given();
    const reply = live.begin('w', address, 0);
    reply.attempt(1);
    reply.text('one');
    reply.attempt(2);
    reply.text('two');
    reply.text('three');
    reply.end();
    expect(sent.map(({ attempt, index, kind, text }) => [attempt, index, kind, text])).toEqual([
      [1, 0, 'reset', ''],
      [1, 1, 'text', 'one'],
      [2, 0, 'reset', ''],
      [2, 1, 'text', 'two'],
      [2, 2, 'text', 'three'],
      [2, 3, 'end', ''],
    ]);
    expect(
      sent.every(
        ({ turn, agent, session, audience }) => turn === 't' && agent === 'a' && session === 's' && audience === 'all',
      ),
    ).toBe(true);
  });

  it('continues above the attempt numbers of the previous holder of the turn', () => {
    const { sent, live } = given();
    live.begin('w', address, 3).attempt(1);
    expect(sent[0]?.attempt).toBe(4);
  });

  it('starts a new attempt with each call of the model, above all earlier ones', () => {
    const { sent, live } = given();
    const reply = live.begin('w', address, 10);
    for (const attempt of [1, 2, 1, 1]) reply.attempt(attempt);
    expect(sent.map(({ kind, attempt }) => [kind, attempt])).toEqual([11, 12, 13, 14].map((n) => ['reset', n]));
  });

  it('keeps the text visible while tools run, until the reply continues or the turn ends', async () => {
    const { sent, live } = given();
    const reply = live.begin('w', address, 0);
    reply.attempt(1);
    reply.text('Let me look.');
    reply.rest();
    expect(sent.map(({ kind }) => kind)).toEqual(['reset', 'text']);
    expect(shown((await live.soFar('w', 't')) ?? [])).toBe('Let me look.');
    const asked = live.soFar('w', 't');
    const next = live.begin('w', address, 10);
    next.attempt(1);
    next.text('It is 42.');
    expect(shown((await asked) ?? [])).toBe('It is 42.');
    next.rest();
    live.over('w', 't');
    expect(await live.soFar('w', 't')).toBeNull();
  });

  it('sends a late joiner the text so far as a reset and one piece with the last index', async () => {
    const { live } = given();
    const reply = live.begin('w', address, 0);
    expect(await live.soFar('w', 't')).toEqual([]);
    reply.attempt(1);
    reply.text('It is ');
    reply.text('42');
    expect(await live.soFar('w', 't')).toMatchObject([
      { kind: 'reset', attempt: 1, index: 0 },
      { kind: 'text', attempt: 1, index: 2, text: 'It is 42' },
    ]);
  });

  it('knows nothing of turns of other processes, of other workspaces, and of ended turns', async () => {
    const { live } = given();
    const reply = live.begin('w', address, 0);
    reply.attempt(1);
    expect(await live.soFar('other', 't')).toBeNull();
    expect(await live.soFar('w', 'u')).toBeNull();
    reply.end();
    expect(await live.soFar('w', 't')).toBeNull();
  });

  it('sends well-formed pieces that add up to the text, wherever the model cuts it', async () => {
    const piece = fc.constantFrom('\ud83d', '\udca7', 'a', '💧b', 'ü');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (parts) => {
        const { sent, live } = given();
        const reply = live.begin('w', address, 0);
        reply.attempt(1);
        for (const part of [...parts, '.']) reply.text(part);
        expect(sent.every(({ text }) => text.isWellFormed())).toBe(true);
        expect(shown(sent)).toBe([...parts, '.'].join('').toWellFormed());
        expect(shown((await live.soFar('w', 't')) ?? [])).toBe(shown(sent));
      }),
    );
  });
});
