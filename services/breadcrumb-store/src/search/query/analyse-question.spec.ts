import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { TextChunk } from '../session-cache/text-chunk';
import { TextList } from '../rank/text-list';
import { findDateWords } from '../rank/question-dates';
import { analyseQuestion, type AnalysedQuestion } from './analyse-question';

const snapshot: CacheSnapshot = {
  head: 1,
  through: 1,
  chunks: 1,
  totalLength: 1,
  stems: [],
  scopes: [],
  outlines: [],
  late: new Map(),
  last: 1,
  hasVectors: false,
  queries: 1,
};
const near = [{ stem: 'wed', word: 'wedding', weight: 0.1, like: 'married', df: 1 }];
const analyse = (query: string): AnalysedQuestion =>
  analyseQuestion({
    request: { query, members: [], tags: [], now: '2026-11-27T10:00:00Z' },
    snapshot,
    vector: null,
    dates: findDateWords(query),
    conversation: new TextList<TextChunk>([]),
    spellings: [],
    near,
  });

test('words of the workspace stand for those that no text has', () => {
  const { near: found, query } = analyse('Is anybody married?');
  expect([found.inWorkspace, query.near]).toEqual([near, near]);
});

test('a question that names nothing but a time has no near words of the workspace either', () => {
  const { near: found, query, base } = analyse('What did we do yesterday?');
  expect([found.inWorkspace, query.near, base.comparesMeanings]).toEqual([[], undefined, false]);
});
