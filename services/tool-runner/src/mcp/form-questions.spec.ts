import type { PersonQuestion, PersonReply } from '@crumbtrail/tool-runtime';
import { askForm, type FormReply } from './form-questions';

type Answer = Extract<PersonReply, { kind: 'answered' }>['answer'] | Exclude<PersonReply['kind'], 'answered'>;

/** Asks for a form, and answers the questions in order. */
async function fill(
  properties: object,
  answers: readonly Answer[],
  more: object = {},
): Promise<{ reply: FormReply; questions: PersonQuestion[] }> {
  const questions: PersonQuestion[] = [];
  const params = { message: 'Tell me.', requestedSchema: { type: 'object', properties, ...more } };
  const ask = (question: PersonQuestion): Promise<PersonReply> => {
    const answer = answers[questions.push(question) - 1];
    if (typeof answer === 'object') return Promise.resolve({ kind: 'answered', answer });
    return Promise.resolve({ kind: answer ?? 'nobody', why: 'nobody is there.' } as PersonReply);
  };
  return { reply: await askForm(params, { server: 'shop', tool: 'shop__buy', ask }), questions };
}

const color = { type: 'string', title: 'Colour', enum: ['red', 'blue'] };

describe('a form of an MCP server', () => {
  it('is one question for each field, which says who asks', async () => {
    const fields = { color, count: { type: 'integer', minimum: 1, description: 'How many' } };
    const { reply, questions } = await fill(fields, [{ choices: ['blue'] }, { text: ' 3 ' }], {
      required: ['color', 'count'],
    });
    expect(reply).toEqual({ action: 'accept', content: { color: 'blue', count: 3 } });
    expect(questions).toEqual([
      {
        question: 'The server shop asks this while shop__buy runs:\nTell me.\n\nQuestion 1 of 2:\nColour',
        choices: ['red', 'blue'],
      },
      {
        question:
          'The server shop asks this while shop__buy runs:\nTell me.\n\nQuestion 2 of 2:\ncount\nHow many\nAt least 1.',
      },
    ]);
  });

  it('offers titles, several choices, and yes or no, and returns the values', async () => {
    const fields = {
      hero: {
        type: 'string',
        oneOf: [
          { const: 'h1', title: 'Superman' },
          { const: 'h2', title: 'Batman' },
        ],
      },
      old: { type: 'string', enum: ['p1', 'p2'], enumNames: ['Cat', 'Dog'] },
      fish: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'f1', title: 'Tuna' },
            { const: 'f2', title: 'Cod' },
          ],
        },
      },
      sure: { type: 'boolean' },
    };
    const answers = [{ choices: ['Batman'] }, { choices: ['Dog'] }, { choices: ['Tuna', 'Cod'] }, { choices: ['No'] }];
    const { reply, questions } = await fill(fields, answers, { required: Object.keys(fields) });
    expect(reply).toEqual({ action: 'accept', content: { hero: 'h2', old: 'p2', fish: ['f1', 'f2'], sure: false } });
    expect(questions.map(({ choices, multiple }) => [choices, multiple])).toEqual([
      [['Superman', 'Batman'], undefined],
      [['Cat', 'Dog'], undefined],
      [['Tuna', 'Cod'], true],
      [['Yes', 'No'], undefined],
    ]);
  });

  it('may be filled in in part: a field that is not required can be left out, or takes its default', async () => {
    const fields = {
      color: { ...color, default: 'red' },
      note: { type: 'string' },
      size: { type: 'number', default: 4 },
    };
    const answers = [{ choices: ['Leave it out (red)'] }, { text: '-' }, { text: '-' }];
    const { reply, questions } = await fill(fields, answers);
    expect(reply).toEqual({ action: 'accept', content: { color: 'red', size: 4 } });
    expect(questions[1]?.question).toMatch(/Write - to leave it out\.$/);
    expect(questions[2]?.question).toMatch(/Write - to leave it out \(4\)\.$/);
  });

  it('asks again for an answer that does not fit, and says why; after three it is cancelled', async () => {
    const fields = { count: { type: 'integer', minimum: 1 } };
    const more = { required: ['count'] };
    const { reply, questions } = await fill(fields, [{ text: 'many' }, { text: '0' }, { text: '2' }], more);
    expect(reply).toEqual({ action: 'accept', content: { count: 2 } });
    expect(questions[1]?.question).toMatch(/The last answer does not fit: it is no number\.$/);
    expect(questions[2]?.question).toMatch(/The last answer does not fit: it must be >= 1\.$/);
    expect((await fill(fields, [{ text: 'a' }, { text: 'b' }, { text: 'c' }], more)).reply.action).toBe('cancel');
  });

  it('is written where a person could not choose: a single value, many, or two that look alike', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `v${n}`);
    for (const values of [['v7'], many]) {
      const fields = { value: { type: 'string', enum: values } };
      const { reply, questions } = await fill(fields, [{ text: 'v7' }], { required: ['value'] });
      expect(reply).toEqual({ action: 'accept', content: { value: 'v7' } });
      expect(questions[0]?.choices).toBeUndefined();
      expect(questions[0]?.question).toContain('One of: v');
    }
    const alike = {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'Same' },
        { const: 'b', title: 'Same' },
      ],
    };
    const { reply } = await fill({ alike }, [{ text: 'b' }], { required: ['alike'] });
    expect(reply).toEqual({ action: 'accept', content: { alike: 'b' } });
  });

  it.each([
    ['declined', 'decline'],
    ['nobody', 'decline'],
    ['timed out', 'cancel'],
  ] as const)('whose question is %s is a %s', async (kind, action) => {
    expect((await fill({ color }, [kind])).reply).toEqual({ action });
  });

  it('without fields asks whether to go on', async () => {
    expect((await fill({}, [{ choices: ['Yes'] }])).reply).toEqual({ action: 'accept', content: {} });
    expect((await fill({}, [{ choices: ['No'] }])).reply).toEqual({ action: 'decline' });
  });

  it('that people cannot be asked for is declined without a question', async () => {
    const context = { server: 'shop', tool: 'shop__buy', ask: () => Promise.reject(new Error('asked')) };
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`f${n}`, { type: 'string' }]));
    for (const params of [
      { mode: 'url', url: 'https://example.org', message: 'Open this.' },
      { message: 'no schema' },
      { message: 'x', requestedSchema: { type: 'object', properties: { deep: { type: 'object' } } } },
      { message: 'x', requestedSchema: { type: 'object', properties: many } },
    ])
      expect(await askForm(params, context)).toEqual({ action: 'decline' });
  });

  it('keeps the texts of a server short enough for a question', async () => {
    const long = 'x'.repeat(9_000);
    const values = Array.from({ length: 500 }, (_, n) => `${n}${long}`);
    const fields = { [long]: { type: 'string', title: long, description: long, format: long, enum: values } };
    const { questions } = await fill(fields, ['declined']);
    expect(questions[0]?.question.length).toBeLessThan(4_000);
  });
});
