import { OverrideValidator } from '../plan/overrides';
import type { Identity, Participant, PreviewRequest, Role } from '@crumbtrail/contracts';
import { at, id, USER } from '../../test/crumbs';
import { config, DEFINITION, InMemoryReader, session, TRIGGER } from '../../test/in-memory-reader';
import { gatherPreview } from './gather-preview';

const ann: Participant = { kind: 'user', id: 'ann' };
const key = (role: Role): Identity => ({ workspace: 'default', participant: ann, role, key_id: 'k' });
const preview = (request: Omit<PreviewRequest, 'agent'>, reader = new InMemoryReader([DEFINITION, TRIGGER])) =>
  gatherPreview({ agent: 'assistant', ...request }, reader, new OverrideValidator());

describe('the input of a preview', () => {
  test('has the head and time of the store, and the client as author of the content', async () => {
    const input = await preview(
      { content: 'hm?', session: 'demo' },
      new InMemoryReader([DEFINITION], [], key('writer')),
    );
    expect(input).toMatchObject({ as_of: 99, now: at(100), trigger: { author: ann, text: 'hm?' }, queries: 2 });
    expect(input.access.viewers).toEqual([
      { participant: { kind: 'agent', id: 'assistant' } },
      { participant: ann, operator: false },
    ]);
  });

  test('has the position, session and author of the trigger crumb', async () => {
    const members = [{ kind: 'user' as const, id: 'user', name: 'Ann' }];
    const input = await preview({ trigger_id: id(1000) }, new InMemoryReader([DEFINITION, TRIGGER, session(members)]));
    expect(input).toMatchObject({
      as_of: 40,
      trigger: { ref: { id: id(1000), version: 1 }, author: USER },
      session: { members },
    });
    expect(input.access.session).toBe('demo');
  });

  test('can have an older position', async () => {
    const reader = new InMemoryReader([DEFINITION, TRIGGER]);
    expect((await preview({ trigger_id: id(1000), as_of: 7 }, reader)).as_of).toBe(7);
    expect(reader.reads[0]?.asOf).toBe(7);
  });

  test('prefers the requested budget, then the requested config, then the stored ones', async () => {
    const reader = new InMemoryReader([DEFINITION, config({ recent_exchanges: 5 })]);
    const { overrides } = await preview(
      { content: 'x', budget: { max_tokens: 99 }, config: { recent_exchanges: 1 } },
      reader,
    );
    expect(overrides).toMatchObject([{ budget: { max_tokens: 99 } }, { recent_exchanges: 1 }, { recent_exchanges: 5 }]);
  });

  test.each<[string, PreviewRequest, string]>([
    ['an unknown agent', { agent: 'nobody', content: 'x' }, 'not_found'],
    ['an unknown crumb', { agent: 'assistant', trigger_id: id(7) }, 'not_found'],
    ['neither content nor trigger', { agent: 'assistant' }, 'invalid_payload'],
    ['both', { agent: 'assistant', content: 'x', trigger_id: id(1000) }, 'invalid_payload'],
    ['no text', { agent: 'assistant', content: ' \u200b\n' }, 'invalid_payload'],
    ['a budget below the least', { agent: 'assistant', content: 'x', budget: { max_tokens: 1 } }, 'invalid_payload'],
    [
      'a config that could not be written',
      { agent: 'assistant', content: 'x', config: { sources: [] } },
      'invalid_payload',
    ],
    [
      'a config that could not be kept',
      { agent: 'assistant', content: 'x', config: { sources: [{ type: 'tagged' }] } },
      'invalid_payload',
    ],
  ])('is refused for %s', async (_what, request, code) => {
    await expect(
      gatherPreview(request, new InMemoryReader([DEFINITION, TRIGGER]), new OverrideValidator()),
    ).rejects.toMatchObject({ code });
  });

  test.each<[string, string[], Identity]>([
    ['the agent', ['ann'], key('operator')],
    ['the caller', ['assistant'], key('writer')],
  ])('is not found where %s may not read the crumb', async (_who, audience, identity) => {
    const reader = new InMemoryReader([DEFINITION, { ...TRIGGER, audience }], [], identity);
    await expect(preview({ trigger_id: id(1000) }, reader)).rejects.toMatchObject({ code: 'not_found' });
  });
});
