import { defineForeignAgent, explainUnpromptable, isForeignAgent } from './foreign-agent';
import { AgentDef } from './index';
import { validateContext } from './validate';

const desk = { agent: 'pi', owner: 'otto', name: 'desk' };
const seen = { ...desk, is_compatible: true, min_sender_trust: 'any' };

describe('the definition of an agent of another program', () => {
  it('is valid, and is recognised by the address of the agent', () => {
    const definition = defineForeignAgent(desk, []);
    expect(validateContext(AgentDef.name, { ...definition })).toEqual([]);
    expect([isForeignAgent(definition, desk), isForeignAgent(definition, { ...desk, name: 'other' })]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    [[], 'desk'],
    [['desk'], 'desk-otto'],
    [['desk', 'desk-otto'], 'desk-otto-pi'],
  ])('has a name that none of %j has', (taken, name) => {
    expect(defineForeignAgent(desk, taken).agent).toBe(name);
  });

  it('has a name that begins with a letter or a digit', () => {
    const definition = defineForeignAgent({ ...desk, name: '_desk' }, []);
    expect(validateContext(AgentDef.name, { ...definition })).toEqual([]);
  });
});

it.each([
  [{}, undefined],
  [{ agent: 'crumbtrail' }, 'an agent of Crumbtrail'],
  [{ is_compatible: false }, 'another version'],
  [{ min_sender_trust: 'signed' }, 'signed prompts'],
  [{ owner: 'Otto Smith' }, 'other characters'],
])('whoever is seen with %j can be prompted, or it is said why not', (more, why) => {
  const said = explainUnpromptable({ ...seen, ...more });
  expect(said ?? '').toContain(why ?? '');
  expect(said === undefined).toBe(why === undefined);
});
