import { z } from 'zod';
import { AGENT_EXECUTOR, BREADCRUMB_STORE, TOOL_RUNNER } from '../service-names';
import { AGENT_SERVICE, defineOperation, replyOf } from './define-operation';
import { text } from './request-fields';

/** The largest file, in bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** The hash of a file's bytes. */
export const fileHash = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hex digits');

/** A file as it is uploaded. */
export const fileUpload = z.strictObject({
  name: z.string().min(1).max(200).describe('As in the message; it helps to tell text from text.'),
  type: z.string().max(100).optional().describe('Its media type. Default: what its bytes say.'),
  // A pattern would be tried on megabytes: the store checks it.
  data: z.string().describe('Its bytes, at most 4 MiB, in base64.'),
});

/** A file in the store, and what it is by its bytes. */
export interface StoredFile {
  readonly hash: string;
  readonly type: string;
  readonly bytes: number;
  /** Of a picture, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Of text in an encoding of before Unicode: the one that it was read as, by its letters, such as `windows-1252`. */
  readonly encoding?: string;
}

/** Stores a file for the caller, to be attached to a message, or kept for an agent. The same bytes are stored once per workspace. */
export const PutFile = defineOperation({
  name: 'store.put-file',
  service: BREADCRUMB_STORE,
  callers: [TOOL_RUNNER],
  role: 'writer',
  request: fileUpload,
  reply: replyOf<StoredFile>(),
});

/** The bytes of a file, in base64. */
export interface FileContent extends StoredFile {
  readonly name: string;
  readonly data: string;
}

/** Returns a file of a message, or of an agent, that the caller may read. */
export const ReadFile = defineOperation({
  name: 'store.read-file',
  service: BREADCRUMB_STORE,
  callers: [AGENT_EXECUTOR, TOOL_RUNNER, AGENT_SERVICE],
  role: 'reader',
  request: z.object({ breadcrumb: text, hash: fileHash }),
  reply: replyOf<FileContent>(),
});
