import { mergeFacts, type Fact } from '../src/index';
import { state } from './messages';

const LIVES = { about: 'user:ann', subject: 'Ann', relation: 'lives in' };
const paris = state('Ann lives in Paris.', 1, { ...LIVES, value: 'Paris' });
const oslo = state('Ann lives in Oslo.', 3, { ...LIVES, value: 'Oslo' });

const sourceOf = (n: number) => ({ id: `00000000-0000-4000-8000-${String(900 + n).padStart(12, '0')}`, version: 1 });

describe('mergeFacts', () => {
  it('gives a fact that was said again its new sources, and changes nothing else', () => {
    const again = state('ann lives in paris', 2, { ...LIVES, value: 'Paris' });
    const [merged, ...others] = mergeFacts([paris], [again]);
    expect(others).toEqual([]);
    expect(merged).toMatchObject({ id: paris.id, text: paris.text, at: again.at });
    expect(merged?.sources).toEqual([...paris.sources, ...again.sources]);
    expect(mergeFacts([paris], [again, again])).toEqual([merged]);
  });

  it('supersedes the earlier of two facts with one subject and relation, which stays, and is quoted with its source', () => {
    const [earlier, later] = mergeFacts([paris], [oslo]);
    expect(earlier).toEqual({ ...paris, superseded_by: oslo.id, until: oslo.at });
    expect(later).toEqual({
      ...oslo,
      text: 'Ann lives in Oslo. (before, 2024-05-01: Ann lives in Paris)',
      sources: [...oslo.sources, ...paris.sources],
    });
  });

  it('lets the later fact win in whatever order the two arrive, and its own time of change end the earlier one', () => {
    expect(mergeFacts([oslo], [paris]).toReversed()).toEqual(mergeFacts([paris], [oslo]));
    const moved = { ...oslo, from: '2024-05-02T00:00:00.000Z' };
    expect(mergeFacts([paris], [moved])[0]?.until).toBe(moved.from);
  });

  it('goes back to an earlier value when it is said again later', () => {
    const back = state('Ann lives in Paris.', 5, { ...LIVES, value: 'Paris' });
    const merged = mergeFacts([paris, oslo], [back]);
    const facts = mergeFacts(mergeFacts([paris], [oslo]), [back]);
    expect(facts.map(({ superseded_by }) => superseded_by)).toEqual([oslo.id, back.id, undefined]);
    expect(facts[2]?.text).toBe('Ann lives in Paris. (before, 2024-05-03: Ann lives in Oslo)');
    expect(merged).toHaveLength(2);
  });

  it('keeps several values of a relation that can have several at a time, such as likes', () => {
    const likes = { ...LIVES, relation: 'likes' };
    const tea = state('Ann likes tea.', 1, { ...likes, value: 'tea' });
    const coffee = state('Ann likes coffee.', 2, { ...likes, value: 'coffee' });
    expect(mergeFacts([tea], [coffee])).toEqual([tea, coffee]);
  });

  it('marks facts that cannot both be true, where nobody can tell which was said later', () => {
    const { at: _, ...undated } = oslo;
    const [one, other] = mergeFacts([paris], [undated]);
    expect(one).toEqual({ ...paris, contradicts: [oslo.id] });
    expect(other).toMatchObject({ contradicts: [paris.id], sources: [...oslo.sources, ...paris.sources] });
    expect(other?.text).toBe('Ann lives in Oslo. (also said, 2024-05-01: Ann lives in Paris)');
  });

  it('marks a statement and its denial as a contradiction, unless the later one says that something changed', () => {
    const has = state('Ann implemented a homepage route with Flask.', 1);
    const hasNot = state('Ann has never implemented any Flask routes.', 2);
    expect(mergeFacts([has], [hasNot]).map(({ contradicts }) => contradicts)).toEqual([[hasNot.id], [has.id]]);
    const eats = state('Ann eats meat with every dinner.', 1);
    const stopped = state('Ann no longer eats meat with dinner.', 2);
    expect(mergeFacts([eats], [stopped])[0]).toMatchObject({ superseded_by: stopped.id, until: stopped.at });
  });

  it('takes another number of the same thing for an update', () => {
    const slow = state('The dashboard API has an average response time of 300ms.', 1);
    const fast = state('The dashboard API now has an average response time of 250ms.', 2);
    expect(mergeFacts([slow], [fast])[0]?.superseded_by).toBe(fast.id);
    const other = state('The login page has 3 fields.', 2);
    expect(mergeFacts([slow], [other])).toEqual([slow, other]);
  });

  it('never rewords, supersedes or drops a pinned fact, nor rewords what a person wrote', () => {
    const pinned = { ...paris, pinned: true };
    const [kept, later] = mergeFacts([pinned], [oslo]);
    expect(kept).toEqual({ ...pinned, contradicts: [oslo.id] });
    expect(later?.superseded_by).toBeUndefined();
    const edited = { ...oslo, edited_by: 'user:ann' };
    expect(mergeFacts([paris], [edited])[1]).toEqual(edited);
    const again = state('Ann lives in Paris!', 9, { ...LIVES, value: 'Paris' });
    expect(mergeFacts([pinned], [again])[0]).toMatchObject({ text: pinned.text, pinned: true });
  });

  it('drops blanks, and leaves separators, line breaks and emoji as they are', () => {
    const odd = state('Ann | Bob\nlike 🎉 "tea", \\n and \u00e9clairs', 1);
    expect(mergeFacts([], [state('  ', 2), odd])).toEqual([odd]);
    expect(mergeFacts([odd], [])).toEqual([odd]);
  });

  it('keeps the sources that its words rest on, and writes down no more than 16 for what is said again and again', () => {
    const said = Array.from({ length: 70 }, (_, n) => ({ ...paris, sources: [sourceOf(n)] }));
    const [merged] = mergeFacts([], said);
    expect(merged?.sources).toEqual(Array.from({ length: 16 }, (_, n) => sourceOf(n)));
    const rich = { ...oslo, sources: Array.from({ length: 64 }, (_, n) => sourceOf(100 + n)) };
    const [, later] = mergeFacts([paris], [rich]);
    expect(later?.sources).toHaveLength(64);
    expect(later?.sources).toEqual(expect.arrayContaining([...paris.sources, sourceOf(100)]));
  });

  it('does not let the sources of a chain of changes grow without end', () => {
    const cities = Array.from({ length: 40 }, (_, n) =>
      state(`Ann lives in City${n}.`, 1, {
        ...LIVES,
        id: `fact${String(n).padStart(8, '0')}`,
        value: `City${n}`,
        at: new Date(Date.UTC(2024, 0, 1 + n)).toISOString(),
        sources: [sourceOf(n)],
      }),
    );
    const merged = cities.reduce<Fact[]>((facts, city) => mergeFacts(facts, [city]), []);
    expect(Math.max(...merged.map(({ sources }) => sources.length))).toBeLessThan(10);
    expect(merged.filter(({ superseded_by }) => superseded_by === undefined)).toHaveLength(1);
  });

  it('gives no text more than 1,000 characters', () => {
    const long = state(`Ann lives in Oslo ${'x'.repeat(960)}`, 4, { ...LIVES, value: 'Oslo' });
    expect(mergeFacts([paris], [long])[1]?.text).toBe(long.text);
  });
});
