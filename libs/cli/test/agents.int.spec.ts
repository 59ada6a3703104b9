import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGateway } from './fake-gateway';

describe('crumb agents define', () => {
  const gateway = new FakeGateway();
  const folder = mkdtempSync(join(tmpdir(), 'crumb-agents-'));
  const file = join(folder, 'critic.json');
  const definition = { agent: 'critic', subscriptions: [{ schema: 'user.message.v1' }], prompt: 'Judge it.' };
  const define = (text: string | Buffer) => {
    writeFileSync(file, text);
    return gateway.crumb(['agents', 'define', file]);
  };
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => {
    rmSync(folder, { recursive: true });
    gateway.close();
  });

  test('appends the definition of a new agent, and prints its name and version', async () => {
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: 'a', version: 1, position: 9 }];
    expect(await define(JSON.stringify(definition))).toMatchObject({
      code: 0,
      out: 'Defined critic, version 1 (a).\n',
    });
    const body = JSON.parse(gateway.requests[0]?.body ?? '') as unknown;
    expect(body).toEqual({ schema_name: 'agent.def.v1', context: definition });
    gateway.requests = [];
    await define(JSON.stringify(body));
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toEqual(body);
  });

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('reads a file that an editor of Windows has saved as %s', async (_, encode) => {
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: 'a', version: 1, position: 9 }];
    await define(encode(JSON.stringify(definition)));
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toEqual({ schema_name: 'agent.def.v1', context: definition });
  });

  test('changes the version it has read, and prints which fields changed', async () => {
    const existing = { ...definition, id: 'a', version: 3, updated_at: '2026-01-01T00:00:00Z', name: 'Cara' };
    gateway.replies['GET /v1/agents'] = [200, { agents: [existing] }];
    gateway.replies['PATCH /v1/breadcrumbs/a'] = [200, { id: 'a', version: 4, position: 9 }];
    const { code, out } = await define(JSON.stringify({ ...definition, prompt: 'Praise it.', persona: 'kind' }));
    expect([code, out]).toEqual([0, 'Changed critic to version 4 (a):\n- name\n+ persona\n~ prompt\n']);
    expect(gateway.requests.map(({ line }) => line)).toEqual(['PATCH /v1/breadcrumbs/a']);
  });

  test('writes nothing where the definition is the same', async () => {
    const existing = { ...definition, id: 'a', version: 3, updated_at: '2026-01-01T00:00:00Z' };
    gateway.replies['GET /v1/agents'] = [200, { agents: [existing] }];
    expect((await define(JSON.stringify(definition))).out).toBe('critic is unchanged: version 3 (a).\n');
    expect(gateway.requests).toEqual([]);
  });

  test('takes the YAML that show prints', async () => {
    const existing = {
      ...definition,
      prompt: 'Judge it:\n- kindly',
      id: 'a',
      version: 3,
      updated_at: '2026-01-01T00:00:00Z',
    };
    gateway.replies['GET /v1/agents'] = [200, { agents: [existing] }];
    const shown = join(folder, 'critic.yaml');
    writeFileSync(shown, (await gateway.crumb(['agents', 'show', 'critic'])).out);
    expect(await gateway.crumb(['agents', 'define', shown])).toMatchObject({
      code: 0,
      out: 'critic is unchanged: version 3 (a).\n',
    });
  });

  test('fails where somebody else changed the definition meanwhile', async () => {
    const existing = { ...definition, id: 'a', version: 3, updated_at: '2026-01-01T00:00:00Z' };
    gateway.replies['GET /v1/agents'] = [200, { agents: [existing] }];
    const conflict = {
      type: 't',
      title: 'T',
      status: 412,
      detail: 'Version 3 is not the latest.',
      code: 'version_conflict',
    };
    gateway.replies['PATCH /v1/breadcrumbs/a'] = [412, conflict];
    expect(await define(JSON.stringify({ ...definition, prompt: 'x' }))).toEqual({
      code: 1,
      out: '',
      err: 'crumb: Version 3 is not the latest.\n',
    });
  });

  test('says why a file is not JSON, which schema it holds instead, and the path of what the schema refuses', async () => {
    expect(await define('{"agent": ')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^crumb: Cannot read .*critic\.json: /) as string,
    });
    expect((await define('[]')).err).toContain('must hold an object');
    expect((await define('{"schema_name":"session.v1","context":{}}')).err).toContain('holds a session.v1');
    const issues = [{ path: '/context/prompt', message: 'must be a string' }];
    const invalid = {
      type: 't',
      title: 'T',
      status: 422,
      detail: 'Invalid agent.def.v1.',
      code: 'invalid_payload',
      issues,
    };
    gateway.replies['POST /v1/breadcrumbs'] = [422, invalid];
    expect(await define(JSON.stringify({ ...definition, prompt: 1 }))).toMatchObject({
      code: 1,
      err: 'crumb: Invalid agent.def.v1. (/context/prompt must be a string)\n',
    });
  });
});
