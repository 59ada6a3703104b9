import { parse } from 'yaml';
import { FakeGateway } from './fake-gateway';

const first = { agent: 'critic', prompt: 'Judge it.', subscriptions: [{ schema: 'user.message.v1' }] };
const second = { ...first, prompt: 'Judge it kindly.', name: 'Cleo' };
const root = { kind: 'operator', id: 'root' };
const versions = [first, second].map((context, at) => ({
  id: 'a',
  version: at + 1,
  updated_at: `2026-01-0${at + 1}T00:00:00Z`,
  author: root,
  ...(at > 0 && { updated_by: root }),
  context,
}));

describe('the versions of an agent', () => {
  const gateway = new FakeGateway();
  const crumb = (line: string) => gateway.crumb(line.split(' '));
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ ...second, id: 'a', version: 2, updated_at: 'x' }] }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [] }];
    gateway.replies['GET /v1/breadcrumbs/a/history'] = [200, { versions }];
  });
  afterAll(() => gateway.close());

  test('are listed, latest first, with who changed which fields', async () => {
    const [, latest, defined] = (await crumb('agents versions critic')).out.split('\n');
    expect(latest).toMatch(/^2 +2026-01-02T00:00:00Z +operator:root +name, prompt$/);
    expect(defined).toMatch(/^1 +2026-01-01T00:00:00Z +operator:root +defined$/);
  });

  test('are shown as YAML: the latest, or the one of a number', async () => {
    expect(parse((await crumb('agents show critic')).out)).toEqual(second);
    expect(parse((await crumb('agents show critic --version 1')).out)).toEqual(first);
    expect(JSON.parse((await crumb('agents show critic --version 1 -o json')).out)).toMatchObject({
      version: 1,
      definition: first,
    });
  });

  test('are compared with each other', async () => {
    expect((await crumb('agents diff critic 1 2')).out).toMatch(/Judge it kindly\./);
    expect((await crumb('agents diff critic')).out).toMatch(/Judge it kindly\./);
    expect((await crumb('agents diff critic 2')).out).toBe('Versions 2 and 2 of critic are the same.\n');
  });

  test.each([
    ['agents show critic --version 3', 2, 'There is no version 3: the versions are 1 to 2.'],
    ['agents show critic --version first', 2, 'A version is a whole number from 1 (got "first").'],
    ['agents diff critic 1 3', 2, 'There is no version 3: the versions are 1 to 2.'],
    ['agents show critc --version 1', 1, 'The nearest: critic.'],
    ['agents publish critic', 2, 'critic has no draft.'],
    ['agents versions critc', 1, 'The nearest: critic.'],
  ])('`crumb %s` exits with %i and says why', async (line, code, sentence) => {
    expect(await crumb(line)).toEqual({ code, out: '', err: expect.stringContaining(sentence) as string });
  });
});
