import { z } from 'zod';
import type { DeadLetterV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { breadcrumbWith, id, idParams, integer, list, pageFields, pageQuery, participant, time } from './fields';

const TAG = 'for operators';

const deadLetter = z.intersection(
  breadcrumbWith<DeadLetterV1>(),
  z.object({ replayed: z.object({ id, at: time, by: participant, generation: integer }).optional() }),
);

/** An event that a service failed to process, and how it was replayed if it was. */
export type DeadLetterView = Readonly<z.output<typeof deadLetter>>;

const replayedLetter = z
  .object({ id, version: integer, position: integer, generation: integer, existed: z.boolean() })
  .meta({ id: 'Replayed' });

/** A replay of a dead letter; `existed`: the letter was already replayed. */
export type ReplayedLetter = Readonly<z.output<typeof replayedLetter>>;

export const ListDeadLetters = defineRoute({
  name: 'listDeadLetters',
  method: 'GET',
  path: '/v1/dead-letters',
  tag: TAG,
  summary: 'List the events that services failed to process, newest first, and their replays',
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
