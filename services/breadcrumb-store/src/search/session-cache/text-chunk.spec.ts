import { measureBytes } from '../../../test/measure-bytes';
import { chunkRow } from '../../../test/text-chunks';
import { question, weights } from '../../../test/rankable-texts';
import { hashToVector, lexicalEmbedder } from '../embedders/lexical-embedder';
import { filterVisibleCached } from '../filter/chunk-filter.memory';
import { rankTexts } from '../rank/rank-texts';
import { applyChange, NO_TEXTS, type SessionTexts } from './session-texts';

const TEXTS = 4_000;
const WORDS = 18;

const wordsOf = (nth: number): string[] =>
  Array.from({ length: WORDS }, (_, at) => `word${(nth * 37 + at * 11) % 3_000}`);

/** As the driver gives them: each row has strings of its own. */
function writeRows(): string {
  const rows = Array.from({ length: TEXTS }, (_, nth) => {
    const words = wordsOf(nth);
    const tsv = words.map((word, at) => `'${word}':${at + 1}`).join(' ');
    const hash = String(nth).padStart(64, 'a');
    return chunkRow({
      id: `id-${nth}`,
      position: nth + 1,
      text: words.join(' '),
      text_hash: hash,
      simhash: hash.slice(48),
      length: WORDS,
      tsv,
    });
  });
  return JSON.stringify(rows);
}

/** Uses every text as previews do, so that everything is computed that is kept. */
function rankAll({ list }: SessionTexts): void {
  const scope = { workspace: 'w', viewers: [], readers: null, as_of: TEXTS, now: new Date().toISOString() };
  const visible = filterVisibleCached(list, scope, new Map());
  for (let nth = 0; nth < 20; nth += 1) {
    const text = wordsOf(nth).slice(0, 5).join(' ');
    const asked = question(text, { mode: 'hybrid', embedder: 'lexical/2', vector: hashToVector(text) });
    rankTexts(visible, asked, weights({ vector: 1 }), 20);
  }
}

test('the size of a chunk counts what it takes with all that is computed from it, to a fifth', () => {
  const json = writeRows();
  // What is read once a process belongs to no chunk: the words of all languages, and their expressions for days.
  rankAll(NO_TEXTS);
  const before = measureBytes();
  const change = { head: TEXTS, through: TEXTS, changed: [], vectors: [], rows: JSON.parse(json) };
  const texts = applyChange(NO_TEXTS, change, lexicalEmbedder.vectorise);
  rankAll(texts);
  change.rows = [];
  const taken = measureBytes() - before;
  expect(texts.bytes).toBeGreaterThan(taken / 1.2);
  expect(texts.list.length).toBe(TEXTS);
});
