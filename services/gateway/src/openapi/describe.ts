import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from '@crumbtrail/contracts';
import { z } from 'zod';
import { statusOf } from '../http/problem-details';
import type { ComponentName } from './components';

/** What one row of the HTTP table takes, answers and refuses. */
export interface Description {
  readonly summary: string;
  readonly body?: ComponentName;
  readonly query?: z.ZodObject;
  readonly replies: Readonly<Record<number, ComponentName>>;
  /** Takes an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Needs If-Match. */
  readonly ifMatch?: boolean;
  /** Is about a turn, which somebody else may hold or have closed. */
  readonly conflicts?: boolean;
  /** Speaks the OpenAI protocol: errors are in its shape. */
  readonly openai?: boolean;
  /** Takes Last-Event-ID. */
  readonly resumes?: boolean;
}

const ref = (name: ComponentName): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

function refusals({ body, ifMatch, idempotent, conflicts }: Description): ProblemCode[] {
  return [
    ...(['unauthenticated', 'forbidden', 'not_found', 'erased', 'unavailable'] as const),
    ...(body ? (['not_json', 'too_large', 'unsupported_media_type', 'invalid_payload'] as const) : []),
    ...(ifMatch ? (['precondition_required', 'version_conflict'] as const) : []),
    ...(idempotent ? (['idempotency_conflict'] as const) : []),
    ...(conflicts ? (['stale_fence', 'turn_closed', 'wrong_runner'] as const) : []),
  ];
}

function answers(description: Description): MethodDecorator[] {
  const good = Object.entries(description.replies).map(([status, name]) => {
    const types = typesOf(name).map((type) => [type, { schema: ref(name) }]);
    return ApiResponse({ status: Number(status), description: name, content: Object.fromEntries(types) });
  });
  const { openai } = description;
  const statuses = openai ? theirStatuses(description) : [...new Set(refusals(description).map(statusOf))];
  const name = openai ? 'OpenAiError' : 'Problem';
  const content = { [openai ? 'application/json' : 'application/problem+json']: { schema: ref(name) } };
  return [...good, ...statuses.map((status) => ApiResponse({ status, description: name, content }))];
}

function typesOf(name: ComponentName): string[] {
  if (name === 'ChatCompletion') return ['application/json', 'text/event-stream'];
  if (name === 'TrailExport') return ['application/x-ndjson'];
  return [name === 'EventStream' ? 'text/event-stream' : 'application/json'];
}

const theirStatuses = ({ body }: Description): number[] => [
  ...[401, 403, 404, 503],
  ...(body ? [400, 413, 422, 429, 502, 504] : []),
];

function headers({ idempotent, ifMatch, resumes }: Description): MethodDecorator[] {
  return [
    ...(idempotent
      ? [ApiHeader({ name: 'Idempotency-Key', description: 'Send again safely: done once, answered the same.' })]
      : []),
    ...(ifMatch
      ? [ApiHeader({ name: 'If-Match', required: true, description: 'The version that you read, as "3".' })]
      : []),
    ...(resumes ? [ApiHeader({ name: 'Last-Event-ID', description: 'The id of the last event that you had.' })] : []),
  ];
}

function queries(query: z.ZodObject | undefined): MethodDecorator[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string };
    return ApiQuery({ name, required: false, schema, ...(description ? { description } : {}) } as never);
  });
}

/** Describes a row of the HTTP table in /docs. Its body and replies are components, which components.ts draws up. */
export function Describe(description: Description): MethodDecorator {
  const { summary, body } = description;
  return applyDecorators(
    ApiOperation({ summary }),
    ApiBearerAuth(),
    ...(body ? [ApiBody({ required: true, schema: ref(body) })] : []),
    ...headers(description),
    ...queries(description.query),
    ...answers(description),
  );
}
