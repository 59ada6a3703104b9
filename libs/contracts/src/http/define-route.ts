import type { z } from 'zod';
import type { ProblemCode } from '../problem';

/** One HTTP route. Validation, OpenAPI and the client's types are derived from it. */
export interface RouteDeclaration {
  /** Unique, camel case; the `operationId` in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters are written `:name`; a colon that begins none, `\:`. */
  readonly path: `/${string}`;
  /** The heading under which /docs lists it. */
  readonly tag: string;
  readonly summary: string;
  /** The lowest role whose keys may call it. The store decides on each request; this is for readers. */
  readonly role: 'reader' | 'writer' | 'operator';
  /** Path parameters. Default: the path has none. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The reply's body by status; the first status is sent unless the handler sets another. */
  readonly replies: Readonly<Record<number, z.ZodType>>;
  /** Media types of the reply. Default: `application/json`. */
  readonly produces?: readonly string[];
  /** Accepts an Idempotency-Key. Default: false. */
  readonly idempotent?: true;
  /** Requires If-Match with the version that the caller read. Default: false. */
  readonly ifMatch?: true;
  /** Accepts Last-Event-ID. Default: false. */
  readonly resumes?: true;
  /** Errors besides those that every route, its parameters, its body and its headers can cause. */
  readonly errors?: readonly ProblemCode[];
  /** Errors are formatted as OpenAI's clients expect them. Default: RFC 9457 problem details. */
  readonly protocol?: 'openai';
}

/** Declares a route; the literal types of its method, path and shapes are kept. */
export function defineRoute<const Route extends RouteDeclaration>(route: Route): Route {
  return route;
}

/** The path of a route with something in place of each parameter. */
export function fillPath(path: string, fill: (parameter: string) => string): string {
  return path.replace(/\\:|:(\w+)/g, (colon, name?: string) => (name === undefined ? colon.slice(1) : fill(name)));
}

/** The path parameters of a route as its handler receives them. */
export type RouteParams<Route> = Route extends { readonly params: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : undefined;

/** The query of a route as its handler receives it, with defaults filled in. */
export type RouteQuery<Route> = Route extends { readonly query: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : undefined;

/** The body of a route as its handler receives it, with defaults filled in. */
export type RouteBody<Route> = Route extends { readonly body: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : undefined;

/** What a route replies, whichever its status. */
export type RouteReply<Route extends RouteDeclaration> = z.output<Route['replies'][keyof Route['replies'] & number]>;

/** The same value, with every array and property read-only. */
export type DeepReadonly<Value> = unknown extends Value
  ? Value
  : Value extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
      : Value;

type Sent<Name extends string, Shape> = Shape extends z.ZodType
  ? Readonly<Record<Name, DeepReadonly<z.input<Shape>>>>
  : unknown;

type Part<Route, Name extends string> = Route extends Readonly<Record<Name, infer Value>> ? Value : undefined;

/** What a client sends to a route. */
export type RouteRequest<Route> = Sent<'params', Part<Route, 'params'>> &
  (Part<Route, 'query'> extends z.ZodType
    ? { readonly query?: DeepReadonly<Partial<z.input<Part<Route, 'query'> & z.ZodType>>> }
    : unknown) &
  Sent<'body', Part<Route, 'body'>> &
  (Part<Route, 'idempotent'> extends true ? { readonly idempotencyKey?: string | undefined } : unknown) &
  (Part<Route, 'ifMatch'> extends true ? { readonly ifMatch: number } : unknown) & {
    readonly signal?: AbortSignal | undefined;
  };
