import { countTokens } from '@crumbtrail/hints';
import { aCall } from '../../test/tool-call-fixture';
import { textEntropy } from './text-entropy';
import { WORDS } from './word-list';

interface Entropy {
  readonly words: string;
  readonly tokens: number;
  readonly seed: string;
}

const run = async (input: Record<string, unknown> = {}, call = aCall()) =>
  (await textEntropy.run(input, call)) as Entropy;

describe('text_entropy', () => {
  it('draws from 512 different words', () => {
    expect(new Set(WORDS).size).toBe(512);
  });

  it('returns words of its list with 100 to 200 tokens', async () => {
    const { words, tokens } = await run();
    expect(tokens).toBeGreaterThanOrEqual(100);
    expect(tokens).toBeLessThanOrEqual(200);
    for (const word of words.split(' ')) expect(WORDS).toContain(word);
  });

  it.each([5, 6, 7, 50, 51, 2_000])('returns exactly %i tokens where both limits are that number', async (tokens) => {
    const { words } = await run({ min_tokens: tokens, max_tokens: tokens });
    expect(countTokens(words, 'o200k_base')).toBe(tokens);
  });

  it('takes a lone limit as it is given', async () => {
    expect((await run({ max_tokens: 20 })).tokens).toBeLessThanOrEqual(20);
    expect((await run({ min_tokens: 300 })).tokens).toBe(300);
  });

  it('returns the same words for the same request, and states its id as the seed', async () => {
    const call = aCall();
    const first = await run({}, call);
    expect(await run({}, call)).toEqual(first);
    expect(first.seed).toBe(call.request.id);
  });

  it('returns different words for different requests', async () => {
    expect((await run()).words).not.toBe((await run()).words);
  });

  it('rejects an invalid range', async () => {
    await expect(run({ min_tokens: 9, max_tokens: 8 })).rejects.toThrow('min must not be greater than max');
  });
});
