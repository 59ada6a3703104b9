import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { ProblemCode } from '@crumbtrail/contracts';
import type { RouteDeclaration } from '@crumbtrail/contracts/http/define-route';
import { openAiErrorReply } from '@crumbtrail/contracts/http/openai';
import { problemKinds, problemReply } from '@crumbtrail/contracts/http/problem-details';
import type { z } from 'zod';
import { documentSchema } from './components';
import { toJsonSchema } from './json-schema';

const ALWAYS: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'not_found', 'erased', 'unavailable'];
const NO_CONTENT = 204;
const OF_A_BODY: readonly ProblemCode[] = ['not_json', 'too_large', 'unsupported_media_type', 'invalid_payload'];
const OF_A_WRITE: readonly ProblemCode[] = ['disk_full'];
const OF_IF_MATCH: readonly ProblemCode[] = ['precondition_required', 'version_conflict'];

/** Statuses of the OpenAI protocol: an invalid body is 400 there, and a failed turn has its own. */
const OPENAI_STATUSES = [401, 403, 404, 503];
const OPENAI_BODY_STATUSES = [400, 413, 422, 429, 502, 504];

function errorStatuses({ method, body, ifMatch, idempotent, errors = [], protocol }: RouteDeclaration): number[] {
  if (protocol === 'openai') return [...OPENAI_STATUSES, ...(body ? OPENAI_BODY_STATUSES : [])];
  const codes = [
    ...ALWAYS,
    ...(body ? OF_A_BODY : []),
    ...(method === 'GET' ? [] : OF_A_WRITE),
    ...(ifMatch ? OF_IF_MATCH : []),
    ...(idempotent ? (['idempotency_conflict'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes.map((code) => problemKinds[code].status))];
}

/** The name of a component, which Swagger's page shows beside the status. */
const componentName = ({ $ref }: Readonly<Record<string, unknown>>): string => String($ref).split('/').at(-1) ?? '';

function response(
  status: number,
  schema: Readonly<Record<string, unknown>>,
  types: readonly string[],
): MethodDecorator {
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return ApiResponse({ status, description: componentName(schema), content });
}

/** The reply of a route with a status. */
const reply = (status: number, shape: z.ZodType, types: readonly string[]): MethodDecorator =>
  status === NO_CONTENT
    ? ApiResponse({ status, description: 'Done. The reply has no body.' })
    : response(status, documentSchema(shape), types);

function responses(route: RouteDeclaration): MethodDecorator[] {
  const { replies, produces = ['application/json'], protocol } = route;
  const isOpenAi = protocol === 'openai';
  const error = documentSchema(isOpenAi ? openAiErrorReply : problemReply);
  return [
    ...Object.entries(replies).map(([status, shape]) => reply(Number(status), shape, produces)),
    ...errorStatuses(route).map((status) =>
      response(status, error, [isOpenAi ? 'application/json' : 'application/problem+json']),
    ),
  ];
}

function headers({ idempotent, ifMatch, resumes }: RouteDeclaration): MethodDecorator[] {
  return [
    ...(idempotent
      ? [
          ApiHeader({
            name: 'Idempotency-Key',
            description: 'Makes a retry safe: the request is executed once, and the reply repeated.',
          }),
        ]
      : []),
    ...(ifMatch
      ? [ApiHeader({ name: 'If-Match', required: true, description: 'The version that you read, as "3".' })]
      : []),
    ...(resumes ? [ApiHeader({ name: 'Last-Event-ID', description: 'The id of the last event received.' })] : []),
  ];
}

function parameters({ params, query }: RouteDeclaration): MethodDecorator[] {
  const { properties = {} } = query ? (toJsonSchema(query) as { properties?: Record<string, object> }) : {};
  return [
    ...Object.keys(params?.shape ?? {}).map((name) => ApiParam({ name, required: true, schema: { type: 'string' } })),
    ...Object.entries(properties).map(([name, property]) => {
      const { description, ...schema } = property as { description?: string };
      return ApiQuery({ name, required: false, schema, ...(description ? { description } : {}) });
    }),
  ];
}

/** Describes a route in OpenAPI. Its body and replies are components. */
export function describeRoute(route: RouteDeclaration): MethodDecorator {
  const { name, summary, tag, body } = route;
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({ operationId: name, summary }),
    ApiBearerAuth(),
    ...(body ? [ApiBody({ required: true, schema: documentSchema(body) })] : []),
    ...parameters(route),
    ...headers(route),
    ...responses(route),
  );
}
