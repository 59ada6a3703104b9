import { FakeGateway } from './fake-gateway';

const scene = {
  id: 's',
  version: 3,
  schema_name: 'scene.v1',
  context: {
    session: 'inn',
    scenario: 'A tavern.',
    note: { text: 'Be brief.', depth: 2, scan: true },
    injections: [{ id: 'storm', text: 'A storm begins.', turns: 1, depth: 0 }],
    lore: { books: ['harbour'], scan_depth: 4 },
  },
};
const ofAgent = { ...scene, id: 'a', version: 7, context: { agent: 'ann', scenario: 'A tower.' } };
const books = ['harbour', 'valley'].map((name) => ({
  ...scene,
  id: name,
  schema_name: 'lore.book.v1',
  context: { name },
}));
const POST = 'POST /v1/breadcrumbs';
const PATCH = 'PATCH /v1/breadcrumbs/s';

describe('crumb scene', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  const sent = gateway.sent.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [ofAgent, scene, ...books], position: 9 }];
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'ann' }, { agent: 'bob' }] }];
    gateway.replies[PATCH] = [200, { id: 's', version: 4, position: 9 }];
    gateway.replies[POST] = [201, { id: 'n', version: 1, position: 9 }];
  });
  afterAll(() => gateway.close());

  test('show: prints the texts of exactly this scope with their places, or that there is none', async () => {
    const { out } = await crumb(['scene', 'show', '-s', 'inn']);
    expect(out).toMatch(/^scene of session inn\n\nwhat +place +text\nscenario +A tavern\.\n/);
    expect(out).toMatch(/\nnote +depth 2 +Be brief\.\ninjection storm +depth 0, for 1 answer +A storm begins\.\n/);
    expect(out).toMatch(/\nlore +harbour \{"scan_depth":4\}\n$/);
    expect((await crumb(['scene', 'show', '-a', 'ann'])).out).toMatch(/^scene of agent ann\n[^]*A tower\./);
    expect(await crumb(['scene', 'show', '-s', 'inn', '-a', 'ann'])).toMatchObject({
      code: 0,
      out: 'No scene of agent ann in session inn. Write one with crumb scene set.\n',
    });
  });

  test('set: changes what is named in the version that it has read, and keeps the rest', async () => {
    const both = ['--book', 'harbour', '--book', 'valley'];
    await crumb(['scene', 'set', '-s', 'inn', '--note', 'Be kind.', '--note-interval', '3', '--no-scenario', ...both]);
    expect(sent(PATCH)).toEqual({
      context: {
        session: 'inn',
        note: { text: 'Be kind.', depth: 2, scan: true, interval: 3 },
        injections: scene.context.injections,
        lore: { books: ['harbour', 'valley'], scan_depth: 4 },
      },
    });
    gateway.requests = [];
    await crumb(['scene', 'set', '-s', 'inn', '--no-note', '--no-book']);
    expect(sent(PATCH)).toEqual({
      context: {
        session: 'inn',
        scenario: 'A tavern.',
        injections: scene.context.injections,
        lore: { scan_depth: 4 },
      },
    });
  });

  test('set: creates the scene of a scope that has none; a place needs a note', async () => {
    await crumb(['scene', 'set', '-a', 'bob', '--scenario', 'A cave.', '--book', 'harbour']);
    expect(sent(POST)).toEqual({
      schema_name: 'scene.v1',
      context: { agent: 'bob', scenario: 'A cave.', lore: { books: ['harbour'] } },
    });
    gateway.requests = [];
    expect(await crumb(['scene', 'set', '-a', 'bob', '--note-depth', '2'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('need a note') as string,
    });
    expect((await crumb(['scene', 'set', '-s', 'inn', '--note-depth', 'deep'])).code).toBe(2);
    expect(sent(POST)).toBeUndefined();
    expect(sent(PATCH)).toBeUndefined();
  });

  test('set: an agent or a book that does not exist is refused with the nearest names', async () => {
    expect((await crumb(['scene', 'set', '-a', 'bobby', '--note', 'Hi.'])).err).toMatch(
      /No agent "bobby"[^]*The nearest: bob\./,
    );
    expect((await crumb(['scene', 'set', '-s', 'inn', '--book', 'habour'])).err).toMatch(
      /No book "habour"[^]*The nearest: harbour\./,
    );
    expect([sent(POST), sent(PATCH)]).toEqual([undefined, undefined]);
  });

  test('inject and remove: add a text, replace the one with the same id, and name those that exist', async () => {
    const more = ['--depth', '1', '--role', 'user', '--turns', '2'];
    await crumb(['scene', 'inject', 'guest', 'Bob enters.', '-s', 'inn', ...more]);
    const guest = { id: 'guest', text: 'Bob enters.', depth: 1, role: 'user', turns: 2 };
    const { injections } = scene.context;
    expect(sent(PATCH)).toEqual({ context: { ...scene.context, injections: [...injections, guest] } });
    gateway.requests = [];
    await crumb(['scene', 'inject', 'storm', 'It ends.', '-s', 'inn']);
    expect(sent(PATCH)).toEqual({ context: { ...scene.context, injections: [{ id: 'storm', text: 'It ends.' }] } });
    gateway.requests = [];
    await crumb(['scene', 'remove', 'storm', '-s', 'inn']);
    const { injections: _removed, ...rest } = scene.context;
    expect(sent(PATCH)).toEqual({ context: rest });
    expect(await crumb(['scene', 'remove', 'stork', '-s', 'inn'])).toMatchObject({
      code: 1,
      err: 'crumb: The scene has no injection stork. It has: storm.\n',
    });
  });

  test('a change that somebody else has overtaken fails with what the gateway says', async () => {
    const detail = 'Version 3 is not the latest.';
    gateway.replies[PATCH] = [412, { type: 't', title: 'T', status: 412, detail, code: 'version_conflict' }];
    expect(await crumb(['scene', 'set', '-s', 'inn', '--scenario', 'x'])).toMatchObject({
      code: 1,
      err: `crumb: ${detail}\n`,
    });
  });
});
