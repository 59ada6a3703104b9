import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import type {
  RouteBody,
  RouteDeclaration,
  RouteParams,
  RouteQuery,
  RouteReply,
} from '@crumbtrail/contracts/http/define-route';
import type { Request } from 'express';
import type { z } from 'zod';
import { describeRoute } from '../openapi/describe-route';
import { type Caller, readCaller } from './caller';
import { parseIdempotencyKey, parseIfMatch } from './entity-tag';
import { parseParam, parseShape, refuseUnsafe, requireBody } from './parse-shape';

const ROUTE = 'crumbtrail:route';

/** What a handler receives: the caller, and the validated parts of the request that its route declares. */
export interface RouteInput<Route> {
  readonly caller: Caller;
  readonly params: RouteParams<Route>;
  readonly query: RouteQuery<Route>;
  readonly body: RouteBody<Route>;
  readonly idempotencyKey: string | undefined;
  /** The version in If-Match. Only set if the route declares `ifMatch`. */
  readonly ifMatch: Route extends { readonly ifMatch: true } ? number : undefined;
}

/** How a handler differs from the declaration of its route. */
export interface RouteOptions<Route> {
  /** Validates the body instead of its declared shape. Receives parsed JSON. */
  readonly parseBody?: (body: unknown) => RouteBody<Route>;
}

interface RegisteredRoute {
  readonly route: RouteDeclaration;
  readonly parseBody?: (body: unknown) => unknown;
}

type Handler<Route extends RouteDeclaration> = (
  input: RouteInput<Route>,
  ...rest: never[]
) => Promise<RouteReply<Route> | void>;

/** Registers a method as the handler of a declared route, in Nest and in OpenAPI. It receives its input through `@Input()`. */
export function Route<const Declared extends RouteDeclaration>(
  route: Declared,
  options: RouteOptions<Declared> = {},
): <Method extends Handler<Declared>>(target: object, key: string, method: TypedPropertyDescriptor<Method>) => void {
  return applyDecorators(
    RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
    HttpCode(Number(Object.keys(route.replies)[0])),
    SetMetadata(ROUTE, { route, ...options }),
    describeRoute(route),
  );
}

/** The body is parsed last, so that a missing key or header is reported before a bad body. */
function readInput({ route, parseBody }: RegisteredRoute, request: Request): object {
  const caller = readCaller(request);
  const ifMatch = route.ifMatch ? parseIfMatch(request.headers['if-match']) : undefined;
  const idempotencyKey = route.idempotent ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined;
  const params = Object.entries(route.params?.shape ?? {}).map(([name, shape]) => [
    name,
    parseParam(shape, request.params[name], name),
  ]);
  return {
    caller,
    ifMatch,
    idempotencyKey,
    params: Object.fromEntries(params),
    query: route.query ? parseSafe(route.query, request.query) : undefined,
    body: route.body ? readBody(route.body, request.body, parseBody) : undefined,
  };
}

function parseSafe(shape: z.ZodType, value: unknown): unknown {
  refuseUnsafe(value);
  return parseShape(shape, value);
}

function readBody(shape: z.ZodType, body: unknown, parseBody = (value: unknown) => parseSafe(shape, value)): unknown {
  requireBody(body);
  return parseBody(body);
}

/** Gives a handler its {@link RouteInput}. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const registered = Reflect.getMetadata(ROUTE, context.getHandler()) as RegisteredRoute;
  return readInput(registered, context.switchToHttp().getRequest<Request>());
});
