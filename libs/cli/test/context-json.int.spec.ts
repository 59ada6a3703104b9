import { FakeGateway } from './fake-gateway';

const tokens = { total: 5, by_section: { message: 5 } };
const explained = { id: 'c', agent: 'assistant', formatted_context: 'said', items: [], tokens };
const summary = { id: 'c', agent: 'assistant', position: 7, config_hash: 'sha256:0123456789abcdef', tokens: 5 };
const diff = {
  a: summary,
  b: summary,
  added: [],
  removed: [],
  moved: [],
  reworded: [],
  causes: [],
  tokens: { a: 5, b: 5, change: 0, by_section: { message: { a: 5, b: 5 } } },
};
const replayed = {
  context: 'c',
  identical: true,
  formatted_context: 'said',
  recorded_hash: 'sha256:1',
  hash: 'sha256:1',
  erased: [],
  differs: [],
};
const preview = { formatted_context: 'said', tokens, budget: { cap: 100 }, items: [], beyond: 2 };
const whatIf = { context: 'c', recorded: { max_tokens: 1, tokens: 1, kept: 1 }, budgets: [], beyond: 0, erased: [] };
const whyNot = { context: 'c', asked: 'the roof', verdict: 'not_said', answer: 'Not said.' };

describe.each([
  ['show c', 'GET /v1/contexts/c/explain', explained, { id: 'c', formatted_context: 'said' }],
  ['explain c', 'GET /v1/contexts/c/explain', explained],
  ['diff c c', 'GET /v1/contexts/diff', diff],
  ['replay c', 'POST /v1/contexts/c/replay', replayed],
  ['replan c', 'POST /v1/contexts/c/replan', { preview, diff }],
  ['what-if c --budgets 900', 'POST /v1/contexts/c/what-if', whatIf],
  ['why-not c the roof', 'POST /v1/contexts/c/why-not', whyNot],
  ['influence c', 'GET /v1/breadcrumbs/c/influence', { contexts: [], beyond: 0 }],
  ['preview hello', 'POST /v1/contexts/preview', preview],
])('crumb context %s', (line, asked, answer, printed: object = answer) => {
  const gateway = new FakeGateway();
  const words = ['context', ...line.split(' '), '--json'];
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/breadcrumbs/c'] = [200, { id: 'c', schema_name: 'agent.context.v1' }];
  });
  afterAll(() => gateway.close());

  test('prints the reply of the gateway with --json and exits with 0', async () => {
    gateway.replies[asked] = [200, answer];
    const { code, out, err } = await gateway.crumb(words);
    expect([code, JSON.parse(out), err]).toEqual([0, printed, '']);
  });

  test('prints one sentence on standard error and exits with 1 when refused', async () => {
    expect(await gateway.crumb(words)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^crumb: .+\n$/) as string,
    });
  });

  test('exits with 3 when the gateway is unreachable', async () => {
    gateway.close();
    expect(await gateway.crumb(words)).toMatchObject({ code: 3, out: '' });
    await gateway.open();
  });
});
