const { complaintsOf, speakInCharacter } = require('./tavern.js');

describe('the demo of a group', () => {
  it('complains about a context that lacks what it should hold, or holds what it must not', () => {
    expect(complaintsOf('eve', 'A tavern.', { has: ['A tavern.'], lacks: ['secret'] })).toEqual([]);
    expect(complaintsOf('eve', 'A secret.', { has: ['A tavern.'], lacks: ['secret'] })).toEqual([
      'the context of eve does not hold "A tavern."',
      'the context of eve holds "secret"',
    ]);
    expect(complaintsOf('eve', undefined, { has: ['A tavern.'] })).toHaveLength(1);
  });

  it('speaks as whom its prompt says', () => {
    const messages = [{ role: 'system', content: 'You are Bob, a smith.' }];
    expect(speakInCharacter({ body: { messages } })).toEqual({ say: 'Bob nods.' });
  });
});
