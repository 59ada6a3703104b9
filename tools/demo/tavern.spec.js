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

  it('plans when it is asked to, and answers a subquery from its content alone', () => {
    const system = { role: 'system', content: 'You are Ann, the innkeeper.' };
    const ask = (content, role = 'user') => speakInCharacter({ body: { messages: [system, { role, content }] } });
    expect(ask('user: Ann, plan the evening.')).toMatchObject({ calls: [{ name: 'plan' }] });
    expect(ask('<subquery type="question">The toll is three silver coins.')).toEqual({
      say: 'It was three silver coins.',
    });
    expect(ask('<subquery type="question">Nothing.')).toEqual({ say: 'It does not say.' });
    expect(ask('{"version":1}', 'tool')).toEqual({ say: 'Ann nods.' });
  });
});
