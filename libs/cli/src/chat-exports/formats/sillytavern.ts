import { numberedId, optional, textIn, timeIn, type ConversationPart, type ExportFormat } from '../conversation';

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

/** A chat of SillyTavern: a line about the chat, then one line for each message. */
export const sillytavern: ExportFormat = {
  recognises: (item) => 'chat_metadata' in item || 'mes' in item || ('user_name' in item && 'character_name' in item),

  read(item, { file, nth }): ConversationPart | undefined {
    const text = textIn(item['mes']);
    if (!('mes' in item)) return undefined;
    if (item['is_system'] === true) return { conversation: file, messages: [], leftOut: ['system message'] };
    if (text === undefined) return { conversation: file, messages: [], leftOut: ['empty message'] };
    const by = item['is_user'] === true ? ('person' as const) : ('agent' as const);
    const speaker = optional('speaker', textIn(item['name']));
    const message = { id: numberedId(nth, text), by, text, ...speaker, ...optional('at', sentAt(item['send_date'])) };
    return { conversation: file, messages: [message], leftOut: [] };
  },
};
