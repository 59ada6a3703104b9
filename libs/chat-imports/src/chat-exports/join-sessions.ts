import { isItem, textIn, type JsonItem } from './conversation';
import type { ReadItem } from './read-items';

/** The first line of a session: `{ type: "session", … }`, then one line for each message, as llama.cpp and pi write them. */
const isSession = (item: JsonItem): boolean => item['type'] === 'session' && textIn(item['id']) !== undefined;

/** A message of a session; the id and the parent may stand beside it. */
function toMessage(record: JsonItem): JsonItem {
  const { id, parentId, timestamp, message } = record;
  const own = isItem(message) ? message : {};
  return {
    ...own,
    id: own['id'] ?? id,
    parent: own['parent'] ?? (id === undefined ? undefined : (parentId ?? null)),
    timestamp: own['timestamp'] ?? timestamp,
  };
}

type SessionItem = ReadItem & { readonly item: JsonItem };

const toItem = (header: SessionItem, messages: readonly JsonItem[]): ReadItem => ({
  ...header,
  item: { conv: header.item, messages },
});

/** Joins the lines of each session to one item, because only all of its messages tell which branch was shown. Other items pass. */
export async function* joinSessions(items: AsyncIterable<ReadItem>): AsyncGenerator<ReadItem> {
  let open: { readonly header: SessionItem; readonly messages: JsonItem[] } | undefined;
  for await (const read of items) {
    const item = 'item' in read ? read.item : undefined;
    if (item && isSession(item)) {
      if (open) yield toItem(open.header, open.messages);
      open = { header: read as SessionItem, messages: [] };
    } else if (open && item) {
      if (item['type'] === 'message') open.messages.push(toMessage(item));
    } else yield read;
  }
  if (open) yield toItem(open.header, open.messages);
}
