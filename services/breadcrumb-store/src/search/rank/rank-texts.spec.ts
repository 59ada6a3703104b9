import { RANKING_WEIGHTS, type FeatureWeights } from '@crumbtrail/contracts';
import { far, HOUR, NOW, question, text, user, weights } from '../../../test/rankable-texts';
import { toByteVector } from '../embedders/embedder';
import type { RankableText, RankingQuestion } from './question';
import { rankTexts, type RankedText } from './rank-texts';
import { TextList } from './text-list';

const rank = (texts: readonly RankableText[], asked: RankingQuestion, by: FeatureWeights): RankedText[] =>
  rankTexts(new TextList(texts), asked, by);
const positions = (texts: readonly RankableText[], asked: RankingQuestion, by: FeatureWeights): number[] =>
  rank(texts, asked, by).map((ranked) => ranked.text.position);

describe('rankTexts', () => {
  test('finds texts that share a word with the question, best first; the best scores 1', () => {
    const texts = [far(1, 'port of call'), far(2, 'dashboard port'), far(3, 'a red dot'), far(4, 'dashboard')];
    const ranked = rank(texts, question('dashboard port'), weights());
    expect(ranked.map((one) => one.text.position)).toEqual([2, 4, 1]);
    expect(ranked[0]?.score).toBe(1);
  });

  test('does not find a word inside another word', () => {
    const texts = [far(1, 'capital trust'), far(2, 'the api')];
    expect(positions(texts, question('api rust'), weights({ vector: 0 }))).toEqual([2]);
  });

  test('prefers a text that covers more of the question to one that repeats one of its words', () => {
    const texts = [far(1, 'port port port'), far(2, 'dashboard port so')];
    expect(positions(texts, question('dashboard port'), weights())).toEqual([2, 1]);
  });

  test('finds an answer by the question before it and a question by its answer; nearer neighbours score more', () => {
    const texts = [text(1, 'so'), text(2, 'well'), text(3, 'which port'), text(4, 'eighty'), text(5, 'ok')];
    const around = weights({ previous: 0.5, next: 0.25, second: 0.2 });
    const ranked = rank(texts, question('port'), around);
    expect(ranked.map((one) => one.text.position)).toEqual([3, 4, 2, 5, 1]);
    expect(ranked.map((one) => Object.keys(one.scores))).toEqual([
      ['bm25'],
      ['previous'],
      ['next'],
      ['second'],
      ['second'],
    ]);
  });

  test('adds up the words of neighbours before they saturate: both halves of a question beat one half twice', () => {
    const texts = [
      text(1, 'api'),
      text(2, 'key it'),
      far(8, 'key'),
      { ...far(8, 'key it'), id: 'id-009', position: 9 },
    ];
    expect(positions(texts, question('api key'), weights({ previous: 1 }))[0]).toBe(2);
  });

  test('prefers a short text to a long one with the same words, whose share of length says why, and still finds the long one', () => {
    const texts = [far(1, 'dashboard port'), { ...far(2, 'dashboard port'), tokens: 320 }];
    expect(positions(texts, question('dashboard port'), weights())).toEqual([2, 1]);
    const ranked = rank(texts, question('dashboard port'), weights({ length: 0.5 }));
    expect(ranked.map(({ text: one, scores }) => [one.position, scores['length']])).toEqual([
      [1, undefined],
      [2, -0.5],
    ]);
  });

  test('prefers who usually says little, by the mean length of whole messages, and still finds who says much', () => {
    const verbose = { author: user('bot'), occurredAt: NOW };
    const pieces = [0, 1].map((ordinal) => text(3, 'so', { ...verbose, id: 'long', ordinal, tokens: 300 }));
    const texts = [far(1, 'port'), text(2, 'port', { ...verbose, tokens: 40 }), ...pieces];
    const ranked = rank(texts, question('port'), weights({ author: 1 }));
    expect(ranked.map(({ text: one, scores }) => [one.position, scores['author']])).toEqual([
      [1, undefined],
      [2, 80 / 320 - 1],
    ]);
  });

  test('counts the words of the other pieces of a message that is kept in pieces', () => {
    const piece = (ordinal: number, words: string): RankableText =>
      text(1, words, { id: 'long', ordinal, occurredAt: NOW });
    const texts = [piece(0, 'dashboard'), piece(1, 'port'), far(9, 'port')];
    const ranked = rank(texts, question('dashboard port'), weights({ message: 1 }));
    expect(ranked.map(({ text: one, scores }) => [one.position, Number(scores['message'] ?? 0) > 0])).toEqual([
      [1, true],
      [1, true],
      [9, false],
    ]);
  });

  test('takes the whole message on each side as neighbour, and less from a long one', () => {
    const chunk = (ordinal: number, words: string): RankableText =>
      text(2, words, { id: 'long', ordinal, occurredAt: NOW - HOUR + 60_000, tokens: 400 });
    const by = weights({ previous: 1 });
    const lent = (tokens: number): number | undefined => {
      const texts = [text(1, 'which port', { tokens }), text(2, 'eighty')];
      return rank(texts, question('port'), by).find(({ text: one }) => one.position === 2)?.score;
    };
    expect(lent(800)).toBeLessThan(lent(80) ?? 0);
    const after = [text(1, 'so'), chunk(0, 'port'), chunk(1, 'well'), text(3, 'eighty')];
    expect(positions(after, question('port'), by)).toEqual([2, 3]);
  });

  test('takes no neighbours from other sessions or from across a pause of hours', () => {
    const answers = [
      text(2, 'eighty', { session: 'other' }),
      text(3, 'ninety', { occurredAt: NOW + 4 * HOUR }),
      text(4, 'hundred', { session: null }),
    ];
    const texts = [text(1, 'which port'), ...answers];
    const around = weights({ previous: 1, next: 1, second: 1 });
    expect(positions(texts, question('port'), around)).toEqual([1]);
    const nobody = [text(1, 'which port', { session: null }), text(2, 'eighty', { session: null })];
    expect(positions(nobody, question('port'), around)).toEqual([1]);
  });

  test('skips repeated texts as neighbours, unless they are too short to be recognised', () => {
    const by = weights({ previous: 0.5 });
    const around = (words: string, repeated: string): number[] =>
      positions([text(1, words), text(2, 'port'), text(3, repeated), text(4, 'eighty')], question('port'), by);
    const sentence = 'already mentioned yesterday during lunch together';
    expect(around(sentence, `well ${sentence}`)).toEqual([2, 4]);
    expect(around('i told you that already', 'i asked you that already')).toEqual([2, 3]);
    expect(around('yes please', 'yes please')).toEqual([2, 3]);
    const others = [text(1, 'i told you that'), text(2, 'port'), text(3, 'i told you that', { author: user('bob') })];
    expect(positions([...others, text(4, 'eighty')], question('port'), by)).toEqual([2, 3]);
  });

  test('finds neighbours within a session although sessions are interleaved', () => {
    const texts = [text(1, 'which port'), text(2, 'noise', { session: 'other' }), text(3, 'eighty')];
    expect(positions(texts, question('port'), weights({ previous: 0.5 }))).toEqual([1, 3]);
  });

  test('prefers the segment of a session that is about the question; a lone segment adds nothing', () => {
    const about = [1, 2, 3].map((nth) => text(nth, 'port settings'));
    const elsewhere = far(9, 'port settings');
    const ranked = rank([...about, elsewhere], question('port'), weights({ session: 0.2 }));
    expect(ranked.at(-1)?.text.position).toBe(9);
    expect(ranked[0]?.scores['session']).toBeGreaterThan(0);
    const alone = rank(about, question('port'), weights({ session: 0.2 }));
    expect(alone.every(({ scores }) => scores['session'] === undefined)).toBe(true);
  });

  test('lends a text less of what its segment is about the longer the segment is', () => {
    const shareOf = (tokens: number): number => {
      const about = [text(1, 'port'), text(2, 'port')].map((one) => ({ ...one, tokens }));
      const ranked = rank([...about, far(9, 'noise port more words')], question('port'), weights({ session: 0.2 }));
      return ranked.find((one) => one.text.position === 1)?.scores['session'] ?? 0;
    };
    expect(shareOf(500)).toBeCloseTo(shareOf(1));
    expect(shareOf(2_000)).toBeLessThan(shareOf(500) / 2);
  });

  test('ranks by other parameters where a question brings them', () => {
    const texts = [far(1, 'dashboard port'), { ...far(2, 'dashboard port'), tokens: 320 }];
    const parameters = { ...RANKING_WEIGHTS.parameters, short_tokens: 400 };
    const [first, second] = rank(texts, question('port', { parameters }), weights({ length: 0.5 }));
    expect(first?.score).toBe(second?.score);
  });

  describe('by speaker', () => {
    const texts = [
      far(1, 'port'),
      { ...far(2, 'port'), author: user('bob') },
      { ...far(3, 'port'), author: user('user') },
    ];
    const speaker = weights({ speaker: 0.5 });
    const asked = (words: string, over: Partial<RankingQuestion> = {}): number[] =>
      positions(texts, question('port', { text: words, ...over }), speaker);

    test('prefers texts of the speaker that the question names by id, name or first name', () => {
      expect(asked("What is Bob's port?")[0]).toBe(2);
      expect(asked('Which port?')[0]).toBe(3);
      expect(asked('Which port, Will?', { members: [{ ...user('bob'), name: 'Will' }] })[0]).toBe(2);
      expect(asked('Which port did Robert say?', { members: [{ ...user('bob'), name: 'Robert Hall' }] })[0]).toBe(2);
    });

    test('knows speakers by the names that they wrote under, also several with one id', () => {
      const [jose, fahim] = ['José Ruiz', 'Fahim Khan'].map((name) => ({ ...user('bridge'), name }));
      const bridged = [far(1, 'port'), { ...far(2, 'port'), author: jose }, { ...far(3, 'port'), author: fahim }];
      const first = (text: string): number | undefined =>
        positions(bridged as typeof texts, question('port', { text }), speaker)[0];
      expect([first("What is José's port?"), first('Which port did Fahim Khan say?')]).toEqual([2, 3]);
    });

    test('takes the first of several names and ignores names of roles', () => {
      expect(asked('What did Bob tell Ann of the port?')[0]).toBe(2);
      expect(asked('What did Ann tell Bob of the port?')[0]).toBe(1);
      const ranked = rank(texts, question('port', { text: 'Where does a user set the port?' }), speaker);
      expect(ranked.every(({ scores }) => scores['speaker'] === undefined)).toBe(true);
    });

    test('does not find a text by its speaker alone', () => {
      expect(asked('What of Bob?', { terms: [] })).toEqual([]);
    });
  });

  test('prefers texts of the period that the question names, recent ones, and ones with its tags', () => {
    const dated = (nth: number, at: string, tags: readonly string[] = []): RankableText =>
      text(nth, 'port', { occurredAt: Date.parse(at), tags });
    const texts = [
      dated(1, '2023-05-08T09:00:00Z'),
      dated(2, '2023-09-01T09:00:00Z', ['x', 'y']),
      dated(3, '2024-05-15T09:00:00Z'),
    ];
    const by = (over: Partial<FeatureWeights>, asked: Partial<RankingQuestion> = {}) =>
      rank(texts, question('port', asked), weights(over))[0];
    expect(by({ date: 1 }, { text: 'Which port did we choose in May 2023?' })).toMatchObject({
      text: texts[0],
      scores: { date: 0.5 },
    });
    expect(by({ recency: 1 })?.text).toBe(texts[2]);
    expect(by({ tags: 1 }, { tags: ['x', 'z'] })?.text).toBe(texts[1]);
  });

  describe('by vector', () => {
    const near = (nth: number, cosine: number, words = 'none'): RankableText => ({
      ...far(nth, words),
      vector: Float32Array.from([cosine, Math.sqrt(1 - cosine * cosine)]),
    });
    const asked = (over: Partial<RankingQuestion> = {}): RankingQuestion =>
      question('port', { vector: [1, 0], embedder: 'onnx', ...over });
    const vector = weights({ vector: 1 });

    test('finds texts that are more similar than the mean, regardless of their words', () => {
      const texts = [near(1, 0.2), near(2, 0.3), near(3, 0.8), near(4, 0.6)];
      expect(positions(texts, asked(), vector)).toEqual([3, 4]);
    });

    test('finds all texts that are equally similar, so that a lone text is found', () => {
      expect(positions([near(1, 0.4)], asked({ mode: 'vector' }), vector)).toEqual([1]);
    });

    test('scores similarity by the built-in embedder only above what happens by chance', () => {
      const texts = [near(1, 0.2), near(2, 0.24), near(3, 0.4)].map((one) => ({
        ...one,
        vector: toByteVector(one.vector as Float32Array),
      }));
      expect(positions(texts, asked({ embedder: 'lexical/1' }), vector)).toEqual([3]);
    });

    test('adds similarity to words, and uses it alone in vector mode', () => {
      const texts = [near(1, 0.1, 'port'), near(2, 0.9, 'port'), near(3, 0.9), near(4, 0.1)];
      expect(positions(texts, asked(), vector)).toEqual([2, 3, 1]);
      expect(positions(texts, asked({ mode: 'vector' }), vector)).toEqual([3, 2]);
      expect(positions(texts, asked({ mode: 'text' }), vector)).toEqual([2, 1]);
    });

    test('ignores vectors of another length and texts without a vector', () => {
      const texts = [{ ...far(1, 'none'), vector: Float32Array.from([1]) }, far(2, 'none'), near(3, 0.1), near(4, 0.9)];
      expect(positions(texts, asked(), vector)).toEqual([4]);
    });
  });

  test('gives poor word matches little weight beside similarity', () => {
    const texts = [
      far(1, 'like'),
      { ...far(2, 'none'), vector: Float32Array.from([1]) },
      { ...far(3, 'none'), vector: Float32Array.from([0]) },
    ];
    const asked = question('what would you like to drink', { vector: [1], embedder: 'onnx' });
    expect(positions(texts, asked, weights({ vector: 0.5 }))).toEqual([2, 1]);
  });

  test('orders equal scores by position, newest first, then by id, then by ordinal', () => {
    const same = { occurredAt: NOW, session: null };
    const texts = [
      text(1, 'port', { ...same, id: 'b', ordinal: 1 }),
      text(1, 'port', { ...same, id: 'b', ordinal: 0 }),
      text(1, 'port', { ...same, id: 'a' }),
      text(2, 'port', same),
    ];
    const order = rank(texts, question('port'), weights()).map(({ text: one }) => `${one.id}#${one.ordinal}`);
    expect(order).toEqual(['id-002#0', 'a#0', 'b#0', 'b#1']);
  });
});
