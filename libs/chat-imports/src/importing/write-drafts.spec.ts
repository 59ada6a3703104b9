import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Crumbtrail } from '@crumbtrail/client';
import type { Draft } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { DraftWriter } from './write-drafts';

/** As many as one commit takes. */
const BATCH = 500;

const drafts = (count: number): Draft[] =>
  Array.from({ length: count }, (_, n) => ({ schema_name: 'user.message.v1', context: { content: `message ${n}` } }));

/** A gateway that answers when it is told to. */
class SlowGateway {
  readonly open: ServerResponse[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((_request, response) => void this.open.push(response));
  }

  async listen(): Promise<Crumbtrail> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return new Crumbtrail({ url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}` });
  }

  answer(status: number, body: object): void {
    this.open.shift()?.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('the batches of an import', () => {
  let gateway: SlowGateway;
  let writer: DraftWriter;

  beforeEach(async () => {
    gateway = new SlowGateway();
    writer = new DraftWriter(await gateway.listen(), () => undefined);
  });
  afterEach(() => gateway.close());

  it('are filled while the one before is stored, and sent one after the other', async () => {
    await writer.add(drafts(2 * BATCH));
    await eventually(() => gateway.open.length === 1);
    expect(writer.stored).toBe(0);
    const rest = writer.add(drafts(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(gateway.open).toHaveLength(1);
    gateway.answer(201, { breadcrumbs: [] });
    await rest;
    await eventually(() => gateway.open.length === 1);
    expect(writer.stored).toBe(BATCH);
    gateway.answer(201, { breadcrumbs: [] });
    const end = writer.flush();
    await eventually(() => writer.stored === 2 * BATCH && gateway.open.length === 1);
    gateway.answer(201, { breadcrumbs: [] });
    await end;
    expect(writer.stored).toBe(2 * BATCH + 1);
  });

  it('end with the first one that could not be stored, at the next one', async () => {
    await writer.add(drafts(BATCH + 1));
    await eventually(() => gateway.open.length === 1);
    gateway.answer(503, { code: 'unavailable', title: 'Unavailable', status: 503, detail: 'The store is away.' });
    await expect(writer.flush()).rejects.toThrow('The store is away.');
    expect([writer.stored, gateway.open.length]).toEqual([0, 0]);
  });
});
