import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAiEmbedder } from '../src/search/embedders/openai-embedder';

/** Serves POST /embeddings: one vector per text, computed from the lengths of its words; fails on request. */
export class EmbeddingServer {
  readonly asked: string[][] = [];
  /** Calls that have come in. */
  heard = 0;
  status = 200;
  /** Calls that are answered before the server goes away. */
  patience = Infinity;
  /** Refuses any call that holds this text. */
  poison: string | null = null;
  /** Vectors that it gives to some texts instead of theirs. */
  readonly odd = new Map<string, readonly (number | null)[]>();
  private silence: Promise<void> = Promise.resolve();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void bodyOf(request).then(async (text) => {
        this.heard += 1;
        await this.silence;
        const { input, model } = JSON.parse(text) as { input: string[]; model: string };
        const status = this.poison !== null && input.includes(this.poison) ? 400 : this.statusNow();
        if (status === 200) this.asked.push(input);
        const more = model === 'wide' ? [1] : [];
        const data = input
          .map((one, index) => ({
            index,
            embedding: this.odd.get(one) ?? [one.length, one.split(' ').length, 1, ...more],
          }))
          .reverse();
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
      });
    });
  }

  /** Stops responding until it is released. */
  hush(): () => void {
    let speak = (): void => undefined;
    this.silence = new Promise<void>((resolve) => (speak = resolve));
    return speak;
  }

  private statusNow(): number {
    this.patience -= 1;
    return this.patience < 0 ? 503 : this.status;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  embedder(model = 'small'): OpenAiEmbedder {
    const { port } = this.server.address() as AddressInfo;
    return new OpenAiEmbedder({ baseUrl: `http://127.0.0.1:${port}/v1/`, model, attempts: 2, backoffMs: 1 });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
