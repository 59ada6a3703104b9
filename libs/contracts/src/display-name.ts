import { z } from 'zod';

/** Neither blank nor with control characters, line separators, or marks that change the direction of the text. */
// eslint-disable-next-line no-control-regex -- these are the characters to refuse
const DISPLAY_NAME = /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+$/u;

/** A display name of a participant, as in `author.name` of the envelope: 1 to 100 characters in any letters, on one line. */
export const displayName = z
  .string()
  .max(100)
  .regex(DISPLAY_NAME, 'must be a name in any letters, on one line and without control characters');
