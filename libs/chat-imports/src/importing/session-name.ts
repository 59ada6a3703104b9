import { hashOf } from '../chat-exports/conversation';

/** Longest name of a session. */
const MOST_CHARS = 64;

/** A text as sessions and participants may be called: of a-z, 0-9, dot, dash and underscore. */
const toPlain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|-+$/g, '');

/** The id of a participant by its name; of one whose name has no letter of the alphabet above, by the hash of the name. */
export const participantId = (name: string): string => toPlain(name).slice(0, MOST_CHARS) || hashOf(name);

/** A conversation's id as part of a name. Ids that differ stay different. */
function toSuffix(id: string, most: number): string {
  const plain = toPlain(id);
  return plain === id && id.length <= most ? id : `${plain.slice(0, most - 13)}-${hashOf(id)}`.replace(/^-/, '');
}

/** The session of an exported conversation: `chatgpt-6512…`. */
export const sessionName = (format: string, conversation: string): string =>
  `${format}-${toSuffix(conversation, MOST_CHARS - format.length - 1)}`;

/** A hash of 48 bits of a name: a number takes less memory than the name. */
export const tagNumber = (name: string): number => Number.parseInt(hashOf(name), 16);

/** How the tags of imported messages begin. */
export const IMPORTED = 'import:';

/** A tag by which a message is known when it is imported again. */
export const messageTag = (conversation: string, id: string, piece: number): string =>
  `${IMPORTED}${hashOf([conversation, id, piece])}`;
