import { extractSummary } from './extract-summary';

const say = (speaker: string, text: string) => ({ speaker, text });

describe('extractSummary', () => {
  test('keeps sentences that name much, in the order in which they were said, with who said them', () => {
    const said = [
      say('Ann', 'Hm. I saw Bob near the old well at 9 pm.'),
      say('Bob', 'Well, okay.'),
      say('Cat', 'The sheriff checked Bob and found blood on his boots.'),
    ];
    expect(extractSummary(said)).toEqual({
      text: 'Ann: I saw Bob near the old well at 9 pm.\nCat: The sheriff checked Bob and found blood on his boots.',
      sources: [0, 2],
    });
  });

  test('does not say the same twice, and stays within its limits', () => {
    const same = Array.from({ length: 30 }, () => say('Ann', 'Bob lied about the old well.'));
    expect(extractSummary(same)?.sources).toEqual([0]);
    const many = Array.from({ length: 60 }, (_, n) => say('Ann', `Villager${n} hid lantern${n} under bridge${n}.`));
    const extract = extractSummary(many);
    expect(extract?.sources).toHaveLength(8);
    expect(extract?.text.length).toBeLessThan(1_400);
  });

  test('is null where nothing says enough, or only sentences of any length', () => {
    expect(extractSummary([])).toBeNull();
    expect(extractSummary([say('Ann', 'Hm.'), say('Bob', 'okay')])).toBeNull();
    expect(extractSummary([say('Ann', `well ${'bridge lantern '.repeat(40)}`)])).toBeNull();
  });
});
