import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { Interrupts, run } from '../src';

/** A status code and a JSON body. */
type JsonReply = readonly [status: number, body: unknown];

/** An output stream that records what is written. */
export class Screen extends Writable {
  text = '';
  override _write(chunk: Buffer, _: unknown, callback: () => void): void {
    this.text += chunk.toString();
    callback();
  }
}

const problem = {
  type: 't',
  title: 'T',
  status: 404,
  detail: 'Not found: no breadcrumb with this ID.',
  code: 'not_found',
};
const NO_AGENTS = { 'GET /v1/agents': [200, { agents: [] }] } as const;

/** The exit code and the outputs of one command line. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `columns`: on a terminal of this width. `screen` and `errors` receive the outputs as they are written. */
interface CommandOptions {
  readonly input?: string | Buffer;
  readonly interrupts?: Interrupts;
  readonly columns?: number;
  readonly screen?: Screen;
  readonly errors?: Screen;
}

/** Runs a command line. */
export async function runCrumb(
  args: readonly string[],
  {
    input = '',
    interrupts = new Interrupts(),
    columns,
    screen = new Screen(),
    errors = new Screen(),
  }: CommandOptions = {},
): Promise<CommandOutcome> {
  const output = columns === undefined ? screen : Object.assign(screen, { isTTY: true, columns });
  const terminal = { input: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]), output, errors };
  const code = await run(args, terminal, interrupts);
  return { code, out: output.text, err: errors.text };
}

/** An HTTP server with scripted replies, and the crumb command that talks to it. */
export class FakeGateway {
  /** Replies by method and path, with or without query; a string is the start of an event stream, `ends` a whole one, a function decides by the body. Others are 404. */
  replies: Record<
    string,
    JsonReply | string | { readonly ends: string } | ((body: string) => JsonReply | Promise<JsonReply>)
  > = {
    ...NO_AGENTS,
  };
  /** All requests but those for the names of agents, which most commands send. */
  requests: { line: string; body: string }[] = [];
  address = '';
  /** The Authorization headers of the requests. */
  keys: (string | undefined)[] = [];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url}`;
      if (!line.startsWith('GET /v1/agents')) {
        this.requests.push({ line, body });
        this.keys.push(request.headers.authorization);
      }
      const { method, url = '' } = request;
      const scripted = this.replies[`${method} ${url}`] ?? this.replies[`${method} ${url.split('?')[0]}`];
      const found = scripted ?? ([404, problem] as const);
      void Promise.resolve(typeof found === 'function' ? found(body) : found).then((reply) => {
        if (typeof reply === 'string')
          return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(reply);
        if ('ends' in reply) return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(reply.ends);
        return response.writeHead(reply[0], { 'content-type': 'application/json' }).end(JSON.stringify(reply[1]));
      });
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The body of the first request with this method and path; undefined when there was none. */
  sent(line: string): unknown {
    const found = this.requests.find((one) => one.line === line);
    return found && (JSON.parse(found.body) as unknown);
  }

  reset(): void {
    this.replies = { ...NO_AGENTS };
    this.requests = [];
    this.keys = [];
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Runs a command line with the URL of this gateway, and a key. */
  crumb(args: readonly string[], options: CommandOptions = {}): Promise<CommandOutcome> {
    return runCrumb([...args, '--url', this.address, '--key', 'k'], options);
  }
}
