import { z } from 'zod';

/** The heading of the protocol's routes. */
export const OPENAI_TAG = 'OpenAI protocol';

/** A part of a message. */
export const contentPart = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.looseObject({ url: z.string() }).optional(),
  file: z.looseObject({ file_data: z.string().optional(), filename: z.string().optional() }).optional(),
});

/** The name of a tool of a client, as in `user.message.v1`. */
export const toolName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must be 1 to 64 letters, digits, `_` or `-`, beginning with a letter');

/** A client repeats its whole conversation, so the size of the body is the limit that matters. */
export const MAX_MESSAGES = 100_000;
