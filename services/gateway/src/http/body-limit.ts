import { MAX_BATCH_BYTES, MAX_CRUMB_BYTES, MAX_FILE_BYTES } from '@crumbtrail/contracts';

/** The largest body of a path, and what to do about a larger one. */
export interface BodyLimit {
  readonly bytes: number;
  readonly message: string;
}

const KIB = 1024;

const batch: BodyLimit = {
  bytes: MAX_BATCH_BYTES,
  message: `The batch is larger than ${MAX_BATCH_BYTES / KIB / KIB} MiB. Send it in parts.`,
};

const chat: BodyLimit = {
  bytes: MAX_BATCH_BYTES,
  message:
    `The conversation is larger than ${MAX_BATCH_BYTES / KIB / KIB} MiB. Send only its newest messages, and name its session so that it goes on: ` +
    'header Crumbtrail-Session, or metadata.session, with the Crumbtrail-Session of an earlier reply.',
};

const embeddings: BodyLimit = {
  bytes: MAX_BATCH_BYTES,
  message: `The texts are larger than ${MAX_BATCH_BYTES / KIB / KIB} MiB. Send them in parts.`,
};

const agentMessage: BodyLimit = {
  bytes: MAX_BATCH_BYTES,
  message: `The message is larger than ${MAX_BATCH_BYTES / KIB / KIB} MiB with its files. Send fewer of them, or smaller ones.`,
};

const file: BodyLimit = {
  bytes: Math.ceil(MAX_FILE_BYTES / 3) * 4 + 4 * KIB,
  message: `The file is larger than ${MAX_FILE_BYTES / KIB / KIB} MiB.`,
};

/** Read without a key, so it is as small as a code needs. */
const redeem: BodyLimit = { bytes: 4 * KIB, message: 'A sign-in code is shorter than 4 KiB.' };

const other: BodyLimit = {
  bytes: MAX_CRUMB_BYTES,
  message: `The body is larger than ${MAX_CRUMB_BYTES / KIB} KiB, the limit of one breadcrumb. Split it, or store a reference.`,
};

/** The limit of the bodies that a path takes. A client repeats its whole conversation with every message. */
export function bodyLimit(path: string): BodyLimit {
  if (/^\/v1\/breadcrumbs\/batch\/?$/.test(path)) return batch;
  if (/^\/v1\/attachments\/?$/.test(path)) return file;
  if (/^\/v1\/embeddings\/?$/.test(path)) return embeddings;
  if (/^\/v1\/(a2a|agui)\//.test(path)) return agentMessage;
  if (/^\/console\/sessions\/?$/.test(path)) return redeem;
  return /^\/v1\/(chat\/completions|responses)\/?$/.test(path) ? chat : other;
}
