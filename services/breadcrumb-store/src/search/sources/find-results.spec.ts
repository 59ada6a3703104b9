import { ToolResponse } from '@crumbtrail/contracts';
import { textChunk } from '../../../test/text-chunks';
import type { ChunkRow, TextChunk } from '../session-cache/text-chunk';
import { filterValidResults } from './find-results';

let position = 0;
const toolChunk = (more: Partial<ChunkRow>): TextChunk => {
  position += 1;
  return textChunk({
    id: `id-${position}`,
    position,
    schema_name: ToolResponse.name,
    author_kind: 'service',
    author_id: 'tool-runner',
    audience: ['agent:abe'],
    ...more,
  });
};
const result = (text: string, keep: string | null, key = text): TextChunk =>
  toolChunk({ text, tags: keep === null ? [] : [`keep:${keep}`, `result:${key}`, 'for:abe'] });
const texts = (all: TextChunk[], lastDay?: number): string[] =>
  filterValidResults(all, 'abe', lastDay).map(({ row }) => row.text);

describe('filterValidResults', () => {
  test('keeps results of scope day until a new day begins, and results of scope session and permanent after that', () => {
    const before = [result('will of P3', 'day'), result('will of P4', 'day'), result('role', 'session')];
    const rules = result('rules', 'permanent');
    expect(texts([...before, rules])).toEqual(['will of P3', 'will of P4', 'role', 'rules']);
    expect(texts([...before, rules], rules.position)).toEqual(['role', 'rules']);
    expect(texts([...before, result('will of P5', 'day')], rules.position)).toEqual(['role', 'will of P5']);
  });

  test('drops results of scope turn, and failures, which have no scope tag', () => {
    expect(texts([result('2', null), result('3', 'turn')])).toEqual([]);
  });

  test('keeps the newest result for each tool and arguments', () => {
    const earlier = [result('sunny', 'session', 'weather:bern'), result('rain', 'session', 'weather:oslo')];
    expect(texts([...earlier, result('snow', 'session', 'weather:bern')])).toEqual(['rain', 'snow']);
  });

  test('keeps results that the agent requested, and drops those that it produced for another agent', () => {
    const all = [
      result('mine', 'session'),
      toolChunk({ text: 'theirs', tags: ['keep:session', 'result:x', 'for:bea'] }),
    ];
    expect(texts(all)).toEqual(['mine']);
  });

  test('keeps all chunks of a long result', () => {
    const first = result('one', 'session', 'k');
    const more = toolChunk({ ...first.row, ordinal: 1, text: 'two', tsv: '' });
    expect(texts([first, more])).toEqual(['one', 'two']);
  });
});
