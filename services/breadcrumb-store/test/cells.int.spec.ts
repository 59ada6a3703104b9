import { CrumbStore } from '@crumbtrail/bus';
import { AgentDef, AgentResponse, ListWorkspaces, singletonId, UserMessage } from '@crumbtrail/contracts';
import { CreateWebhook, LeaseWebhook, ListWebhooks } from '@crumbtrail/contracts/operations/webhooks';
import { eventually } from '@crumbtrail/testing';
import type { ServiceUnderTest } from './service-under-test';
import { message } from './store-under-test';
import { claimTurn, OWN_AGENT, refusal, Tenant, TwoCells } from './two-cells';

jest.setTimeout(120_000);

let cells: TwoCells;
let home: ServiceUnderTest;
let eu: ServiceUnderTest;

beforeAll(async () => {
  cells = await TwoCells.start();
  ({ home, eu } = cells);
});
afterAll(() => cells.stop());

describe('a workspace that moves to another cell', () => {
  it('is there whole, with its keys, positions and cursors, and no longer where it was', async () => {
    const tenant = await Tenant.create(home, 'whole');
    for (let n = 0; n < 30; n += 1) await tenant.say(home, `message ${n}`);
    const { position } = await (
      await tenant.in(home)
    )
      .list({ limit: 1 })
      .then(({ crumbs }) => crumbs[0] as { position: number });
    await cells.untilIndexed('home', position);
    const before = await (await tenant.in(home)).events({ cursor: 'start', limit: 10 });
    expect(before.events).toHaveLength(10);
    const cursor = before.complete_through;
    const checksum = await tenant.checksum(home);
    const moved = await tenant.move(home, 'eu');
    expect(moved).toMatchObject({ workspace: 'whole', cell: 'eu', rows: { crumb_event: 30, crumb: 30, chunk: 30 } });
    expect(await tenant.checksum(eu)).toBe(checksum);
    expect(await tenant.texts(eu)).toHaveLength(30);
    const rest = await (await tenant.in(eu)).events({ cursor, limit: 100 });
    expect(rest.events).toHaveLength(30 - before.events.length);
    expect(await refusal(tenant.texts(home))).toBe('unauthenticated');
    const service = await home.as('conductor', {}, 'whole');
    await expect(service.list({})).rejects.toMatchObject({
      code: 'not_found',
      message: 'The workspace whole is in the cell eu.',
    });
    const names = async (cell: ServiceUnderTest): Promise<string[]> => {
      const operator = await cell.as('gateway', { key: cell.key });
      return (await operator.request(ListWorkspaces, {})).workspaces.map(({ name }) => name);
    };
    expect(await names(home)).not.toContain('whole');
    expect(await names(eu)).toContain('whole');
  });

  it('goes on there after the highest position of both cells, is found by its words, and comes back', async () => {
    const tenant = await Tenant.create(home, 'there-and-back');
    await tenant.say(home, 'the zeppelin lands');
    await tenant.move(home, 'eu');
    const { id } = await tenant.say(eu, 'the zeppelin starts');
    const found = async (cell: ServiceUnderTest): Promise<number> =>
      (await (await tenant.in(cell)).search({ query: 'zeppelin', mode: 'text', limit: 10 })).results.length;
    expect(await found(eu)).toBe(2);
    await (await tenant.in(eu)).commit({ writes: [{ op: 'erase', id, if_match: 1 }] });
    await tenant.say(eu, 'the zeppelin is late');
    const { events } = await (await tenant.in(eu)).events({ cursor: 'start', limit: 100 });
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    await tenant.move(eu, 'home');
    expect(await found(home)).toBe(2);
    expect(await tenant.texts(home)).toEqual(['the zeppelin is late', 'the zeppelin lands']);
    await tenant.say(home, 'the zeppelin rests');
    expect(await found(home)).toBe(3);
  });

  it('takes its webhooks along with their secrets and positions: they are delivered there, and no longer here', async () => {
    const tenant = await Tenant.create(home, 'webhooks');
    const url = 'https://example.org/events';
    const request = { name: 'orders', url, filter: {}, sealed_secret: 'sealed-for-webhooks' };
    const created = await (await tenant.in(home)).request(CreateWebhook, request);
    await tenant.say(home, 'one');
    await tenant.move(home, 'eu');
    const { webhooks } = await (await tenant.in(eu)).request(ListWebhooks, {});
    expect(webhooks).toEqual([created]);
    const lease = async (cell: ServiceUnderTest) =>
      (await cell.as('gateway')).request(LeaseWebhook, { lease_ms: 60_000 });
    expect(await lease(home)).toEqual({ any: false });
    const leased = await lease(eu);
    expect(leased.lease).toMatchObject({ workspace: 'webhooks', events: [{ schema_name: UserMessage.name }] });
    expect(await cells.find('home', 'sealed-for-webhooks')).toEqual([]);
  });

  it('keeps a definition that was changed in the other cell', async () => {
    const tenant = await Tenant.create(home, 'definitions');
    const operator = await tenant.in(home);
    await operator.commit({
      writes: [{ op: 'create', draft: { schema_name: AgentDef.name, context: { ...OWN_AGENT } } }],
    });
    const id = singletonId('definitions', 'agent', 'own');
    const prompt = async (cell: ServiceUnderTest): Promise<unknown> =>
      (await (await tenant.in(cell)).list({ schema: AgentDef.name })).crumbs.map(
        (crumb) => 'context' in crumb && crumb.context['prompt'],
      );
    expect(await prompt(home)).toEqual(['p']);
    const { position } = await operator.list({ schema: AgentDef.name });
    await tenant.move(home, 'eu');
    const patch = { context: { ...OWN_AGENT, prompt: 'q' } };
    await (await tenant.in(eu)).commit({ writes: [{ op: 'update', id, if_match: 1, patch }] });
    await tenant.move(eu, 'home');
    const since = await (await tenant.in(home)).list({ schema: AgentDef.name, if_changed_since: position });
    expect(since.crumbs).toMatchObject([{ context: { prompt: 'q' } }]);
    expect(await prompt(home)).toEqual(['q']);
  });

  it('keeps a definition that was changed in the other cell while the log of this one went ahead of it', async () => {
    const tenant = await Tenant.create(home, 'went-ahead');
    const operator = await tenant.in(home);
    const draft = { schema_name: AgentDef.name, context: { ...OWN_AGENT } };
    await operator.commit({ writes: [{ op: 'create', draft }] });
    await tenant.move(home, 'eu');
    const context = { ...OWN_AGENT, prompt: 'q' };
    const update = {
      op: 'update' as const,
      id: singletonId('went-ahead', 'agent', 'own'),
      if_match: 1,
      patch: { context },
    };
    const since = (await (await tenant.in(eu)).list({ schema: AgentDef.name })).position;
    const { results } = await (await tenant.in(eu)).commit({ writes: [update] });
    const others = await home.as('gateway', { key: home.key });
    for (let position = 0; position <= (results[0]?.position ?? 0);)
      position =
        (await others.commit({ writes: [{ op: 'create', draft: message('ahead') }] })).results[0]?.position ?? 0;
    await tenant.move(eu, 'home');
    const changed = await (await tenant.in(home)).list({ schema: AgentDef.name, if_changed_since: since });
    expect(changed.crumbs).toMatchObject([{ context: { prompt: 'q' } }]);
  });

  it('loses no message and doubles none while people write', async () => {
    const tenant = await Tenant.create(home, 'busy');
    const said: string[] = [];
    let cell = home;
    let isOver = false;
    const write = async (client: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const content = `client ${client} message ${n}`;
        for (let done = false; !done;) {
          const answer = await refusal(tenant.say(cell, content));
          done = answer === 'accepted';
          if (!done) expect(['moving', 'unauthenticated']).toContain(answer);
        }
        said.push(content);
      }
    };
    const clients = [0, 1, 2, 3].map(write);
    await eventually(() => said.length > 50);
    const moving = tenant.move(home, 'eu');
    await eventually(
      async () => {
        if ((await refusal(tenant.texts(eu))) === 'accepted') cell = eu;
        return cell === eu;
      },
      { withinMs: 30_000 },
    );
    await moving;
    const before = said.length;
    await eventually(() => said.length > before + 20);
    isOver = true;
    await Promise.all(clients);
    expect((await tenant.said(eu)).sort()).toEqual([...said].sort());
  });
});

