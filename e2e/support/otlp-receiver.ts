import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean } & {
  arrayValue?: { values?: Value[] };
};
type Attributes = readonly { readonly key: string; readonly value: Value }[];

interface RawSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes?: Attributes;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number; readonly message?: string };
}

interface RawBatch {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: Attributes };
    readonly scopeSpans?: readonly { readonly spans?: readonly RawSpan[] }[];
  }[];
}

/** One span as a service sent it. */
export interface SeenSpan {
  readonly service: string;
  readonly trace: string;
  readonly id: string;
  /** Empty for the root of a trace. */
  readonly parent: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failed: boolean;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

function plain(value: Value): unknown {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(plain);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}

const table = (attributes: Attributes = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

function spansOf(batch: RawBatch): SeenSpan[] {
  return (batch.resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) => {
    const service = String(table(resource?.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        service,
        trace: span.traceId,
        id: span.spanId,
        parent: span.parentSpanId ?? '',
        name: span.name,
        kind: KINDS[span.kind] ?? 'internal',
        attributes: table(span.attributes),
        links: span.links ?? [],
        failed: span.status?.code === 2,
      })),
    );
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** A collector that accepts OTLP over HTTP as JSON, and records every span and every request body. */
export class OtlpReceiver {
  readonly spans: SeenSpan[] = [];
  /** Every request body as received. */
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const receiver = new OtlpReceiver(server);
    server.on('request', (request: IncomingMessage, response) => {
      void bodyOf(request).then((body) => {
        receiver.bodies.push(body);
        if (request.url === '/v1/traces') receiver.spans.push(...spansOf(JSON.parse(body) as RawBatch));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** The environment that makes every service send its spans here without delay. */
  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
  }

  in(trace: string | undefined): SeenSpan[] {
    return this.spans.filter((span) => span.trace === trace);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
