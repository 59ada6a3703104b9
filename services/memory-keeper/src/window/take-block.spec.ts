import type { SourceMessage } from '@crumbtrail/memory';
import { takeBlock } from './take-block';

const say = (text: string, position: number): SourceMessage => ({
  id: `${position}`,
  version: 1,
  position,
  author: { kind: 'user', id: 'ann' },
  text,
  at: '2026-05-08T09:00:00.000Z',
  session: 'kitchen',
});
const said = (count: number, text = 'two words') => Array.from({ length: count }, (_, n) => say(text, n + 1));

describe('takeBlock', () => {
  it('takes nothing of nine messages, and the ten oldest of ten and of a hundred', () => {
    expect(takeBlock(said(9), { messages: 10 })).toBeNull();
    expect(takeBlock(said(10), { messages: 10 })).toHaveLength(10);
    expect(takeBlock(said(100), { messages: 10 })).toHaveLength(10);
  });

  it('takes fewer messages where these have as many words as the limit', () => {
    expect(takeBlock(said(9), { messages: 10, words: 7 })).toHaveLength(4);
    expect(takeBlock(said(3), { words: 7 })).toBeNull();
  });

  it('takes nothing where no limit is set', () => {
    expect(takeBlock(said(500), {})).toBeNull();
  });
});
