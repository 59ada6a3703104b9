import { packAccount, RANKING_WEIGHTS, type AccountItem } from '@crumbtrail/contracts';
import { FakeGateway } from './fake-gateway';

const { features } = RANKING_WEIGHTS;
const CONFIG = '00000000-0000-7000-8000-00000000c0f1';
const id = (nth: number): string => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;

/** The answer rests on what the named person said, although other texts have more of the words. */
const rows = (own: number): AccountItem[] =>
  [1, 2, 3, 4].map((rank): AccountItem => ({
    id: id(own * 10 + rank),
    version: 1,
    source: 'hybrid',
    section: 'relevant',
    decision: 'kept',
    tokens: 20,
    rank,
    score: 1 / rank,
    scores: rank === 4 ? { bm25: 0.3, speaker: 0.3 } : { bm25: 1 - rank / 10 },
  }));

const context = (nth: number) => ({
  id: `context-${nth}`,
  version: 1,
  schema_name: 'agent.context.v1',
  context: {
    agent: 'assistant',
    now: new Date(nth * 60_000).toISOString(),
    tokens: { total: 400 },
    plan: { sources: [{ type: 'hybrid', floor: 0.3 }], features },
    account: packAccount(rows(nth)),
  },
});

const grounding = (nth: number, agent = 'assistant') => ({
  id: `grounding-${nth}`,
  context: { context_id: `context-${nth}`, agent, sources: [{ id: id(nth * 10 + 4), version: 1 }], sentences: [] },
});

/** A context built again: it keeps what its answer rests on if the named person counts for more. */
function rebuilt(body: string): readonly [number, unknown] {
  const { budget, config } = JSON.parse(body) as {
    budget: { max_tokens: number };
    config: { features: typeof features };
  };
  const keeps = config.features.speaker > features.speaker || budget.max_tokens > 200;
  const lost = keeps ? [] : [{ id: id(1), version: 1, stage: 'over_budget', because: 'no room' }];
  return [200, { agent: 'assistant', outcome: keeps ? 'keeps' : 'loses', grounded: 1, lost, recorded: {} }];
}

describe('crumb evals fit', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  afterAll(() => gateway.close());

  /** Answers of one agent, each with its context. */
  function answers(count: number, judge: (body: string) => readonly [number, unknown] = rebuilt): void {
    gateway.reset();
    const all = Array.from({ length: count }, (_, nth) => nth);
    const breadcrumbs = all.map((nth) => grounding(nth));
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs, position: 1 }];
    for (const nth of all) {
      gateway.replies[`GET /v1/breadcrumbs/context-${nth}`] = [200, context(nth)];
      gateway.replies[`POST /v1/contexts/context-${nth}/counterfactual`] = judge;
    }
  }

  /** The settings that the agent has already; null for none. */
  function withConfig(existing: object | null): void {
    const breadcrumbs = existing ? [{ id: CONFIG, version: 3, context: existing }] : [];
    const listed = [200, { breadcrumbs, position: 1 }] as const;
    for (const cursor of ['', '&order=asc'])
      gateway.replies[`GET /v1/breadcrumbs?schema=context.config.v1&limit=500${cursor}`] = listed;
    gateway.replies[`PATCH /v1/breadcrumbs/${CONFIG}`] = [200, { id: CONFIG, version: 4 }];
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: CONFIG, version: 1 }];
  }

  const written = (): string[] =>
    gateway.requests.filter(({ line }) => /^(?:PATCH|POST) \/v1\/breadcrumbs/.test(line)).map(({ body }) => body);

  test('prints what fitted weights keep of answers that they were not fitted on, and writes nothing unasked', async () => {
    answers(40);
    const { code, out, err } = await crumb(['evals', 'fit']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/\npart 1 of 5 +8 +0\.0 % +100\.0 % +\+100\.0\n/);
    expect(out).toMatch(/\nall +40 +0\.0 % +100\.0 % +\+100\.0\n/);
    expect(out).toContain('Gain: +100.0 points (95 %: +100.0 to +100.0).');
    expect(out).toMatch(/\nspeaker +0\.5 +1\.4\n/);
    expect(out).toContain('Nothing is written. To use them, add --write');
    expect(written()).toEqual([]);
    const asked = gateway.requests.find(({ line }) => line.startsWith('POST'));
    expect(asked?.body).toContain('"budget":{"max_tokens":200}');
  });

  test('writes weights that gain into the config of the agent, which keeps its other settings', async () => {
    answers(40);
    withConfig({ consumer: 'assistant', format: 'turn', features: { tags: 0 } });
    const { code, out } = await crumb(['evals', 'fit', '--write', '--json']);
    expect(code).toBe(0);
    const report = JSON.parse(out) as { features: typeof features; written: object };
    expect(report.written).toEqual({ id: CONFIG, version: 4 });
    expect(report.features.speaker).toBeGreaterThan(features.speaker);
    const [body = '{}'] = written();
    expect(JSON.parse(body)).toEqual({
      context: { consumer: 'assistant', format: 'turn', features: report.features },
    });
  });

  test('creates the config of an agent that has none', async () => {
    answers(40);
    withConfig(null);
    expect((await crumb(['evals', 'fit', '--write'])).out).toContain(
      `version 1 (${CONFIG}): it applies from the next turn.`,
    );
    expect(written()).toHaveLength(1);
  });

  test('writes nothing where the fitted weights do not gain on answers that they were not fitted on', async () => {
    answers(40, () => [200, { agent: 'assistant', outcome: 'keeps', grounded: 1, lost: [], recorded: {} }]);
    withConfig(null);
    const { code, out } = await crumb(['evals', 'fit', '--write']);
    expect(code).toBe(0);
    expect(out).toContain('Gain: +0.0 points (95 %: +0.0 to +0.0).');
    expect(out).toContain('do not gain on answers that they were not fitted on: nothing is changed.');
    expect(written()).toEqual([]);
  });

  test('refuses too few answers, none, and several agents in one sentence that says what to do', async () => {
    answers(39);
    const few = await crumb(['evals', 'fit']);
    expect([few.code, few.err]).toEqual([
      1,
      expect.stringMatching(
        /^crumb: 39 answers of assistant since \S+ rest on .* a fit needs 40: take a longer time with --since.*\n$/,
      ),
    ]);
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 1 }];
    expect((await crumb(['evals', 'fit', '--agent', 'assistant'])).err).toMatch(
      /^crumb: No answer of assistant since \S+ was grounded on anything, as far as this key may know\.\n$/,
    );
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [grounding(1), grounding(2, 'cook')], position: 1 }];
    const several = await crumb(['evals', 'fit']);
    expect([several.code, several.err]).toEqual([2, 'crumb: Choose one agent with --agent: assistant, cook.\n']);
  });

  test('does not learn from contexts that were erased or that the key may not read', async () => {
    answers(40);
    gateway.replies['GET /v1/breadcrumbs/context-7'] = [404, { status: 404, code: 'not_found', detail: 'Not found.' }];
    expect((await crumb(['evals', 'fit'])).err).toMatch(/^crumb: 39 answers of assistant /);
  });
});
