import type { Participant } from '@crumbtrail/contracts';
import type { ScoredItem } from '../gather/item';

/** The pieces of one message that may enter, in their order. */
export interface MessagePieces {
  readonly pieces: readonly ScoredItem[];
  readonly author: Participant;
  /** Tokens of all of them, as indexed. */
  readonly tokens: number;
}

const versionKey = ({ item: { id, version } }: ScoredItem): string => `${id}@${version}`;

/** The items by message, in the order of their best item. */
export function groupByMessage(items: readonly ScoredItem[]): MessagePieces[] {
  const groups = new Map<string, ScoredItem[]>();
  for (const scored of items) {
    const key = versionKey(scored);
    const group = groups.get(key);
    if (group) group.push(scored);
    else groups.set(key, [scored]);
  }
  return [...groups.values()].map((group) => {
    const pieces = group.sort((a, b) => a.item.chunk - b.item.chunk);
    const tokens = pieces.reduce((sum, { item }) => sum + item.indexed, 0);
    return { pieces, author: (pieces[0] as ScoredItem).item.author, tokens };
  });
}

const participantKey = ({ kind, id }: Participant): string => `${kind}:${id}`;
const isPerson = ({ kind }: Participant): boolean => kind === 'user' || kind === 'operator';

/** From fewer messages nothing is concluded about how somebody writes. */
const LEAST_MESSAGES = 3;

/**
 * Decides whose messages are replies, which are cut, and whose are the words of people, which are kept. Agents and services reply. In an
 * imported chat with an assistant both sides may be users: then the one who mostly writes more than one piece of the index (some 350 tokens) replies.
 * The author of the current message never does.
 */
export function createReplierTest(
  messages: readonly MessagePieces[],
  asker: Participant,
): (author: Participant) => boolean {
  const written = new Map<string, { messages: number; long: number }>();
  for (const { author, pieces } of messages) {
    const { messages: count, long } = written.get(participantKey(author)) ?? { messages: 0, long: 0 };
    const isLong = Number(pieces[0]?.item.chunks) > 1;
    written.set(participantKey(author), { messages: count + 1, long: long + Number(isLong) });
  }
  return (author) => {
    if (!isPerson(author)) return true;
    if (participantKey(author) === participantKey(asker)) return false;
    const { messages: count, long } = written.get(participantKey(author)) ?? { messages: 0, long: 0 };
    return count >= LEAST_MESSAGES && 2 * long > count;
  };
}
