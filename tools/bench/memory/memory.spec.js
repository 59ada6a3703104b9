const [friends] = require('../fixtures/two-friends.json');
const { measureExtraction } = require('./extraction.js');
const { indexFacts } = require('./contexts.js');
const { sessionsOf } = require('./session-drafts.js');
const { inventTurns, measureSession } = require('./long-session.js');
const { figuresOf, reportOf } = require('./memory-report.js');
const memory = require('./memory.js');
const { currentFacts, messagesOf, remember } = require('./remember.js');
const { scoreContext } = require('./score.js');

describe('a score of a context with facts', () => {
  const evidence = [{ id: 'one', text: 'The quota rose to 1200 calls in May, can you help?' }];
  const answer = 'a quota of 1200 calls';
  const fact = (text, id = 'one') => ({ text, sources: [{ id, version: 1 }] });
  const score = (text, facts = []) => scoreContext({ evidence, answer }, { text, facts });

  it('tells a whole message from a fact that says what the answer needs', () => {
    expect(score(`User: ${evidence[0].text}`)).toEqual({ strict: 1, answer_bearing: 1, with_facts: 1 });
    const stated = fact('The quota rose to 1200 calls.');
    expect(score(`- ${stated.text}`, [stated])).toEqual({ strict: 0, answer_bearing: 0, with_facts: 1 });
  });

  it('counts no fact for its source alone, none of another message, and none that is not in the context', () => {
    const nothing = { strict: 0, answer_bearing: 0, with_facts: 0 };
    const vague = fact('User asked for help in May.');
    expect(score(vague.text, [vague])).toEqual(nothing);
    const other = fact('The quota rose to 1200 calls.', 'two');
    expect(score(other.text, [other])).toEqual(nothing);
    expect(score('## Memory', [fact('The quota rose to 1200 calls.')])).toEqual(nothing);
  });
});

describe('the memory of a conversation', () => {
  it('has facts of the messages that have left the window, and of no others', () => {
    const turns = inventTurns(11);
    const { window, short } = remember(turns);
    expect(window).toEqual(turns.slice(8));
    const left = new Set(turns.slice(0, 8).map(({ id }) => id));
    expect(short.length).toBeGreaterThan(0);
    for (const { sources } of short) for (const { id } of sources) expect(left).toContain(id);
    expect(currentFacts(remember(messagesOf(friends, 0)))).toEqual([]);
  });

  it('is bounded, however long the session', () => {
    const { largest_section, sections } = measureSession(500);
    expect(sections).toBeLessThan(4);
    expect(largest_section).toBeLessThanOrEqual(96);
  });
});

describe('npm run bench -- memory', () => {
  const scores = (value) => ({ strict: value, answer_bearing: value, with_facts: value });
  const question = (session, without, some) => ({
    session,
    category: 'update',
    scores: { 1000: { without: scores(without), 0: scores(without), 2: { ...scores(some), over: false } } },
  });
  const sizes = [{ turns: 50, facts: 20, tokens: 400, said: 3_000 }];
  const measured = (results) => ({
    budgets: [1_000],
    counts: [0, 2],
    across: [],
    sets: [{ name: 'friends', results, sizes }],
    extraction: measureExtraction(),
    long: [measureSession(20)],
  });

  it('reports each half of the conversations with the number of facts that was best on the other', () => {
    const report = reportOf(measured([question('a', 0, 1), question('b', 0.5, 0)]));
    expect(report).toContain('facts for 1,000 tokens chosen on the other half: 0 and 2');
    expect(report).toMatch(/^ +update +25\.0 % +25\.0 % +50\.0 % +0\.0 %$/m);
    expect(report).toContain('for 100 turns: 20 facts of 400 tokens; the turns have 3000');
    expect(report).toMatch(/extraction, 100 statements written by hand: precision 9\d\.\d %/);
    const [set] = figuresOf(measured([question('a', 0, 1)])).sets;
    expect(set.scores.strict.update[1_000]).toMatchObject({ without: 0, 2: 1 });
  });

  it('refuses arguments that are no numbers', async () => {
    await expect(memory({ options: ['--budget', 'some'] })).rejects.toThrow(/npm run bench -- memory \[--data/);
  });
});

describe('an index of facts', () => {
  it('has each fact as a text of the conversation, with the keys by which the store finds it', () => {
    const at = '2026-03-01T10:00:00.000Z';
    const facts = [{ text: 'Ann repaired the printers.', at, sources: [] }];
    const { session, list } = indexFacts({ session: 'talk' }, facts);
    const [{ terms, session: of }] = list.texts;
    expect([session, of, list.length]).toEqual(['talk', 'talk', 1]);
    expect([...terms.keys()]).toEqual(expect.arrayContaining(['repair', 'printer']));
  });
});

describe('a conversation in several sessions', () => {
  it('is reported by variant and budget before the same conversation in one session', () => {
    const row = { 1000: { without: 0.25, facts: 0.5, 'facts and past sessions': 0.75 } };
    const about = { name: 'friends', conversations: 1, sessions: 4, facts: 12, questions: 8, over: 0 };
    const across = [{ ...about, scores: { strict: { all: row }, with_facts: { all: row } } }];
    const report = reportOf({
      budgets: [1_000],
      counts: [0],
      across,
      sets: [],
      extraction: measureExtraction(),
      long: [],
    });
    expect(report).toContain('friends, across sessions: 1 conversations in 4 sessions, 12 facts, 8 questions');
    expect(report).toMatch(/^ +1000: without +1000: facts +1000: facts and past sessions$/m);
    expect(report).toMatch(/^ +all +25\.0 % +50\.0 % +75\.0 %$/m);
  });

  it('says what each session said in a session of its own, and as a reply of the agent what the model said', () => {
    const turn = (dia_id, speaker, text) => ({ dia_id, speaker, text });
    const conversation = {
      session_1: [turn('D1:1', 'User', 'I live in Oslo.'), turn('D1:2', 'Assistant', 'I see.')],
      session_1_date_time: '1:00 pm on 1 May, 2024',
      session_2: [turn('D2:1', 'User', 'I moved to Bergen.')],
      session_2_date_time: '1:00 pm on 2 May, 2024',
    };
    const sessions = sessionsOf({ sample_id: 'talk', conversation }, 3);
    expect([...sessions.keys()]).toEqual(['talk-3-1', 'talk-3-2']);
    const [said, answered] = sessions.get('talk-3-1');
    expect(said).toMatchObject({
      session: 'talk-3-1',
      author: { kind: 'user' },
      context: { content: 'I live in Oslo.' },
    });
    expect(answered).toMatchObject({ schema_name: 'agent.response.v1', author: { kind: 'agent', id: 'keeper-3' } });
  });
});
