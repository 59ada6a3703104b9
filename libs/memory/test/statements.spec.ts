import { extractFacts } from '../src/index';
import { say } from './messages';
import statements from './statements.json';

interface LabelledStatement {
  readonly says: string;
  /** Who says it. Default: a person. */
  readonly by?: string;
  /** Of each fact that it states, the words that its text must have. */
  readonly facts: readonly (readonly string[])[];
}

/** What is reached on the 100 statements: least shares, below which a change has lost something. */
const PRECISION = 0.95;
const RECALL = 0.9;

const hasWords = (text: string, wanted: readonly string[]): boolean =>
  wanted.every((word) => text.toLowerCase().includes(word.toLowerCase()));

function extract({ says, by = 'user' }: LabelledStatement): string[] {
  const author = { kind: by, id: 'nadia', name: 'Nadia' };
  return extractFacts(say({ author, text: says })).map(({ text }) => text);
}

describe('extractFacts, on 100 statements written by hand', () => {
  const labelled: readonly LabelledStatement[] = statements;
  const found = labelled.map((one) => ({ ...one, texts: extract(one) }));

  it(`finds facts of which at least ${PRECISION} are among those that are stated`, () => {
    const all = found.flatMap(({ texts, facts }) => texts.map((text) => facts.some((words) => hasWords(text, words))));
    expect(labelled).toHaveLength(100);
    expect(all.filter(Boolean).length / all.length).toBeGreaterThanOrEqual(PRECISION);
  });

  it(`finds at least ${RECALL} of the facts that are stated`, () => {
    const wanted = found.flatMap(({ texts, facts }) =>
      facts.map((words) => texts.some((text) => hasWords(text, words))),
    );
    expect(wanted.filter(Boolean).length / wanted.length).toBeGreaterThanOrEqual(RECALL);
  });
});
