import { hashOf, type ConversationPart, type ReadMessages } from './conversation';

/** Messages that name a conversation, unless another one begins with the same. */
const NAMING = 2;

/**
 * The names of a conversation without an id, in whichever file it stands: its first two messages; and for conversations that begin alike its first three,
 * its first four, and so on.
 */
export function namesByBeginning({ messages }: ReadMessages): Pick<ConversationPart, 'conversation' | 'longerIds'> {
  const said = messages.map(({ by, text }) => [by, text]);
  const names = [hashOf(said.slice(0, NAMING))];
  for (const one of said.slice(NAMING)) names.push(hashOf([names.at(-1), one]));
  const [conversation = '', ...longerIds] = names;
  return { conversation, longerIds };
}
