import type { AgentDefV1 } from '@crumbtrail/contracts';
import { acceptClient } from '../accept-client';
import { answeringDefinition } from '../answering-definition';
import { expandDefinition, type DefinitionCast } from './expand-definition';

const lola = (prompt: string, persona?: string): AgentDefV1 => ({
  agent: 'lola',
  name: 'Lola',
  prompt,
  subscriptions: [],
  ...(persona === undefined ? {} : { persona }),
});
const cast = (more: Partial<DefinitionCast> = {}): DefinitionCast => ({
  members: [
    { kind: 'user', id: 'ann', name: 'Ann Lee' },
    { kind: 'agent', id: 'lola' },
    { kind: 'agent', id: 'rex', name: 'Rex', muted: true },
  ],
  author: { kind: 'user', id: 'ann' },
  session: 'tavern',
  ...more,
});
const expand = (text: string, more?: Partial<DefinitionCast>): string =>
  expandDefinition(lola(text), cast(more)).prompt;

describe('macros in a prompt or persona', () => {
  it.each([
    ['{{char}} and {{user}}', 'Lola and Ann Lee'],
    ['{{group}} | {{groupNotMuted}} | {{notChar}} | {{charIfNotGroup}}', 'Lola, Rex | Lola | Ann Lee, Rex | Lola, Rex'],
    ['a{{// not shown}}b{{newline}}c', 'ab\nc'],
    ['\\{{char}}', '{{char}}'],
  ])('%j is %j', (text, expected) => {
    expect(expand(text)).toBe(expected);
  });

  it('name the agent and the author where the session lists nobody', () => {
    expect(expand('{{char}}, {{user}}, {{users}}', { members: [] })).toBe('Lola, User, User');
    expect(expand('{{user}}', { members: [], author: { kind: 'user', id: 'ann', name: 'Ann' } })).toBe('Ann');
  });

  it('are expanded once: a name that looks like a macro stays a name', () => {
    const members = [{ kind: 'user' as const, id: 'ann', name: '{{char}}' }];
    expect(expand('Talk to {{user}}.', { members })).toBe('Talk to char.');
  });

  it('draw the same in all turns of a session, and something else elsewhere', () => {
    const text = '{{pick::a::b::c::d::e::f::g::h}}';
    expect(expand(text)).toBe(expand(text, { author: { kind: 'user', id: 'bob' } }));
    const drawn = ['s1', 's2', 's3', 's4', 's5', 's6'].map((session) => expand(text, { session }));
    expect(new Set(drawn).size).toBeGreaterThan(1);
  });

  it('that an old definition holds, and that none may hold any more, stay as they are written', () => {
    expect(expand('{{time}} {{foo}} {{char}}')).toBe('{{time}} {{foo}} Lola');
  });

  it('of the client that sends the message are never expanded', () => {
    const message = { schema_name: 'user.message.v1', context: { content: 'x', instructions: 'You are {{user}}.' } };
    const trigger = { ...message, author: { kind: 'user', id: 'ann' } } as never;
    const written = { ...lola('You are {{char}}.'), accept_system: 'persona' as const };
    const built = { macros: true, session: { name: 'tavern' } };
    const { prompt, persona } = answeringDefinition(written, built, { trigger, session: null });
    expect([prompt, persona?.endsWith('You are {{user}}.')]).toEqual(['You are Lola.', true]);
    expect(answeringDefinition(written, {}, { trigger, session: null })).toEqual(acceptClient(written, message));
  });
});
