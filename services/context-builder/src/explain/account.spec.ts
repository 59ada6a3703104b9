import { BuildCaches } from '../build-caches';
import {
  AgentContext,
  MAX_ACCOUNT_BYTES,
  unpackAccount,
  validateContext,
  type AgentTurnV1,
} from '@crumbtrail/contracts';
import { ASSISTANT, at, candidate, id, USER } from '../../test/crumbs';
import { InMemoryRetriever } from '../../test/in-memory-retriever';
import { buildContext } from '../pipeline';
import { type BuiltContext } from './account';
import { quotedCrumbs, toContextPayload, toPreviewReply } from './context-payload';
import type { BuildInput } from '../gather/build-input';
import type { PlanOverrides } from '../plan/plan';

const candidates = [
  candidate(1, 'The port of the dashboard is 8080.', { version: 2 }),
  candidate(2, 'Noted.', { author: ASSISTANT, information: 5 }),
  candidate(3, 'The API key of the dashboard is in the secrets.', { author: ASSISTANT }),
  candidate(4, 'The port of the dashboard is 8080'),
  candidate(5, '{"raw": "the dashboard port"}', { hint_error: '$.nothing selects nothing' }),
  candidate(6, 'And what runs on the dashboard port?'),
  candidate(7, 'The web page.', { author: ASSISTANT }),
];

const turn = {
  id: id(3000),
  context: {
    agent: 'assistant',
    definition: { id: id(2000), version: 4 },
    trigger: { id: id(1000), version: 1 },
    generation: 0,
    lane: 'session:demo',
    runner: 'pool',
    as_of: 40,
    now: at(30),
    deadline_at: at(31),
  } satisfies AgentTurnV1,
};

async function built(
  overrides: PlanOverrides = { recent_exchanges: 1 },
  all = candidates,
  text = 'Which port has the dashboard?',
  over: Partial<BuildInput> = {},
): Promise<BuiltContext> {
  const input: BuildInput = {
    access: {
      workspace: 'default',
      session: 'demo',
      agent: 'assistant',
      viewers: [{ participant: ASSISTANT }],
      readers: [],
    },
    as_of: 40,
    now: at(30),
    trigger: { ref: turn.context.trigger, author: USER, text, tags: [] },
    definition: { id: id(2000), version: 4, system_prompt: 'Be kind.' },
    config: { id: id(2500), version: 3 },
    session: { id: id(2600), version: 2, members: [] },
    overrides: [overrides],
    queries: 1,
    ...over,
  };
  return buildContext(input, { ports: new InMemoryRetriever(all), caches: new BuildCaches(), contextWindow: 32_768 });
}

describe('an account', () => {
  test('counts items below the floor, which come without text, by their text as indexed', async () => {
    const bare = candidate(8, '', { tokens: 7, score: 0.1, digest: '', simhash: '', information: 0 });
    const { items } = await built({ sources: [{ type: 'recent', floor: 0.3 }], recent_exchanges: 0 }, [
      ...candidates,
      bare,
    ]);
    expect(items.find((one) => one.id === id(8))).toMatchObject({ decision: 'below_floor', tokens: 7 });
  });

  test('has the decision and the reason for every candidate', async () => {
    const { items } = await built();
    const verdicts = items.map(({ id: crumb, decision, reason }) => [crumb, decision, reason]);
    expect(verdicts).toEqual(
      expect.arrayContaining([
        [id(1), 'duplicate_of', `${id(4)} (near-same text)`],
        [id(2), 'low_information', expect.stringContaining('5.0 bits')],
        [id(5), 'hint_failed', '$.nothing selects nothing'],
        [id(3), 'kept', undefined],
        [id(4), 'kept', undefined],
      ]),
    );
    expect(items).toHaveLength(candidates.length);
  });

  test('contains everything that a replay needs, in a valid payload', async () => {
    const context = toContextPayload(await built(), turn, 12);
    expect(validateContext(AgentContext.name, context)).toEqual([]);
    expect(context).toMatchObject({
      definition: { id: id(2000), version: 4 },
      config: { id: id(2500), version: 3 },
      session: { name: 'demo', id: id(2600), version: 2 },
      as_of: 40,
      now: at(30),
      embedder: null,
      tokenizer: 'o200k_base',
      margin: 0,
      queries: 4,
      build_ms: 12,
    });
    expect(context.renderer).toMatch(/^hints\/\d+ markdown\/\d+$/);
    expect(context.formatted_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('can be read back, kept items first in the order shown', async () => {
    const result = await built();
    const rows = unpackAccount(toContextPayload(result, turn, 1).account);
    expect(rows.map(({ id: crumb, decision }) => [crumb, decision])).toEqual(
      result.items.map(({ id: crumb, decision }) => [crumb, decision]),
    );
    const kept = rows
      .filter(({ decision }) => decision === 'kept')
      .map(({ id: crumb }) => candidates.find((one) => one.id === crumb)?.text);
    const places = kept.map((text) => result.text.indexOf(text ?? ''));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('stays under 24 KiB for 300 candidates, and counts those without a row', async () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      candidate(n + 1, `The dashboard port of server ${n} is ${8000 + n}.`),
    );
    const { account } = toContextPayload(
      await built(
        {
          sources: [
            { type: 'recent', limit: 150 },
            { type: 'text', schemas: ['user.message.v1'], limit: 300 },
          ],
        },
        many.map((one) => one),
      ),
      turn,
      1,
    );
    expect(Buffer.byteLength(JSON.stringify(account))).toBeLessThanOrEqual(MAX_ACCOUNT_BYTES);
    expect(unpackAccount(account).length + account.beyond).toBe(300);
  });

  test('records how much of a truncated current message was kept', async () => {
    const context = toContextPayload(
      await built({ budget: { max_tokens: 64 } }, candidates, 'Why is it so? '.repeat(80)),
      turn,
      1,
    );
    expect(context.trigger['cut']).toBeGreaterThan(50);
    expect(context.tokens.total).toBeLessThanOrEqual(64);
  });

  test('names every crumb that the text quotes, so that erasing one erases the text', async () => {
    const result = await built();
    const quoted = quotedCrumbs(result).map(({ id: crumb }) => crumb);
    expect(quoted).toContain(turn.context.trigger.id);
    expect(
      candidates
        .filter(({ text }) => result.text.includes(text))
        .map(({ id: crumb }) => crumb)
        .filter((crumb) => !quoted.includes(crumb)),
    ).toEqual([]);
    expect(quoted).not.toContain(id(5));
  });

  test('names the definition where the frame shows its persona, and the session where its names are shown', async () => {
    const members = [{ kind: 'user' as const, id: 'user', name: 'Ann' }];
    const around = { session: { id: id(2600), version: 2, members } };
    const persona = {
      definition: { id: id(2000), version: 4, system_prompt: 'Be kind.', prompt: 'Be', persona: 'kind.' },
    };
    const quoted = async (format: PlanOverrides['format'], over: Partial<BuildInput>) =>
      quotedCrumbs(await built({ format }, candidates, undefined, over)).map(({ id: crumb }) => crumb);
    expect(await quoted('lmml', { ...around, ...persona })).toEqual(expect.arrayContaining([id(2000), id(2600)]));
    expect(await quoted('markdown', { ...around, ...persona })).not.toContain(id(2000));
    expect(await quoted('markdown', {})).not.toContain(id(2600));
  });

  test('has the same numbers as the preview', async () => {
    const result = await built();
    expect(toPreviewReply(result)).toMatchObject({
      formatted_context: result.text,
      tokens: result.tokens,
      position: 40,
      beyond: 0,
      config_hash: result.hash,
    });
  });
});
