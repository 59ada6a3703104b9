import { z } from 'zod';
import { fileHash, fileUpload } from '../operations/files';
import { defineRoute } from './define-route';
import { id, integer } from './fields';

const storedFile = z
  .object({
    hash: z.string().describe('How a message names the file.'),
    type: z.string().describe('Found in its bytes.'),
    bytes: integer,
    width: integer.optional().describe('Of a picture, in pixels.'),
    height: integer.optional().describe('Of a picture, in pixels.'),
    encoding: z
      .string()
      .optional()
      .describe('Of text in an encoding of before Unicode: the one that it was read as, by its letters.'),
  })
  .meta({ id: 'StoredFile' });

export const UploadFile = defineRoute({
  name: 'uploadFile',
  method: 'POST',
  path: '/v1/attachments',
  tag: 'files',
  summary: 'Upload a file, to attach it to a message by its hash within 24 hours',
  role: 'writer',
  body: fileUpload.meta({ id: 'FileUpload' }),
  replies: { 201: storedFile },
});

export const DownloadFile = defineRoute({
  name: 'downloadFile',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/files/:hash',
  tag: 'files',
  summary: 'Download a file of a message that this key may read',
  role: 'reader',
  params: z.object({ id, hash: fileHash }),
  replies: { 200: z.string() },
  produces: ['application/octet-stream'],
});
