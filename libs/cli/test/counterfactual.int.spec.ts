import { mapConcurrently } from '../src/map-concurrently';
import { parseSince } from '../src/since';
import { FakeGateway } from './fake-gateway';

const grounding = (context_id: string) => ({ id: `g-${context_id}`, context: { context_id, sources: [] } });
const answer = {
  agent: 'assistant',
  session: 'demo',
  outcome: 'keeps',
  grounded: 2,
  lost: [],
  recorded: { max_tokens: 4_000, tokens: 900 },
  tokens: 480,
};
const lost = { id: 'p', version: 1, stage: 'over_budget', because: 'Considered and left out: over budget.' };

describe('crumb context counterfactual', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    const breadcrumbs = ['a', 'b', 'c', 'd'].map(grounding);
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs, position: 1 }];
    gateway.replies['GET /v1/breadcrumbs/p'] = [200, { id: 'p', text: 'the roof leaks' }];
    gateway.replies['POST /v1/contexts/a/counterfactual'] = [200, { ...answer, context: 'a', response: 'ra' }];
    gateway.replies['POST /v1/contexts/b/counterfactual'] = [
      200,
      { ...answer, context: 'b', response: 'rb', outcome: 'loses', lost: [lost] },
    ];
    gateway.replies['POST /v1/contexts/c/counterfactual'] = [
      200,
      { ...answer, context: 'c', response: 'rc', outcome: 'unknown', because: 'Its message was erased.' },
    ];
  });
  afterAll(() => gateway.close());

  test('lists the answers that lose what they were grounded on, and counts the others; what is gone meanwhile is left out', async () => {
    const { code, out, err } = await crumb(['context', 'counterfactual', '--budget', '500']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/\nrb +demo +1 of 2 +900 → 480 +p@1 +over budget +the roof leaks\n/);
    expect(out).toMatch(
      /\n3 answers since \S+: 1 lose what they were grounded on, 1 keep it, 0 rest on no breadcrumb of their context, 1 could not be tried\.\n/,
    );
    expect(out).toContain('Not tried, for example c: Its message was erased.');
    const asked = gateway.requests.find(({ line }) => line.startsWith('POST'));
    expect(asked?.body).toBe('{"budget":{"max_tokens":500}}');
    expect(gateway.requests[0]?.line).toMatch(/schema=answer\.grounding\.v1&since=/);
  });

  test('prints the answers that lose something as JSON, and exits with 1 if asked to', async () => {
    const { code, out } = await crumb(['context', 'counterfactual', '-b', '500', '--json', '--exit-code']);
    const { answers, ...counts } = JSON.parse(out) as { answers: { response: string }[] };
    expect([code, answers.map(({ response }) => response)]).toEqual([1, ['rb']]);
    expect(counts).toMatchObject({ tried: 3, loses: 1, keeps: 1, unknown: 1 });
  });

  test('says so where no answer was grounded, and refuses wrong usage in one sentence', async () => {
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 1 }];
    expect((await crumb(['context', 'counterfactual', '-b', '500'])).out).toMatch(/^No answers since /);
    for (const wrong of [[], ['-b', 'few'], ['-b', '500', '--since', 'monday'], ['--config', '/nowhere.json']]) {
      const { code, err } = await crumb(['context', 'counterfactual', ...wrong]);
      expect([code, err]).toEqual([2, expect.stringMatching(/^crumb: [^\n]+\n$/)]);
    }
  });
});

test('since: an age is counted back from now, and a time is itself', () => {
  const now = Date.parse('2026-01-31T00:00:00Z');
  expect(['30d', '12h', '90m', '2w', '2026-01-30T00:00:00Z'].map((text) => parseSince(text, now))).toEqual([
    '2026-01-01T00:00:00.000Z',
    '2026-01-30T12:00:00.000Z',
    '2026-01-30T22:30:00.000Z',
    '2026-01-17T00:00:00.000Z',
    '2026-01-30T00:00:00.000Z',
  ]);
  expect(() => parseSince('99999w', now)).toThrow(/--since must be like 30d/);
});

test('map concurrently: results are in the order of the items, with no more calls at a time than asked for', async () => {
  let running = 0;
  let most = 0;
  const double = async (item: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return 2 * item;
  };
  expect(await mapConcurrently([1, 2, 3, 4, 5], 2, double)).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});
