import { z } from 'zod';
import type { DeadLetterV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { breadcrumbWith, id, idParams, integer, list, pageFields, pageQuery, participant, time } from './fields';

const TAG = 'for operators';

const deadLetter = z.intersection(
  breadcrumbWith<DeadLetterV1>(),
  z.object({
    replayed: z.object({ id, at: time, by: participant, generation: integer }).optional(),
    discarded: z.object({ id, at: time, by: participant, reason: z.string().optional() }).optional(),
  }),
);

/** An event that a service failed to process, and how it was replayed or discarded if it was. */
export type DeadLetterView = Readonly<z.output<typeof deadLetter>>;

const replayedLetter = z
  .object({ id, version: integer, position: integer, generation: integer, existed: z.boolean() })
  .meta({ id: 'Replayed' });

/** A replay of a dead letter; `existed`: the letter was already replayed. */
export type ReplayedLetter = Readonly<z.output<typeof replayedLetter>>;

const discardBody = z
  .strictObject({ reason: z.string().trim().min(1).max(1_000).optional().describe('Why it is not processed again.') })
  .meta({ id: 'DiscardBody' });

const discardedLetter = z
  .object({ id, version: integer, position: integer, existed: z.boolean() })
  .meta({ id: 'Discarded' });

/** A discarded dead letter; `existed`: the letter was already discarded. */
export type DiscardedLetter = Readonly<z.output<typeof discardedLetter>>;

export const ListDeadLetters = defineRoute({
  name: 'listDeadLetters',
  method: 'GET',
  path: '/v1/dead-letters',
  tag: TAG,
  summary: 'List the events that services failed to process, newest first, and whether they were replayed or discarded',
  role: 'operator',
  query: pageQuery,
  replies: { 200: pageFields.extend({ dead_letters: list(deadLetter) }).meta({ id: 'DeadLetters' }) },
});

export const ReplayDeadLetter = defineRoute({
  name: 'replayDeadLetter',
  method: 'POST',
  path: '/v1/dead-letters/:id/replay',
  tag: TAG,
  summary:
    'Send the event of a dead letter to its service again, once per letter; if it fails again, there is a new letter',
  role: 'operator',
  params: idParams,
  replies: { 201: replayedLetter, 200: replayedLetter },
});

export const DiscardDeadLetter = defineRoute({
  name: 'discardDeadLetter',
  method: 'POST',
  path: '/v1/dead-letters/:id/discard',
  tag: TAG,
  summary:
    'Decide that the event of a dead letter is not processed again; the letter stays on the log and can still be replayed',
  role: 'operator',
  params: idParams,
  body: discardBody,
  replies: { 201: discardedLetter, 200: discardedLetter },
});
