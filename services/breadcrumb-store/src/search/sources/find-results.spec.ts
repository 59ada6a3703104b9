import { ScopeAdvance, ToolResponse } from '@crumbtrail/contracts';
import { filterValidResults } from './find-results';
import { TextChunk, type ChunkRow } from '../session-cache/text-chunk';

let at = 0;
const kept = (more: Partial<ChunkRow>): TextChunk => {
  at += 1;
  return TextChunk.from({
    ...{ id: `id-${at}`, version: 1, ordinal: 0, chunks: 1, position: at, superseded_position: null, session: 'demo' },
    ...{
      schema_name: ToolResponse.name,
      author_kind: 'service',
      author_id: 'tool-runner',
      audience: ['abe'],
      tags: [],
    },
    ...{ imported: false, occurred_at: '2026-01-01T00:00:00Z', expires_at: null, text: 'x', text_hash: '' },
    ...{ hint_error: null, tokens_o200k: 1, tokens_cl100k: 1, simhash: '', length: 1, tsv: '' },
    ...more,
  });
};
const result = (text: string, keep: string | null, key = text): TextChunk =>
  kept({ text, tags: keep === null ? [] : [`keep:${keep}`, `result:${key}`, 'for:abe'] });
const dawn = (): TextChunk => kept({ schema_name: ScopeAdvance.name, text: 'Day 2 begins.' });
const texts = (all: TextChunk[]): string[] => filterValidResults(all, 'abe').map(({ row }) => row.text);

describe('results that still hold', () => {
  test('are those of the day until a new day comes, those of the session and the permanent ones after it too', () => {
    const before = [result('will of P3', 'day'), result('will of P4', 'day'), result('role', 'session')];
    const rules = result('rules', 'permanent');
    expect(texts([...before, rules])).toEqual(['will of P3', 'will of P4', 'role', 'rules']);
    expect(texts([...before, rules, dawn()])).toEqual(['role', 'rules']);
    expect(texts([...before, dawn(), result('will of P5', 'day')])).toEqual(['role', 'will of P5']);
  });

  test('are never those of one turn, nor failures, which bear no mark', () => {
    expect(texts([result('2', null), result('3', 'turn')])).toEqual([]);
  });

  test('hold one of each tool and arguments, the newest, and another argument beside it', () => {
    const again = [result('sunny', 'session', 'weather:bern'), result('rain', 'session', 'weather:oslo')];
    expect(texts([...again, result('snow', 'session', 'weather:bern')])).toEqual(['rain', 'snow']);
  });

  test('are those that the agent asked for, and not those that it ran for another', () => {
    const all = [result('mine', 'session'), kept({ text: 'theirs', tags: ['keep:session', 'result:x', 'for:bea'] })];
    expect(texts(all)).toEqual(['mine']);
  });

  test('keep all pieces of a long one', () => {
    const first = result('one', 'session', 'k');
    const more = kept({ ...first.row, ordinal: 1, text: 'two', tsv: '' });
    expect(texts([first, more])).toEqual(['one', 'two']);
  });
});
