import type { TokenPiece } from '@crumbtrail/contracts';
import { PieceBuffer } from './piece-buffer';

const piece = (text: string): TokenPiece => ({ text }) as unknown as TokenPiece;

test('piece buffer: holds the pieces of one session in order until they are drained', () => {
  const speakers = new Map<string, (one: TokenPiece) => void>();
  const onPieces = (_: unknown, session: string, hear: (one: TokenPiece) => void): (() => void) => {
    speakers.set(session, hear);
    return () => speakers.delete(session);
  };
  const ear = new PieceBuffer({ onPieces }, { workspace: 'default', cell: 'home' });
  ear.listenIn('a');
  speakers.get('a')?.(piece('lost'));
  ear.listenIn('b');
  expect([...speakers.keys()]).toEqual(['b']);
  speakers.get('b')?.(piece('one'));
  const received: string[] = [];
  ear.drainTo(({ text }) => received.push(text));
  speakers.get('b')?.(piece('two'));
  ear.close();
  expect([received, [...speakers.keys()]]).toEqual([['one', 'two'], []]);
});
