/** Precision and recall of extraction on statements written by hand. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { extractFacts } = require('@crumbtrail/memory');

const STATEMENTS = join(__dirname, '../../../libs/memory/test/statements.json');
const ID = '00000000-0000-4000-8000-000000000001';

const hasWords = (text, words) => words.every((word) => text.toLowerCase().includes(word.toLowerCase()));

function extract({ says, by = 'user' }) {
  const message = { id: ID, version: 1, position: 1, at: '2024-05-01T12:00:00.000Z', session: 'demo' };
  return extractFacts([{ ...message, author: { kind: by, id: 'nadia', name: 'Nadia' }, text: says }]);
}

/** The shares of extracted facts that are stated, and of stated facts that are extracted. */
function measureExtraction() {
  const found = JSON.parse(readFileSync(STATEMENTS, 'utf8')).map((one) => ({ ...one, texts: extract(one) }));
  const extracted = found.flatMap(({ texts, facts }) =>
    texts.map(({ text }) => facts.some((words) => hasWords(text, words))),
  );
  const stated = found.flatMap(({ texts, facts }) =>
    facts.map((words) => texts.some(({ text }) => hasWords(text, words))),
  );
  const share = (list) => list.filter(Boolean).length / list.length;
  return { statements: found.length, extracted: extracted.length, precision: share(extracted), recall: share(stated) };
}

module.exports = { measureExtraction };
