import { hashOf, type ConversationPart, type ExportedMessage, type ReadMessages } from './conversation';

/** Messages that name a conversation, unless another one begins with the same. */
const NAMING = 2;

/**
 * The names of a conversation without an id, in whichever file it stands: its first two messages; and for conversations that begin alike one more
 * message for each further name.
 */
export function namesByBeginning({ messages }: ReadMessages): Pick<ConversationPart, 'conversation' | 'longerIds'> {
  const naming = messages.filter(({ isNaming }) => isNaming !== false);
  const first = (naming.length === 0 ? messages : naming).slice(0, NAMING);
  const words = ({ by, text }: ExportedMessage): readonly string[] => [by, text];
  const conversation = hashOf(first.map(words));
  const longerIds: string[] = [];
  for (const one of messages.filter((message) => !first.includes(message)))
    longerIds.push(hashOf([longerIds.at(-1) ?? conversation, words(one)]));
  return { conversation, longerIds };
}
