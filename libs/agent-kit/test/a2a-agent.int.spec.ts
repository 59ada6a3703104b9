import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OfflineModel } from '@crumbtrail/models';
import type { ModelReply } from '@crumbtrail/prompting';
import { ConnectedModels } from '../src/service/connected-models';
import { SILENT } from '../src/service/measured-model';
import type { RemoteKeys } from '../src/service/options';
import { RemoteAgents, type RemoteModel } from '../src/service/remote/remote-agents';

/** A server of A2A by HTTP alone, which keeps the key of each request. */
class Host {
  readonly requests: { readonly path: string; readonly key: string | undefined }[] = [];
  private readonly server: Server = createServer();

  /** `interfaces`: the origin that its card names for questions. Default: its own. */
  static async start(interfaces?: string): Promise<Host> {
    const host = new Host();
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    host.serve(interfaces ?? host.origin);
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(interfaces: string): void {
    const supportedInterfaces = [{ url: `${interfaces}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] };
    const about = { name: 'Roofer', description: 'Mends roofs', version: '1', skills: [] };
    const card = { ...about, ...modes, supportedInterfaces, capabilities: { streaming: true } };
    this.server.on('request', (request, response) => {
      const path = request.url ?? '';
      this.requests.push({ path, key: request.headers.authorization });
      if (path === '/moved') return response.writeHead(302, { location: `${interfaces}/card.json` }).end();
      if (path === '/card.json') return response.end(JSON.stringify(card));
      void readJson(request).then(({ id, method }) => {
        if (method !== 'SendStreamingMessage') {
          const error = { code: -32601, message: 'Method not found' };
          response.setHeader('content-type', 'application/json');
          return response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        }
        const message = { messageId: 'answer', role: 'ROLE_AGENT', parts: [{ text: '900 euros.' }] };
        response.setHeader('content-type', 'text/event-stream');
        return response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { message } })}\n\n`);
      });
      return undefined;
    });
  }
}

async function readJson(request: IncomingMessage): Promise<{ id?: unknown; method?: unknown }> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as { id?: unknown; method?: unknown };
}

describe('an agent elsewhere', () => {
  let other: Host;
  let host: Host;
  beforeEach(async () => {
    other = await Host.start();
    host = await Host.start(other.origin);
  });
  afterEach(() => Promise.all([host.close(), other.close()]));

  /** Asks the agent whose card is there, in a workspace where `default` and `team` may reach the network inside. */
  const ask = (workspace: string, url: string): Promise<ModelReply> => {
    const a2aKeys: RemoteKeys = {
      default: { [`${host.origin}/card.json`]: 'secret', [`${host.origin}/moved`]: 'secret' },
    };
    const options = {
      recipient: 'pool',
      claimTtlMs: 1,
      seen: { openai_key: false, openrouter_key: false },
      connections: { privateWorkspaces: ['default', 'team'], a2aKeys },
    };
    const ends = { watch: () => ({ ended: new AbortController().signal, stop: () => undefined }) };
    const agents = new RemoteAgents(new ConnectedModels(new OfflineModel(), options), ends, options);
    const definition = { runner: 'a2a' as const, remote: { url } };
    const turn = { workspace, agent: 'roofer', session: 'roof', turn_id: 'turn-1', steps: [], definition };
    const request = { messages: [{ role: 'user' as const, content: 'My roof leaks.' }] };
    const found = agents.of(turn, { isFirst: true }) as RemoteModel;
    return found.model.generate(request, SILENT, new AbortController().signal);
  };

  it('gets its key at the origin of its card, and no other origin that the card names gets it', async () => {
    expect(await ask('default', `${host.origin}/card.json`)).toMatchObject({ content: '900 euros.', attempts: 1 });
    expect(host.requests).toEqual([{ path: '/card.json', key: 'Bearer secret' }]);
    expect(other.requests.map(({ path }) => path)).toContain('/rpc');
    expect(other.requests.filter(({ key }) => key !== undefined)).toEqual([]);
  });

  it('gets its key with every request, where its card names its own origin', async () => {
    await host.close();
    host = await Host.start();
    expect(await ask('default', `${host.origin}/card.json`)).toMatchObject({ content: '900 euros.' });
    expect(host.requests.map(({ path }) => path)).toContain('/rpc');
    expect(host.requests.filter(({ key }) => key !== 'Bearer secret')).toEqual([]);
  });

  it('gets no key of another workspace', async () => {
    expect(await ask('team', `${host.origin}/card.json`)).toMatchObject({ content: '900 euros.' });
    expect(host.requests).toEqual([{ path: '/card.json', key: undefined }]);
  });

  it('is not followed to where it redirects', async () => {
    expect(await ask('default', `${host.origin}/moved`)).toMatchObject({ content: '', failure: { code: 'refused' } });
    expect(host.requests).toEqual([{ path: '/moved', key: 'Bearer secret' }]);
    expect(other.requests).toEqual([]);
  });

  it.each([
    ['an address', (origin: string) => origin],
    ['a name', (origin: string) => origin.replace('127.0.0.1', 'localhost')],
  ])(
    'is not reached inside the network by %s for a workspace that the installation does not allow to',
    async (_what, place) => {
      const message = expect.stringContaining('is not a public address') as string;
      const reply = await ask('guests', `${place(host.origin)}/card.json`);
      expect(reply).toMatchObject({ content: '', attempts: 1, failure: { code: 'refused', message } });
      expect([host.requests, other.requests]).toEqual([[], []]);
    },
  );
});
