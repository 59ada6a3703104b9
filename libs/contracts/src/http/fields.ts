import { z } from 'zod';
import type { Envelope, Participant, Ref } from '../record';

/** A name of a session, an agent or a workspace. */
export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be 1 to 64 of a-z, 0-9, dot, dash and underscore');

/** A participant by kind and id, or by id alone. */
export const participantFilter = z
  .string()
  .regex(/^((user|agent|operator|tool|service):)?[a-z0-9][a-z0-9._-]{0,63}$/, 'must be an id such as ann, or user:ann');

export const schemaName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*\.v[1-9][0-9]*$/, 'must be like user.message.v1');

/** An ISO time with an offset. */
export const dateTime = z.iso.datetime({ offset: true });

export const tag = z.string().min(1).max(128);

/** A JSON object whose members are not checked here. */
export const jsonObject = z.record(z.string(), z.unknown());

/** A position in the log. */
export const position = z.int().min(0);

export const cursor = z.string().min(1).max(512);

/** An id in a path. Any UUID is accepted; the gateway answers 404 to anything else. */
export const pathId = z.guid().toLowerCase();

export const idParams = z.object({ id: pathId });

/** A number in a query, where it arrives as text. */
export const queryNumber = (inner: z.ZodInt): z.ZodPipe<z.ZodCoercedNumber<number>, z.ZodInt> =>
  z.coerce.number<number>().pipe(inner);

/** `true` or `false` in a query. */
export const queryBoolean: z.ZodPreprocess<z.ZodBoolean> = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/** `a,b` in a query, or the same parameter twice; at most 32. */
export const queryList = <Item extends z.ZodType<string>>(item: Item): z.ZodPreprocess<z.ZodArray<Item>> =>
  z.preprocess(
    (value) => [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one])),
    z.array(item).max(32),
  );

/** A page of a list. */
export const pageQuery = z.strictObject({
  limit: queryNumber(z.int().min(1).max(500)).default(50),
  cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
});

const isJsonObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object in a body that another service validates; `schema` is what OpenAPI says of it. */
export const jsonObjectAs = <Type>(
  schema: Readonly<Record<string, unknown>> = {
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: {},
  },
): z.ZodCustom<Type, Type> =>
  z.custom<Type>(isJsonObject, { error: 'must be a JSON object', params: { rule: 'type' } }).meta(schema);

/** A member of a reply whose TypeScript type is declared elsewhere; `schema` is its JSON Schema. Replies are not validated. */
export const typedAs = <Type>(schema: Readonly<Record<string, unknown>> = {}): z.ZodCustom<Type, Type> =>
  z.custom<Type>().meta(schema);

/** The JSON Schema of a component that is defined in `schemas/`. */
export const componentRef = (component: string): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${component}`,
});

/** A breadcrumb with this payload. */
export const breadcrumbWith = <Context = Record<string, unknown>>(): z.ZodCustom<
  Envelope<Context>,
  Envelope<Context>
> => typedAs<Envelope<Context>>(componentRef('Breadcrumb'));

export const breadcrumb = breadcrumbWith();

export const integer = z.number().meta({ type: 'integer' });

export const id = z.string().meta({ format: 'uuid' });

/** An ISO time in a reply. */
export const time = z.string().meta({ format: 'date-time' });

export const list = <Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> => z.array(item).readonly();

export const numbersByName = typedAs<Readonly<Record<string, number>>>({
  type: 'object',
  additionalProperties: { type: 'number' },
});

/** A breadcrumb at one version. */
export const crumbRef: z.ZodType<Ref> = z.object({ id, version: integer });

export const participant = z.object({ kind: typedAs<Participant['kind']>({ type: 'string' }), id: z.string() });

/** The author of a breadcrumb in a reply, with the display name that it was written under. */
export const author = participant.extend({ name: z.string().optional() });

/** Who may read a breadcrumb, in a reply. */
export const audience = typedAs<Envelope['audience']>({
  description: '`all`, `agents`, or participants by kind and id.',
});

/** A role in a reply. */
export const role = typedAs<'reader' | 'writer' | 'operator'>({ type: 'string' });

/** `next_cursor` is absent on the last page. */
export const pageFields = z.object({ next_cursor: z.string().optional() });

/** The position of a stream that a client resumes from. */
export const resumeCursor = cursor
  .optional()
  .describe(
    'Resume after this cursor; `start` for the beginning, `@<position>` for after a position. The header Last-Event-ID takes precedence.',
  );

/** Server-Sent Events of the log or of a session. */
export const eventStream = z.string().meta({
  id: 'EventStream',
  description:
    'Server-Sent Events. `created`, `updated`, `erased`, `expired`: an event with its breadcrumb. `complete`: nothing is missing up to here. ' +
    '`piece`: part of a reply that is being written (session streams only). `problem`: why the stream ends.',
});

/** How long a claim lasts, in milliseconds. */
export const claimMs = z.int().min(1_000).max(600_000).default(60_000);

/** What rests on an erased breadcrumb; its schema tells an answer from a memory or a summary that is made again. */
export const derivedRef = z.object({ id, version: integer, schema_name: schemaName.optional() });
