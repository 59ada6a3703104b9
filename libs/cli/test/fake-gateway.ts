import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { Interrupts, run } from '../src';

/** A status and its JSON, or the beginning of an event stream. */
type Answer = readonly [status: number, body: unknown];

/** A terminal whose words can be read. */
export class Screen extends Writable {
  text = '';
  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const problem = { type: 't', title: 'T', status: 404, detail: 'There is nothing of this id.', code: 'not_found' };
/** What one command line came to. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A gateway that answers what a test says, and the crumb command in front of it. */
export class FakeGateway {
  answers: Record<string, Answer | string> = {};
  asked: { line: string; body: string }[] = [];
  address = '';
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      this.asked.push({ line: `${request.method} ${request.url}`, body });
      const { method, url = '' } = request;
      const known = this.answers[`${method} ${url}`] ?? this.answers[`${method} ${url.split('?')[0]}`];
      const answer = known ?? ([404, problem] as const);
      if (typeof answer === 'string')
        return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(answer);
      return response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  forget(): void {
    this.answers = {};
    this.asked = [];
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  async crumb(
    args: string[],
    how: { readonly input?: string; readonly interrupts?: Interrupts } = {},
  ): Promise<Outcome> {
    const { input = '', interrupts = new Interrupts() } = how;
    const [output, errors] = [new Screen(), new Screen()];
    const terminal = { input: Readable.from(input === '' ? [] : [Buffer.from(input)]), output, errors };
    const code = await run([...args, '--url', this.address, '--key', 'k'], terminal, interrupts);
    return { code, out: output.text, err: errors.text };
  }
}
