const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { questionsOf, timeOf, turnsOf } = require('./conversation.js');
const [friends] = require('./fixtures/two-friends.json');
const { figuresOf, reportOf } = require('./recall-report.js');
const { readConversations } = require('./read-conversations.js');
const { answerBearingRecall, recallAt, recallOf, stagesOf } = require('./recall-score.js');
const { standardError } = require('./statistics.js');

describe('LoCoMo conversation', () => {
  it('becomes one session of messages by its speakers, half a minute apart', () => {
    const turns = turnsOf(friends);
    expect(turns.map(({ dia }) => dia)).toEqual(['D1:1', 'D1:2', 'D1:3', 'D3:1', 'D3:2', 'D3:3']);
    expect(turns[2].draft).toEqual({
      schema_name: 'user.message.v1',
      session: 'two-friends',
      author: { kind: 'user', id: 'Mira' },
      context: { content: 'Kingfisher. [shares a photo of a canoe on a roof]' },
      occurred_at: '2024-03-03T09:06:00.000Z',
    });
    expect(turns[3].draft.occurred_at).toBe('2024-04-18T00:10:00.000Z');
  });

  it('gives the questions of categories 1 to 4, and counts evidence that refers to no turn', () => {
    expect(
      questionsOf(friends).map(({ category, evidence, unresolved }) => [category, evidence.length, unresolved]),
    ).toEqual([
      [1, 2, 0],
      [4, 1, 0],
      [2, 1, 1],
      [3, 0, 0],
    ]);
  });

  it.each([
    ['12:00 am on 1 January, 2023', '2023-01-01T00:00:00.000Z'],
    ['12:00 pm on 1 January, 2023', '2023-01-01T12:00:00.000Z'],
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
  ])('began at %s', (text, iso) => {
    expect(new Date(timeOf(text)).toISOString()).toBe(iso);
  });

  it('rejects other date formats', () => {
    expect(() => timeOf('yesterday')).toThrow('is not a date and time');
  });
});

describe('a file of conversations', () => {
  const written = (text) => {
    const path = join(mkdtempSync(join(tmpdir(), 'crumbtrail-recall-')), 'data.json');
    writeFileSync(path, text);
    return path;
  };
  const line = JSON.stringify(friends);

  it('is a list, or one conversation on each line, of which cut lines are left out and named', () => {
    expect(readConversations(written(JSON.stringify([friends]))).samples).toEqual([friends]);
    expect(readConversations(written(`${line}\n${line.slice(0, 200)}\n`))).toEqual({ samples: [friends], cut: [2] });
  });

  it.each([
    ['that is cut', JSON.stringify([friends]).slice(0, 300), /is not whole JSON: .* Was it copied completely\?/],
    ['with nothing in it', '[]', /has no conversations/],
    [
      'whose second conversation lacks its questions',
      JSON.stringify([friends, { ...friends, qa: 1 }]),
      /conversation 2 has no list qa/,
    ],
    [
      'with a turn that says nothing',
      line.replace('"text":"Lovely', '"said":"Lovely'),
      /conversation 1 has a turn without .*D1:2/,
    ],
  ])('%s is refused with what is wrong', (_, text, message) => {
    expect(() => readConversations(written(text))).toThrow(message);
  });
});

describe('recall', () => {
  it('that bears the answer counts long evidence by the sentences delivered in order, short evidence only whole', () => {
    const filler = 'This sentence says something else. '.repeat(40);
    const long = `The quota rose to 1200 calls in May. ${filler}The key expires in June.`;
    const of = (text, context) => answerBearingRecall([text], 'a quota of 1200 calls, expires in June', context);
    expect(of(long, `User: The quota rose to 1200 calls in May.\n…\nThe key expires in June.`)).toBe(1);
    expect(of(long, 'User: The quota rose to 1200')).toBe(0);
    expect(of(long, `The key expires in June. The quota rose to 1200 calls in May.`)).toBe(0);
    expect(of('The quota rose to 1200 calls in May. It is fine.', 'The quota rose to 1200 calls in May.')).toBe(0);
  });

  it('counts texts that a context contains completely, comparing letters and digits only', () => {
    const context = '## Earlier\nMira: Lovely!\n  What will you call it?';
    expect(recallOf(['Lovely! What will you call it?', 'Kingfisher.'], context)).toBe(0.5);
  });

  it('at k considers the best items by rank, never the recent window', () => {
    const items = [
      { id: 'b', rank: 2, section: 'relevant' },
      { id: 'a', rank: 1, section: 'recent' },
      { id: 'c', rank: 3, section: 'relevant' },
    ];
    const textOf = ({ id }) => id;
    expect(recallAt(['a', 'b', 'c'], items, { k: 1, textOf })).toBeCloseTo(1 / 3);
    expect(recallAt(['b', 'c'], items, { k: 2, textOf })).toBe(1);
  });

  it('is reported by stage: lost in deduplication, in the budget, in the rendered text', () => {
    const items = [
      { id: 'kept and shown', decision: 'kept' },
      { id: 'kept and cut', decision: 'kept' },
      { id: 'too big', decision: 'over_budget' },
      { id: 'said twice', decision: 'duplicate_of' },
      { id: 'off the point', decision: 'below_floor' },
    ];
    const evidence = items.map(({ id }) => id);
    const reply = { items, formatted_context: 'Ana: kept and shown' };
    expect(stagesOf(evidence, reply, ({ id }) => id)).toEqual({
      retrieved: 1,
      deduped: 0.6,
      budgeted: 0.4,
      rendered: 0.2,
    });
  });

  it('is reported with means, intervals, categories, conversations, failures and what was left out', () => {
    const stages = (recall) => ({ 1000: { retrieved: 1, deduped: 1, budgeted: recall, rendered: recall } });
    const one = { session: 'a', category: 1, recall: { 1000: 1 }, stages: stages(1), at: { 5: 0.5 }, over: [] };
    const two = { session: 'b', category: 4, recall: { 1000: 0 }, stages: stages(0), at: { 5: 0 }, over: [1000] };
    const measured = {
      results: [one, two],
      budgets: [1000],
      depths: [5],
      skipped: 3,
      unresolved: 1,
      milliseconds: 12.4,
    };
    const report = reportOf(measured);
    expect(report).toMatch(
      /1000 tokens \(1 OVER BUDGET\) +50\.0 % +50\.0 +0\.0 % … 100\.0 % +100\.0 % +0\.0 % +100\.0 %/,
    );
    expect(report).toMatch(/^ +a +1 +100\.0 % +50\.0 %$/m);
    expect(report).toContain('R@5 25.0 % (0.0 % … 50.0 %)');
    expect(report).toMatch(/^ +category 1 +1 +100\.0 % \(100\.0 % … 100\.0 %\)$/m);
    expect(report).toMatch(/^ +answer-bearing +recall/m);
    expect(report).toContain('2 questions; 3 without evidence skipped; 1 evidence strings refer to no turn');
    expect(figuresOf(measured).budgets[1000]).toMatchObject({ recall: 0.5, by_category: { 1: 1, 4: 0 }, over: 1 });
    expect(standardError([1, 1, 1])).toBe(0);
  });
});
