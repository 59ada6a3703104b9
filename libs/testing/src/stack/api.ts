/** A response of the gateway. */
export interface ApiResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** How one request is made. */
export interface ApiRequestOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout_ms?: number;
}

/** Thrown by the short forms for any status of 400 and above. */
export class ApiRefusal extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    readonly body: unknown,
    what: string,
  ) {
    super(`${what} was refused with ${status}: ${JSON.stringify(body)}`);
  }
}

/** The HTTP API by plain fetch. */
export class Api {
  constructor(
    readonly url: string,
    private readonly key: () => string | undefined,
  ) {}

  /** Sends any request and returns any response. A string or bytes as body are sent unchanged, anything else as JSON. */
  async request<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    o: ApiRequestOptions = {},
  ): Promise<ApiResponse<Body>> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const key = o.key ?? this.key();
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...o.headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(o.timeout_ms ?? 15_000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parseBody(text) as Body };
  }

  async get<Body>(path: string, o?: ApiRequestOptions): Promise<Body> {
    return this.expect<Body>('GET', path, { o });
  }

  async post<Body>(path: string, body: unknown, o?: ApiRequestOptions): Promise<Body> {
    return this.expect<Body>('POST', path, { body, o });
  }

  private async expect<Body>(
    method: string,
    path: string,
    { body, o }: { body?: unknown; o?: ApiRequestOptions | undefined },
  ): Promise<Body> {
    const answer = await this.request<Body>(method, path, body, o);
    if (answer.status >= 400) throw new ApiRefusal(answer.status, answer.body, `${method} ${path}`);
    return answer.body;
  }
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
