import { z } from 'zod';
import { defineRoute } from './define-route';
import { derivedRef, id, idParams, integer, list, schemaName } from './fields';

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
