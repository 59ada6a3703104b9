import { fillPath, type RouteReply, type RouteRequest } from '@crumbtrail/contracts/http/define-route';
import type { RouteTable } from '@crumbtrail/contracts/http/routes';
import { ApiError, type ProblemDetails, UnreachableError } from './errors';

/** Where the gateway is, and the key to use. */
export interface GatewayAddress {
  readonly url: string;
  readonly key?: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** A route by its method and path, like `GET /v1/breadcrumbs/:id`. */
export type RouteName = keyof RouteTable;

/** What is sent to a route. */
export type RequestTo<Name extends RouteName> = RouteRequest<RouteTable[Name]>;

/** What a route replies. */
export type ReplyFrom<Name extends RouteName> = RouteReply<RouteTable[Name]>;

/** A request to any route. Query parameters that are undefined are left out; lists are joined with commas. */
interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: number;
  readonly accept?: string;
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const withoutUndefined = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

function urlOf(base: string, path: string, { params = {}, query = {} }: AnyRequest): URL {
  const filled = fillPath(path, (name) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(filled.slice(1), base.endsWith('/') ? base : `${base}/`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, [value].flat().join(','));
  }
  return url;
}

const headersOf = ({ key }: GatewayAddress, request: AnyRequest): Record<string, string> =>
  withoutUndefined({
    authorization: key === undefined ? undefined : `Bearer ${key}`,
    'content-type': request.body === undefined ? undefined : 'application/json',
    accept: request.accept,
    'Idempotency-Key': request.idempotencyKey,
    'If-Match': request.ifMatch === undefined ? undefined : `"${request.ifMatch}"`,
    'Last-Event-ID': request.lastEventId,
  });

async function readError(response: Response): Promise<Error> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const message = `${response.url} replied with status ${response.status}, but not like a Crumbtrail gateway.`;
  try {
    const problem = JSON.parse(text) as ProblemDetails;
    return typeof problem.code === 'string' ? new ApiError(problem, retryAfter) : new UnreachableError(message);
  } catch (error) {
    return new UnreachableError(message, { cause: error });
  }
}

/** Sends a request; rejects with {@link ApiError} on an error reply and {@link UnreachableError} if no gateway replies. */
export async function send(gateway: GatewayAddress, name: RouteName, request: AnyRequest): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const { body, signal } = request;
  const init = {
    method,
    headers: headersOf(gateway, request),
    ...(signal ? { signal } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const url = urlOf(gateway.url, path, request).href;
  const response = await (gateway.fetch ?? fetch)(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new UnreachableError(
      `Nothing answers at ${gateway.url}. Is Crumbtrail running? \`npx crumbtrail\` starts it, or in a clone \`npm start\`.`,
      { cause: error },
    );
  });
  if (!response.ok) throw await readError(response);
  return response;
}

/** Calls a route and reads its JSON reply. Types follow from the route's declaration; a wrong path does not compile. */
export async function call<Name extends RouteName>(
  gateway: GatewayAddress,
  name: Name,
  request: RequestTo<Name>,
): Promise<ReplyFrom<Name>> {
  const response = await send(gateway, name, request as AnyRequest);
  return (await response.json()) as ReplyFrom<Name>;
}
