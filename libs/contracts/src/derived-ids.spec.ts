import { contextId, derivedId, responseId, singletonId, turnId } from './derived-ids';
import { contracts } from './published-contracts';

const trigger = { id: '0197a6d0-0000-7000-8000-000000000002', version: 1 };
const turn = { agent: 'assistant', trigger, generation: 0 };

describe('derived ids', () => {
  it('are the same for the same key, whichever service derives them', () => {
    expect(turnId('default', turn)).toBe(turnId('default', { ...turn }));
    expect(responseId('default', turnId('default', turn))).toBe(
      derivedId('default', 'response', { context: { action: 'error', turn: { id: turnId('default', turn) } } }),
    );
  });

  it.each([
    ['workspace', turnId('other', turn)],
    ['agent', turnId('default', { ...turn, agent: 'critic' })],
    ['version of the cause', turnId('default', { ...turn, trigger: { ...trigger, version: 2 } })],
    ['generation', turnId('default', { ...turn, generation: 1 })],
  ])('differ by %s', (_what, other) => {
    expect(other).not.toBe(turnId('default', turn));
  });

  it('differ between the crumbs of one turn', () => {
    const id = turnId('default', turn);
    expect(new Set([id, contextId('default', id), responseId('default', id)]).size).toBe(3);
  });

  it('differ when a separator moves from one part of the key to the next', () => {
    expect(singletonId('default', 'session', 'a","b')).not.toBe(singletonId('default', 'session', 'a'));
  });

  it('have a row in the table for every identity that a schema names', () => {
    const identities = [...contracts.values()]
      .map((contract) => contract.rules.identity)
      .filter((one) => one !== undefined);
    expect(identities.length).toBeGreaterThan(5);
    for (const identity of identities) {
      expect(() =>
        derivedId('default', identity, { context: { trigger, event: { position: 1 }, timer: trigger } }),
      ).not.toThrow();
    }
  });

  it('are not given to an imported response without a turn, which gets a fresh id', () => {
    expect(derivedId('default', 'response', { context: { action: 'speak', content: 'hi' } })).toBeNull();
  });
});