describe('the work of agents', () => {
  it('ends before the workspace moves, while people wait and read', async () => {
    const { tenant, answer } = await claimTurn(home, 'drained');
    const moving = tenant.move(home, 'eu');
    await tenant.untilPeopleWait(home);
    expect(await tenant.texts(home)).toContain('work');
    await answer();
    await expect(moving).resolves.toMatchObject({ cell: 'eu' });
    const { crumbs } = await (await tenant.in(eu)).list({ schema: AgentResponse.name });
    expect(crumbs).toMatchObject([{ context: { content: 'done' } }]);
  });

  it('that does not end in time keeps the workspace where it is', async () => {
    const { tenant, turn } = await claimTurn(home, 'kept');
    await expect(tenant.move(home, 'eu', 300)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`works on turn:${turn}`),
    });
    await tenant.say(home, 'still here');
    expect(await tenant.texts(home)).toContain('still here');
    expect(await refusal(tenant.texts(eu))).toBe('unauthenticated');
  });
});

describe('the log of the other cell', () => {
  it('delivers and indexes its own events while a workspace with higher positions arrives, and none of that twice', async () => {
    const { tenant, answer } = await claimTurn(home, 'higher');
    const other = new CrumbStore(await eu.bus('conductor'));
    for (let position = 0; position <= (await other.status()).head;) {
      const { id } = await tenant.say(home, 'old');
      position = (await (await tenant.in(home)).readOne(UserMessage, id))?.position ?? 0;
    }
    const received: string[] = [];
    const bus = await eu.bus('gateway');
    bus.subscribeEvents('higher', ({ id }) => received.push(id));
    bus.subscribeEvents('default', ({ id }) => received.push(id));
    const moving = tenant.move(home, 'eu');
    await tenant.untilPeopleWait(home);
    const operator = await eu.as('gateway', { key: eu.key });
    const own: string[] = [];
    for (const word of ['quagga', 'dodo']) {
      const { results } = await operator.commit({ writes: [{ op: 'create', draft: message(`a ${word} grazes`) }] });
      own.push(results[0]?.id ?? '');
      await eventually(
        async () => (await operator.search({ query: word, mode: 'text', limit: 5 })).results.length === 1,
      );
      await cells.untilIndexed('eu', results[0]?.position ?? 0);
    }
    await answer();
    await moving;
    const { id } = await tenant.say(eu, 'new');
    await eventually(() => received.includes(id));
    expect(received).toEqual([...own, id]);
  });
});
