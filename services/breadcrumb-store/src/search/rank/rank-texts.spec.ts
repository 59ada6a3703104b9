import type { FeatureWeights } from '@crumbtrail/contracts';
import { far, HOUR, NOW, question, text, user, weights } from '../../../test/rankable-texts';
import type { RankableText, RankingQuestion } from './question';
import { rankTexts } from './rank-texts';

const positions = (pool: readonly RankableText[], asked: RankingQuestion, with_: FeatureWeights): number[] =>
  rankTexts(pool, asked, with_).map((ranked) => ranked.text.position);

describe('the ranking of texts', () => {
  test('finds what shares a word, best first; the best scores 1', () => {
    const pool = [far(1, 'port of call'), far(2, 'dashboard port'), far(3, 'a red dot'), far(4, 'dashboard')];
    const ranked = rankTexts(pool, question('dashboard port'), weights());
    expect(ranked.map((one) => one.text.position)).toEqual([2, 4, 1]);
    expect(ranked[0]?.score).toBe(1);
  });

  test('finds no word inside another', () => {
    const pool = [far(1, 'capital trust'), far(2, 'the api')];
    expect(positions(pool, question('api rust'), weights({ vector: 0 }))).toEqual([2]);
  });

  test('prefers what covers more of the question to what repeats one word of it', () => {
    const pool = [far(1, 'port port port'), far(2, 'dashboard port so')];
    expect(positions(pool, question('dashboard port'), weights())).toEqual([2, 1]);
  });

  test('finds an answer by its question, and a question by its answer; the nearer the better', () => {
    const pool = [text(1, 'so'), text(2, 'well'), text(3, 'which port'), text(4, 'eighty'), text(5, 'ok')];
    const around = weights({ previous: 0.5, next: 0.25, second: 0.2 });
    const ranked = rankTexts(pool, question('port'), around);
    expect(ranked.map((one) => one.text.position)).toEqual([3, 4, 2, 5, 1]);
    expect(ranked.map((one) => Object.keys(one.scores))).toEqual([
      ['bm25'],
      ['previous'],
      ['next'],
      ['second'],
      ['second'],
    ]);
  });

  test('adds up words beside a text before they saturate: both halves of a question beat one half twice', () => {
    const pool = [text(1, 'api'), text(2, 'key it'), far(8, 'key'), { ...far(8, 'key it'), id: 'id-009', position: 9 }];
    expect(positions(pool, question('api key'), weights({ previous: 1 }))[0]).toBe(2);
  });

  test('never looks across sessions, nor over a break of hours', () => {
    const answers = [
      text(2, 'eighty', { session: 'other' }),
      text(3, 'ninety', { occurredAt: NOW + 4 * HOUR }),
      text(4, 'hundred', { session: null }),
    ];
    const pool = [text(1, 'which port'), ...answers];
    const around = weights({ previous: 1, next: 1, second: 1 });
    expect(positions(pool, question('port'), around)).toEqual([1]);
    const nobody = [text(1, 'which port', { session: null }), text(2, 'eighty', { session: null })];
    expect(positions(nobody, question('port'), around)).toEqual([1]);
  });

  test('passes over what somebody says again, unless it is too short to be known again', () => {
    const by = weights({ previous: 0.5 });
    const around = (words: string, again: string): number[] =>
      positions([text(1, words), text(2, 'port'), text(3, again), text(4, 'eighty')], question('port'), by);
    const said = 'already mentioned yesterday during lunch together';
    expect(around(said, `well ${said}`)).toEqual([2, 4]);
    expect(around('i told you that already', 'i asked you that already')).toEqual([2, 3]);
    expect(around('yes please', 'yes please')).toEqual([2, 3]);
    const others = [text(1, 'i told you that'), text(2, 'port'), text(3, 'i told you that', { author: user('bob') })];
    expect(positions([...others, text(4, 'eighty')], question('port'), by)).toEqual([2, 3]);
  });

  test('knows neighbours though sessions run side by side', () => {
    const pool = [text(1, 'which port'), text(2, 'noise', { session: 'other' }), text(3, 'eighty')];
    expect(positions(pool, question('port'), weights({ previous: 0.5 }))).toEqual([1, 3]);
  });

  test('prefers the sitting that is about the question; a lone sitting says nothing', () => {
    const about = [1, 2, 3].map((nth) => text(nth, 'port settings'));
    const elsewhere = far(9, 'port settings');
    const ranked = rankTexts([...about, elsewhere], question('port'), weights({ session: 0.2 }));
    expect(ranked.at(-1)?.text.position).toBe(9);
    expect(ranked[0]?.scores['session']).toBeGreaterThan(0);
    const alone = rankTexts(about, question('port'), weights({ session: 0.2 }));
    expect(alone.every(({ scores }) => scores['session'] === undefined)).toBe(true);
  });

  describe('by who spoke', () => {
    const pool = [
      far(1, 'port'),
      { ...far(2, 'port'), author: user('bob') },
      { ...far(3, 'port'), author: user('user') },
    ];
    const speaker = weights({ speaker: 0.5 });
    const asked = (words: string, over: Partial<RankingQuestion> = {}): number[] =>
      positions(pool, question('port', { text: words, ...over }), speaker);

    test('prefers who is named, by id, by name or by first name', () => {
      expect(asked("What is Bob's port?")[0]).toBe(2);
      expect(asked('Which port?')[0]).toBe(3);
      expect(asked('Which port?', { members: [{ ...user('bob'), name: 'Which' }] })[0]).toBe(2);
      expect(asked('Which port did Robert say?', { members: [{ ...user('bob'), name: 'Robert Hall' }] })[0]).toBe(2);
    });

    test('goes by the first of several, and by no role', () => {
      expect(asked('What did Bob tell Ann of the port?')[0]).toBe(2);
      expect(asked('What did Ann tell Bob of the port?')[0]).toBe(1);
      const ranked = rankTexts(pool, question('port', { text: 'Where does a user set the port?' }), speaker);
      expect(ranked.every(({ scores }) => scores['speaker'] === undefined)).toBe(true);
    });

    test('never finds a text by its speaker alone', () => {
      expect(asked('What of Bob?', { terms: [] })).toEqual([]);
    });
  });

  test('prefers what was said when the question says, what is late, and what bears its tags', () => {
    const said = (nth: number, at: string, tags: readonly string[] = []): RankableText =>
      text(nth, 'port', { occurredAt: Date.parse(at), tags });
    const pool = [
      said(1, '2023-05-08T09:00:00Z'),
      said(2, '2023-09-01T09:00:00Z', ['x', 'y']),
      said(3, '2024-05-15T09:00:00Z'),
    ];
    const by = (over: Partial<FeatureWeights>, asked: Partial<RankingQuestion> = {}) =>
      rankTexts(pool, question('port', asked), weights(over))[0];
    expect(by({ date: 1 }, { text: 'Which port did we choose in May 2023?' })).toMatchObject({
      text: pool[0],
      scores: { date: 0.5 },
    });
    expect(by({ recency: 1 })?.text).toBe(pool[2]);
    expect(by({ tags: 1 }, { tags: ['x', 'z'] })?.text).toBe(pool[1]);
  });

  describe('by meaning', () => {
    const near = (nth: number, cosine: number, words = 'none'): RankableText => ({
      ...far(nth, words),
      vector: Float32Array.from([cosine, Math.sqrt(1 - cosine * cosine)]),
    });
    const asked = (over: Partial<RankingQuestion> = {}): RankingQuestion =>
      question('port', { vector: [1, 0], embedder: 'onnx', ...over });
    const vector = weights({ vector: 1 });

    test('finds what is nearer than the usual text, whatever its words', () => {
      const pool = [near(1, 0.2), near(2, 0.3), near(3, 0.8), near(4, 0.6)];
      expect(positions(pool, asked(), vector)).toEqual([3, 4]);
    });

    test('finds all that are alike, so that a lone text is found', () => {
      expect(positions([near(1, 0.4)], asked({ mode: 'vector' }), vector)).toEqual([1]);
    });

    test('counts for the built-in embedder only beyond chance', () => {
      const pool = [near(1, 0.2), near(2, 0.24), near(3, 0.4)];
      expect(positions(pool, asked({ embedder: 'lexical/1' }), vector)).toEqual([3]);
    });

    test('adds to words, and stands alone where only it is asked for', () => {
      const pool = [near(1, 0.1, 'port'), near(2, 0.9, 'port'), near(3, 0.9), near(4, 0.1)];
      expect(positions(pool, asked(), vector)).toEqual([2, 3, 1]);
      expect(positions(pool, asked({ mode: 'vector' }), vector)).toEqual([3, 2]);
      expect(positions(pool, asked({ mode: 'text' }), vector)).toEqual([2, 1]);
    });

    test('passes over vectors of another length, and texts without one', () => {
      const pool = [{ ...far(1, 'none'), vector: Float32Array.from([1]) }, far(2, 'none'), near(3, 0.1), near(4, 0.9)];
      expect(positions(pool, asked(), vector)).toEqual([4]);
    });
  });

  test('lets poor matches of words count little beside meaning', () => {
    const pool = [
      far(1, 'like'),
      { ...far(2, 'none'), vector: Float32Array.from([1]) },
      { ...far(3, 'none'), vector: Float32Array.from([0]) },
    ];
    const asked = question('what would you like to drink', { vector: [1], embedder: 'onnx' });
    expect(positions(pool, asked, weights({ vector: 0.5 }))).toEqual([2, 1]);
  });

  test('breaks ties by position, newest first, then id, then ordinal', () => {
    const same = { occurredAt: NOW, session: null };
    const pool = [
      text(1, 'port', { ...same, id: 'b', ordinal: 1 }),
      text(1, 'port', { ...same, id: 'b', ordinal: 0 }),
      text(1, 'port', { ...same, id: 'a' }),
      text(2, 'port', same),
    ];
    const order = rankTexts(pool, question('port'), weights()).map(({ text: one }) => `${one.id}#${one.ordinal}`);
    expect(order).toEqual(['id-002#0', 'a#0', 'b#0', 'b#1']);
  });
});
