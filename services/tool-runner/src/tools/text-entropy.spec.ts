import { aCall } from '../../test/tool-call-fixture';
import { textEntropy } from './text-entropy';
import { WORDS } from './word-list';

const words = async (input: object) =>
  ((await textEntropy.run(input as Record<string, unknown>, aCall())) as string).split(' ');

describe('text_entropy', () => {
  it('has 512 different words to draw from', () => {
    expect(new Set(WORDS).size).toBe(512);
  });

  it('gives as many words as it is asked for, all of them its own', async () => {
    expect(await words({ min_words: 7, max_words: 7 })).toHaveLength(7);
    for (const word of await words({ min_words: 400 })) expect(WORDS).toContain(word);
  });

  it('gives others each time', async () => {
    expect(await words({ min_words: 20 })).not.toEqual(await words({ min_words: 20 }));
  });

  it('refuses a range that is none', async () => {
    await expect(words({ min_words: 9, max_words: 8 })).rejects.toThrow('min must not be more than max');
  });
});
