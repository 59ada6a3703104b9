const { reworded, withDuplicates } = require('./duplicate.js');

const drafts = Array.from({ length: 300 }, (_, at) => ({
  occurred_at: new Date(at * 30_000).toISOString(),
  context: { content: `I'm at step ${at} of it!` },
}));

describe('duplicates of a conversation', () => {
  it('repeat about a third of the turns, each after its original, some of them word for word', () => {
    const placed = withDuplicates(drafts);
    const repeats = placed.length - drafts.length;
    expect(repeats).toBeGreaterThan(70);
    expect(repeats).toBeLessThan(130);
    const first = new Map();
    placed.forEach(({ of }, at) => first.set(of, first.get(of) ?? at));
    placed.forEach(({ of, draft }, at) => {
      if (draft === drafts[of]) expect(first.get(of)).toBe(at);
      expect(draft.context.content).toContain(`at step ${of} of it`);
    });
    const exact = placed.filter(
      ({ of, draft }) => draft !== drafts[of] && draft.context.content === drafts[of].context.content,
    );
    expect(exact.length).toBeGreaterThan(repeats / 4);
    expect(exact.length).toBeLessThan(repeats);
  });

  it('are the same in every run, and in chronological order', () => {
    const placed = withDuplicates(drafts);
    expect(withDuplicates(drafts)).toEqual(placed);
    const times = placed.map(({ draft }) => draft.occurred_at);
    expect([...times].sort()).toEqual(times);
  });

  it('reword only an opening, contractions and punctuation', () => {
    expect(reworded("I'm here, it's 8080!", () => 0)).toBe('Well, I am here, it is 8080.');
  });
});
