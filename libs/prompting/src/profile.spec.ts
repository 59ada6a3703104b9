import { replyCost } from './profile';

describe('the cost of a reply', () => {
  const usage = { prompt_tokens: 1_000_000, cached_tokens: 600_000, completion_tokens: 100_000 };

  it('prices the tokens that the provider had cached on their own', () => {
    expect(replyCost(usage, { input: 2, output: 10, cached_input: 0.5 })).toBe(0.8 + 0.3 + 1);
  });

  it('prices cached tokens like the others where no price is known for them', () => {
    expect(replyCost(usage, { input: 2, output: 10 })).toBe(3);
  });

  it('is unknown without prices or billed tokens', () => {
    expect([replyCost(usage, undefined), replyCost(undefined, { input: 1, output: 1 })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
