import type { TokenPiece } from '@crumbtrail/contracts';
import { EarlyEar } from './early-ear';

const piece = (text: string): TokenPiece => ({ text }) as unknown as TokenPiece;

test('what is said before anybody asks for it is held, in order, and of one session only', () => {
  const speakers = new Map<string, (one: TokenPiece) => void>();
  const pieces = (_: string, session: string, hear: (one: TokenPiece) => void): (() => void) => {
    speakers.set(session, hear);
    return () => speakers.delete(session);
  };
  const ear = new EarlyEar({ pieces }, 'default');
  ear.at('a');
  speakers.get('a')?.(piece('lost'));
  ear.at('b');
  expect([...speakers.keys()]).toEqual(['b']);
  speakers.get('b')?.(piece('one'));
  const heard: string[] = [];
  ear.hear(({ text }) => heard.push(text));
  speakers.get('b')?.(piece('two'));
  ear.close();
  expect([heard, [...speakers.keys()]]).toEqual([['one', 'two'], []]);
});
