import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFacts } from '@crumbtrail/memory';
import { analyseText, readPeriods, readQuestionKeys } from '@crumbtrail/text';
import { excerptItems } from '../src/excerpt/excerpt-items';
import { isMatch, shareOfWords } from '../src/explain/why-not/asked-text';
import { groundReply } from '../src/ground/ground-reply';
import { ASSISTANT, item, scored } from './crumbs';

type Saying = readonly [text: string, question: string];

/** What the everyday questions of a language ask: `tools/bench/fixtures/everyday`. */
interface Everyday {
  readonly code: string;
  readonly name: string;
  readonly said: Saying;
  readonly words: readonly Saying[];
  readonly forms: readonly Saying[];
  readonly keywords: Saying;
  readonly reply: Saying;
  readonly yesterday: Saying;
  readonly filler: readonly string[];
}

const FOLDER = join(__dirname, '../../../tools/bench/fixtures/everyday');
const LANGUAGES = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Everyday);

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 10, 28);

const shares = ([text, question]: Saying): boolean => {
  const keys = new Set(analyseText(text).flatMap((token) => token.keys));
  return readQuestionKeys(question).some(({ key }) => keys.has(key));
};

function isExcerpted({ reply: [sentence, question], filler }: Everyday): boolean {
  const sentences = Array.from({ length: 40 }, (_, at) => (at === 20 ? sentence : `${filler[at % filler.length]}`));
  const found = scored(item(1, sentences.join(' '), { author: ASSISTANT }), 1, { scores: { bm25: 1 } });
  const terms = readQuestionKeys(question).map(({ key }) => [key, 1] as const);
  const { items } = excerptItems(
    { items: [found], exchanges: new Set(), dropped: [] },
    {
      plan: { over: 150, passages: 1 },
      query: { terms, leans_on: [] },
      asker: { kind: 'user', id: 'user' },
      cap: 2000,
      dependsOnEarlier: false,
      semantic: false,
    },
  );
  const { text = '', ranges } = items[0]?.item ?? {};
  return text.includes(sentence) && ranges !== undefined;
}

/** What of a language is known, by what it is asked for. */
const FEATURES: Readonly<Record<string, (language: Everyday) => boolean>> = {
  question: ({ words }) => words.every(shares),
  'word forms': ({ forms }) => forms.every(shares),
  keywords: ({ keywords }) => shares(keywords),
  excerpt: isExcerpted,
  dates: ({ yesterday: [, question] }) => {
    const periods = readPeriods(question, { today: TODAY, first: TODAY - 30 * DAY });
    return periods.length === 1 && periods[0]?.from === TODAY - DAY;
  },
  names: ({ name, said: [, question] }) => shares([question, name.split(' ')[0] ?? '']),
  memory: ({ yesterday: [text] }) => {
    const author = { kind: 'user', id: 'ann', name: 'Ann' } as const;
    const message = { id: 'a', version: 1, position: 1, author, at: new Date(TODAY).toISOString(), session: 's', text };
    return extractFacts([message]).length === 1;
  },
  grounding: ({ words: [first], filler }) => {
    const text = first?.[0] ?? '';
    const { sentences } = groundReply(
      text,
      [...filler, text].map((one) => ({ text: one })),
    );
    return sentences[0]?.rests_on[0]?.source === filler.length;
  },
  'why-not': ({ words }) => words.every(([text, question]) => isMatch(shareOfWords(question, text), question)),
};

afterAll(() => {
  const width = 11;
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell) => cell.padEnd(width))
      .join('')
      .trimEnd();
  const rows = LANGUAGES.map((language) =>
    line([language.code, ...Object.values(FEATURES).map((knows) => (knows(language) ? 'yes' : 'no'))]),
  );
  process.stdout.write(`\n${[line(['', ...Object.keys(FEATURES)]), ...rows].join('\n')}\n`);
});

describe.each(LANGUAGES)('in $code', (language) => {
  test.each(Object.entries(FEATURES))('%s works', (_name, knows) => {
    expect(knows(language)).toBe(true);
  });
});
