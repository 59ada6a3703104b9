import {
  countReason,
  isItem,
  itemIn,
  leaveOut,
  listIn,
  numberedId,
  optional,
  reasonOfParts,
  textIn,
  timeIn,
  type ConversationPart,
  type ExportFormat,
  type JsonItem,
} from '../conversation';

const CLOCK = /^(\w+ \d{1,2}, \d{4}) (\d{1,2}):(\d{2})([ap]m)$/i;
const DASHED = /^(\d{4})-(\d{1,2})-(\d{1,2})\s*@(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s/;

/** Times of SillyTavern, which has written `June 19, 2023 4:13pm`, `2023-6-19 @16h 13m 5s`, ISO 8601 and milliseconds. Without a zone they are read as UTC. */
function sentAt(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value !== 'string') return timeIn(value);
  if (/^\d+$/.test(value)) return timeIn(Number(value));
  const clock = CLOCK.exec(value);
  if (clock) return timeIn(`${clock[1]} ${clock[2]}:${clock[3]} ${clock[4]} UTC`);
  const dashed = DASHED.exec(value);
  if (dashed) {
    const [year, month, day, hour, minute, second] = dashed.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return timeIn(Date.UTC(year, month - 1, day, hour, minute, second));
  }
  return timeIn(value);
}

/** The name under which SillyTavern writes what the program itself says. */
const PROGRAM = 'SillyTavern System';

/** Did the program write it? Messages that the person has hidden from the model are marked as the program's, too, but have a speaker and no type. */
function isOfProgram(item: JsonItem): boolean {
  const extra = itemIn(item['extra']);
  if (item['is_system'] !== true) return false;
  if (textIn(item['name']) === undefined || item['name'] === PROGRAM) return true;
  return textIn(extra['type']) !== undefined;
}

/** What media of a message are called; a picture has no type in older chats. */
function mediaKind(media: unknown): string {
  const { type } = itemIn(media);
  if (type === 'video') return 'video';
  return type === 'audio' ? 'sound' : 'picture';
}

/** What a message holds besides its text. */
function partsOf(item: JsonItem): string[] {
  const extra = itemIn(item['extra']);
  const { image, video, media, file, files, reasoning, tool_invocations: calls } = extra;
  const pictures = [textIn(image), ...listIn(extra['image_swipes']).slice(1)].filter((one) => one !== undefined);
  return [
    ...pictures.map(() => 'picture'),
    ...(textIn(video) === undefined ? [] : ['video']),
    ...listIn(media).map(mediaKind),
    ...[...(isItem(file) ? [file] : []), ...listIn(files)].map(() => 'file'),
    ...(textIn(reasoning) === undefined ? [] : ['thought']),
    ...listIn(calls).map(() => 'tool call'),
    ...countReason(listIn(item['swipes']).length - 1, 'other version of a message'),
  ];
}

/** The line about the chat. Its author's note is no message, and is not imported. */
function readHeader(item: JsonItem, file: string): ConversationPart | undefined {
  const note = textIn(itemIn(item['chat_metadata'])['note_prompt']);
  return note === undefined
    ? undefined
    : { conversation: file, messages: [], leftOut: [], partsLeftOut: ["author's note"] };
}

/** A chat of SillyTavern: a line about the chat, then one line for each message. */
export const sillytavern: ExportFormat = {
  recognises: (item) => 'chat_metadata' in item || 'mes' in item || ('user_name' in item && 'character_name' in item),

  read(item, { file, nth }): ConversationPart | undefined {
    if (!('mes' in item)) {
      if ('chat_metadata' in item || 'user_name' in item || 'character_name' in item) return readHeader(item, file);
      throw new Error('it is no message of SillyTavern: it has no `mes`');
    }
    const text = textIn(item['mes']);
    const parts = partsOf(item);
    if (item['is_system'] === true && parts.includes('tool call'))
      return { conversation: file, ...leaveOut('tool call') };
    if (isOfProgram(item)) return { conversation: file, ...leaveOut('system message') };
    if (text === undefined) return { conversation: file, ...leaveOut(reasonOfParts(parts)) };
    const by = item['is_user'] === true ? ('person' as const) : ('agent' as const);
    const speaker = optional('speaker', textIn(item['name']));
    const message = { id: numberedId(nth, text), by, text, ...speaker, ...optional('at', sentAt(item['send_date'])) };
    return { conversation: file, messages: [message], leftOut: [], partsLeftOut: parts };
  },
};
