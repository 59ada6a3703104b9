import { aCall } from '../../test/tool-call-fixture';
import { textEntropy } from './text-entropy';
import { WORDS } from './word-list';

const words = async (input: object) =>
  ((await textEntropy.run(input as Record<string, unknown>, aCall())) as string).split(' ');

describe('text_entropy', () => {
  it('draws from 512 different words', () => {
    expect(new Set(WORDS).size).toBe(512);
  });

  it('returns the requested number of words from its list', async () => {
    expect(await words({ min_words: 7, max_words: 7 })).toHaveLength(7);
    for (const word of await words({ min_words: 400 })) expect(WORDS).toContain(word);
  });

  it('returns different words each time', async () => {
    expect(await words({ min_words: 20 })).not.toEqual(await words({ min_words: 20 }));
  });

  it('rejects an invalid range', async () => {
    await expect(words({ min_words: 9, max_words: 8 })).rejects.toThrow('min must not be greater than max');
  });
});
