import { isItem, itemIn, listIn, type JsonItem } from './conversation';

/** A kind of file that people take for a conversation with an agent, and that is none or cannot be read as one. */
interface ForeignFormat {
  /** What the file is. */
  readonly name: string;
  /** Why it is not imported, or what to import instead. */
  readonly advice: string;
  is(item: JsonItem): boolean;
}

const BETWEEN_PEOPLE =
  'a chat between people. An import has one person and agents, so the words of all of them would become those of that person';

/** Does a field list objects with all of these fields? */
const lists = (value: unknown, ...fields: string[]): boolean =>
  listIn(value).some((one) => isItem(one) && fields.every((field) => field in one));

const FOREIGN: readonly ForeignFormat[] = [
  {
    name: 'an export of DiscordChatExporter',
    advice: BETWEEN_PEOPLE,
    is: ({ guild, channel, messages }) => isItem(guild) && isItem(channel) && Array.isArray(messages),
  },
  {
    name: 'an export of Telegram',
    advice: BETWEEN_PEOPLE,
    is: ({ messages, chats }) =>
      lists(messages, 'from_id', 'date') || lists(messages, 'actor_id', 'date') || Array.isArray(itemIn(chats)['list']),
  },
  {
    name: 'an export of Slack',
    advice: BETWEEN_PEOPLE,
    is: (item) => item['type'] === 'message' && 'ts' in item,
  },
  {
    name: 'Google Takeout of Gemini',
    advice:
      'a list of activities, of which nothing says what belongs together. AI Studio stores whole chats in Google Drive',
    is: ({ header, products, title }) =>
      (header === 'Gemini Apps' || listIn(products).includes('Gemini Apps')) && typeof title === 'string',
  },
  {
    name: 'projects of a Claude data export',
    advice: 'documents without a conversation. Import conversations.json of the same export',
    is: ({ prompt_template: template, docs }) => template !== undefined && Array.isArray(docs),
  },
  {
    name: 'memories of a Claude data export',
    advice: 'no conversation. Import conversations.json of the same export',
    is: (item) => 'conversations_memory' in item,
  },
  {
    name: 'feedback of a ChatGPT data export',
    advice: 'no conversation. Import conversations.json of the same export',
    is: ({ rating, conversation_id: id }) => rating !== undefined && id !== undefined,
  },
  {
    name: 'a list of shared conversations of a ChatGPT data export',
    advice: 'only their titles. Import conversations.json of the same export',
    is: ({ is_anonymous: anonymous, conversation_id: id }) => anonymous !== undefined && id !== undefined,
  },
  {
    name: 'a batch of requests to OpenAI',
    advice: 'requests without their answers',
    is: ({ custom_id: id, body, response }) => id !== undefined && (body !== undefined || response !== undefined),
  },
  {
    name: 'a data set of preferences',
    advice: 'it has two answers to each question, and does not say which one was given',
    is: (item) =>
      ('preferred_output' in item && 'non_preferred_output' in item) || ('chosen' in item && 'rejected' in item),
  },
  {
    name: 'a character card or a lorebook',
    advice: 'no conversation. Import it with `crumb lore import`',
    is: ({ spec, entries }) => String(spec).startsWith('chara_card') || isItem(entries),
  },
  {
    name: 'traces of OpenTelemetry',
    advice: 'spans without a conversation. Export the traces from LangSmith or Langfuse',
    is: ({ resourceSpans }) => Array.isArray(resourceSpans),
  },
];

/** What kind of file it is, and why it is not imported; undefined for an item of no such kind. */
export function describeForeign(item: JsonItem): string | undefined {
  const found = FOREIGN.find((one) => one.is(item));
  return found && `${found.name}: ${found.advice}`;
}

/** How a text file that is no JSON begins, if it is a chat of WhatsApp. */
const WHATSAPP = /^\u200e?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? .{4,14}?\]?(?: -)? [^:\n]+: /;

/** What a file is that holds no JSON; undefined where nothing is known about it. */
export const describeText = (start: string): string | undefined =>
  WHATSAPP.test(start) ? `an export of WhatsApp: ${BETWEEN_PEOPLE}` : undefined;
