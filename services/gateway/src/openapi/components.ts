import { contracts, draftSchema, envelopeSchema } from '@crumbtrail/contracts';
import { z } from 'zod';
import { ChatBody } from '../openai/chat-request';
import * as shapes from '../http/shapes';
import { accountReplies } from './account-replies';
import { openAiReplies } from './openai-replies';
import { replies } from './replies';

const { Batch, Change, ClaimBody, ContextBody, EmbeddingsBody, KeyBody, MessageBody, PreviewBody } = shapes;
const { ReplanBody, ResponseBody, SearchBody, TryBody, WhatIfBody, WorkspaceBody } = shapes;
const bodies = {
  ...{ Batch, Change, ChatBody, ClaimBody, ContextBody, EmbeddingsBody, KeyBody, MessageBody, PreviewBody },
  ...{ ReplanBody, ResponseBody, SearchBody, TryBody, WhatIfBody, WorkspaceBody },
} as const;
/** What the doors answer, by name. */
export const answers = { ...replies, ...accountReplies, ...openAiReplies } as const;

/** Every name that a row of the HTTP table may refer to. */
export type ComponentName = 'Draft' | 'Breadcrumb' | keyof typeof bodies | keyof typeof answers;

type Json = Record<string, unknown>;

const UNWANTED = new Set(['$schema', '$id', 'x-crumb']);

/** A JSON Schema as a component: its own `$defs` are referred to from the root of the document. */
function asComponent(name: string, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => asComponent(name, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => !UNWANTED.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const isLocal = key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/');
      return [key, isLocal ? `#/components/schemas/${name}${(value as string).slice(1)}` : asComponent(name, value)];
    }),
  );
}

const pascal = (wireName: string): string =>
  wireName.replace(/(^|[.-])([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

/** All components of the document: payloads, records, bodies and replies, from the JSON Schemas that check them. */
export function components(): Record<string, Json> {
  const payloads = [...contracts.values()].map(({ name, schema }) => [pascal(name), schema] as const);
  const shapes = Object.entries(bodies).map(([name, shape]) => {
    return [name, z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })] as const;
  });
  const all = [
    ['Draft', draftSchema],
    ['Breadcrumb', envelopeSchema],
    ...payloads,
    ...shapes,
    ...Object.entries(answers),
  ];
  return Object.fromEntries(all.map(([name, schema]) => [name, asComponent(name as string, schema) as Json]));
}
