import { z } from 'zod';
import type { Participant } from '../record';
import { defineRoute } from './define-route';
import { derivedRef, id, idParams, integer, list, name, queryNumber, schemaName, time, typedAs } from './fields';

const affectedRef = z.object({ id, version: integer, schema_name: schemaName });

export const ReadErasurePreview = defineRoute({
  name: 'previewErasure',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/erasure',
  tag: 'breadcrumbs',
  summary:
    'List what the erasure of a breadcrumb would erase with it, leave without its text, or leave to quote it; changes nothing',
  role: 'writer',
  params: idParams,
  replies: {
    200: z
      .object({
        id,
        version: integer,
        derived: list(derivedRef).describe('As the erasure would reply.'),
        erased_too: list(affectedRef).describe('What people said of an answer: it is erased with it.'),
        texts: list(affectedRef).describe('Contexts that quote it: they lose their text.'),
      })
      .meta({ id: 'ErasurePreview' }),
  },
});

const participant = typedAs<Participant>({ type: 'object' });

const erasedMessages = z
  .object({
    erased: list(
      z.object({
        id,
        schema_name: schemaName,
        author: participant,
        trail_id: id,
        occurred_at: time,
        erased_at: time,
        erased_by: participant,
      }),
    ),
  })
  .meta({ id: 'ErasedMessages' });

/** The erased messages of a session. */
export type ErasedMessages = Readonly<z.output<typeof erasedMessages>>;

export const ReadErasedMessages = defineRoute({
  name: 'listErasedMessages',
  method: 'GET',
  path: '/v1/sessions/:session/erased',
  tag: 'sessions',
  summary:
    'List the erased messages and answers of a session that this key was allowed to read, the latest first: who wrote them and when, and who erased them and when',
  role: 'reader',
  params: z.object({ session: name }),
  query: z.strictObject({ limit: queryNumber(z.int().min(1).max(500)).default(200) }),
  replies: { 200: erasedMessages },
});
