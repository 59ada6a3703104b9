const { complaintsAbout, speakAsClerk } = require('./mesh.js');

const responses = ['roofer', 'clerk'].map((id) => ({ author: { id } }));
const good = {
  answered: { responses },
  trail: { nodes: [{ schema_name: 'approval.decision.v1' }] },
  prompts: ['one'],
  contexts: new Map([
    ['roofer', 'User: My roof leaks. What will it cost?'],
    ['clerk', 'roofer: It is the third tile: 900 euros.'],
  ]),
};

describe('the demo of a mesh', () => {
  it('complains about nothing where both spoke on one trail, and the second read the first', () => {
    expect(complaintsAbout(good)).toEqual([]);
  });

  it.each([
    ['somebody did not speak', { answered: {} }, 'nobody spoke'],
    ['the other program was prompted twice', { prompts: ['one', 'two'] }, 'prompted 2 times'],
    ['its question was not decided', { trail: { nodes: [] } }, 'decided 0 times'],
    ['a context lacks what was said', { contexts: new Map() }, 'does not hold'],
  ])('complains where %s', (_what, more, complaint) => {
    expect(complaintsAbout({ ...good, ...more }).join('\n')).toContain(complaint);
  });

  it('lets the clerk speak from its prompt alone', () => {
    const say = (content) => speakAsClerk({ body: { messages: [{ content }] } }).say;
    expect(say('roofer: It is the third tile: 900 euros.')).toContain('900 euros');
    expect(say('nothing')).toBe('Nobody has made an offer.');
  });
});
