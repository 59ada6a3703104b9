import { defuse } from '@crumbtrail/hints';

const UNSAFE_IN_NAMES = /[^\p{L}\p{M}\p{N} .,'’()&_-]+/gu;
const MAX_NAME_LENGTH = 48;

/** Reduces a name to one line of letters, digits and harmless punctuation, at most 48 characters; may be empty. */
export function sanitizeName(name: string): string {
  const text = defuse(name.normalize('NFKC')).replace(UNSAFE_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, MAX_NAME_LENGTH).join('').trim();
}
