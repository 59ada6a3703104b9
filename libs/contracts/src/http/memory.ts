import { z } from 'zod';
import { MEMORY_TIERS } from '../operations/memory-reading';
import type { MemoryFact } from '../operations/memory';
import { defineRoute } from './define-route';
import {
  audience,
  crumbRef,
  id,
  idParams,
  integer,
  list,
  name,
  pageFields,
  pageQuery,
  participant,
  pathId,
  queryNumber,
  time,
  typedAs,
} from './fields';
import { crumbLine } from './listing-fields';

const aboutFilter = z
  .string()
  .regex(/^(user|agent|operator|tool|service):[a-z0-9][a-z0-9._-]{0,63}$/, 'must be kind and id, such as user:ann');

const fact = typedAs<MemoryFact>({
  type: 'object',
  description:
    'A fact as in memory.short.v1 and memory.long.v1: id, text, about, from, until, superseded_by, sources and more.',
});

const memoryEntry = z
  .object({
    id,
    version: integer,
    tier: z
      .enum(MEMORY_TIERS)
      .describe('short: of one session. long: a section of what the agent knows across sessions.'),
    agent: z.string(),
    session: z.string().optional(),
    section: z.string().optional(),
    audience,
    facts: list(fact).describe('Those that this key may know.'),
    shadow: z.string().optional().describe('A line about what has gone on to the long-term memory.'),
    method: z.enum(['extracted', 'written']).optional().describe('extracted: without a model. written: by a model.'),
    updated_at: time,
  })
  .meta({ id: 'Memory' });

const listedMemories = pageFields.extend({ memories: list(memoryEntry) }).meta({ id: 'ListedMemories' });

/** One page of memories. */
export type ListedMemories = Readonly<z.output<typeof listedMemories>>;

const WHO_MAY_KNOW =
  'operators know everything, an agent its own memory, and every other key what is known of its own participant, each as far as they may read the memory';

export const ReadMemories = defineRoute({
  name: 'readMemories',
  method: 'GET',
  path: '/v1/memory',
  tag: 'memory',
  summary: `List what agents remember, what changed last first; ${WHO_MAY_KNOW}`,
  role: 'reader',
  query: pageQuery.extend({
    agent: name.optional().describe('Only the memory of this agent.'),
    about: aboutFilter.optional().describe('Only facts about this participant, such as `user:ann`.'),
    session: name.optional().describe('Only short-term memories of this session.'),
    tier: z.enum(MEMORY_TIERS).optional(),
  }),
  replies: { 200: listedMemories },
});

/** What a version changed about a fact. */
export const FACT_CHANGES = [
  'remembered',
  'rebuilt',
  'reworded',
  'edited',
  'superseded',
  'ended',
  'pinned',
  'unpinned',
  'left',
] as const;

const factStep = z.object({
  version: integer.describe('Of the memory.'),
  at: time,
  by: participant,
  changes: list(z.enum(FACT_CHANGES)).describe(
    'remembered: it entered this memory. rebuilt: it was there before, but the memory was made again without something that was forgotten or erased, and its earlier versions are erased with that. left: it went on to another section, or was dropped. edited: a person reworded it.',
  ),
  text: z.string(),
});

const factAnswer = z.object({
  response: id,
  agent: z.string(),
  session: z.string().optional(),
  at: time,
  context: id.optional().describe('The context in which the fact stood, where this key may read it.'),
});

const factHistory = z.object({
  fact: fact.describe('As it is now, or as it was last.'),
  present: z.boolean().describe('Whether it still stands in this memory.'),
  timeline: list(factStep).describe('Oldest first; versions that did not change it are left out.'),
  answers: list(factAnswer).describe(
    'The answers to contexts in which it stood, as far as this key may read them, newest first.',
  ),
});

const memoryHistory = z
  .object({
    memory: memoryEntry,
    facts: list(factHistory).describe('Those that this key may know, those that are present first.'),
    sources: list(crumbLine).describe('The breadcrumbs that the facts rest on, as far as this key may read them.'),
  })
  .meta({ id: 'MemoryHistory' });

/** A memory with the history of each of its facts. */
export type MemoryHistory = Readonly<z.output<typeof memoryHistory>>;
/** The history of one fact. */
export type FactHistory = MemoryHistory['facts'][number];
/** What one version of a memory changed about a fact. */
export type FactStep = FactHistory['timeline'][number];

export const ReadMemory = defineRoute({
  name: 'readMemory',
  method: 'GET',
  path: '/v1/memory/:id',
  tag: 'memory',
  summary: `Read one memory: what became of each fact, what it rests on, and which answers used it; ${WHO_MAY_KNOW}`,
  role: 'reader',
  params: idParams,
  replies: { 200: memoryHistory },
});

const factParams = z.object({ id: pathId, fact: z.string().regex(/^[a-z0-9]{8,32}$/, 'must be the id of a fact') });

const changedMemories = z
  .object({
    memories: list(crumbRef).describe('The memories that were changed, with their new versions.'),
    changed: integer.describe('Number of facts that were changed.'),
  })
  .meta({ id: 'ChangedMemories' });

/** What a change of a fact did. */
export type ChangedMemories = Readonly<z.output<typeof changedMemories>>;

export const ChangeMemoryFact = defineRoute({
  name: 'changeMemoryFact',
  method: 'PATCH',
  path: '/v1/memory/:id/facts/:fact',
  tag: 'memory',
  summary: 'Correct or pin a fact; for operators, the agent whose memory it is, and the participant that it is about',
  role: 'writer',
  params: factParams,
  body: z
    .union([
      z.strictObject({ text: z.string().min(1).max(1_000), version: z.int().min(1).optional() }),
      z.strictObject({ pinned: z.boolean(), version: z.int().min(1).optional() }),
    ])
    .describe('`version`: the memory as the client has seen it; a newer one is refused.')
    .meta({ id: 'FactChange' }),
  replies: { 200: changedMemories },
});

export const ForgetMemoryFact = defineRoute({
  name: 'forgetMemoryFact',
  method: 'DELETE',
  path: '/v1/memory/:id/facts/:fact',
  tag: 'memory',
  summary:
    'Forget a fact: it is erased in every version of its memory; for operators, the agent whose memory it is, and the participant that it is about',
  role: 'writer',
  params: factParams,
  query: z.strictObject({ version: queryNumber(z.int().min(1)).optional() }),
  replies: { 200: changedMemories },
});
