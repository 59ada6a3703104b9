import { type ProblemDetails, ApiError, UnreachableError } from './refusal';

/** Where the gateway is, and the key to ask with. */
export interface GatewayAddress {
  readonly url: string;
  readonly key?: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** One request. Parameters that are undefined are left out; lists are joined with commas. */
export interface Asked {
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** What came back. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

const present = <T>(entries: [string, T | undefined][]): [string, T][] =>
  entries.filter((entry): entry is [string, T] => entry[1] !== undefined);

function address(base: string, path: string, query: Asked['query'] = {}): string {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`);
  for (const [name, value] of present(Object.entries(query))) url.searchParams.set(name, [value].flat().join(','));
  return url.href;
}

async function refusal(response: Response): Promise<Error> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  try {
    const problem = JSON.parse(text) as ProblemDetails;
    if (typeof problem.code === 'string') return new ApiError(problem, retryAfter);
  } catch (error) {
    return new UnreachableError(`${response.url} answered ${response.status}, and not as a gateway does.`, {
      cause: error,
    });
  }
  return new UnreachableError(`${response.url} answered ${response.status}, and not as a gateway does.`);
}

/** Sends a request; rejects with {@link ApiError} when it is refused and {@link UnreachableError} when nobody answers. */
export async function send(door: GatewayAddress, method: string, path: string, asked: Asked = {}): Promise<Response> {
  const { body, query, headers = {}, signal } = asked;
  const all = {
    ...(door.key === undefined ? {} : { authorization: `Bearer ${door.key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(present(Object.entries(headers))),
  };
  const init = {
    method,
    headers: all,
    ...(signal ? { signal } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await (door.fetch ?? fetch)(address(door.url, path, query), init).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new UnreachableError(`Nothing answers at ${door.url}. Is Crumbtrail running? \`npm start\` starts it.`, {
      cause: error,
    });
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Sends a request and reads the JSON that comes back. */
export async function sendJson<T>(
  door: GatewayAddress,
  method: string,
  path: string,
  asked?: Asked,
): Promise<Answer<T>> {
  const response = await send(door, method, path, asked);
  return { status: response.status, body: (await response.json()) as T };
}
