import type { SubqueryContent, SubqueryRequest } from '@crumbtrail/contracts';
import { defuse, escapeMarkup } from '@crumbtrail/hints';

/** What the model reads of a subquery. */
export type RenderedSubquery = Pick<SubqueryRequest, 'type' | 'request' | 'content' | 'max_words'>;

const SUMMARY_FORM =
  'The form of the summary: a title; the acts or topics in their order, with [done] at those that are over; an overview in two or three sentences; key facts; who takes part, each with status, place and goals.';

const escapeText = (text: string): string => escapeMarkup(defuse(text));
const escapeValue = (value: string): string => escapeText(value.replace(/\s+/g, ' ')).replaceAll('"', '&quot;');

/** One part of a content: who said it and when, if that is known, and its text. */
export function renderPart({ at, by, text }: SubqueryContent['parts'][number]): string {
  const heading = [...(at === undefined ? [] : [`[${at}]`]), ...(by === undefined ? [] : [`${by}:`])].join(' ');
  return escapeText(heading === '' ? text : `${heading} ${text}`);
}

function contentElement({ source, parts, around }: SubqueryContent): string {
  const time = around === undefined ? '' : ` around="${escapeValue(around)}"`;
  const text = parts.length === 0 ? '(It holds no text.)' : parts.map(renderPart).join('\n');
  return `<content source="${escapeValue(source)}"${time} trust="untrusted">\n${text}\n</content>`;
}

const limitOf = ({ max_words }: RenderedSubquery): string =>
  max_words === undefined ? '' : ` Write at most ${max_words} words.`;

/** What is asked, again, because models follow what they read last. */
function reminderOf(asked: RenderedSubquery): string {
  const from = asked.content === undefined ? 'from what you have read' : 'from the content and what you read before it';
  return `Answer only this request, ${from}: ${escapeText(asked.request)} If the answer is not there, say so.${limitOf(asked)}`;
}

/** The last message of a subquery: the request, the content if there is one, and the request again. No text in it can begin or end an element. */
export function renderSubquery(asked: RenderedSubquery): string {
  const { type, request, content } = asked;
  const form = type === 'session_summary' ? `\n${SUMMARY_FORM}` : '';
  return [
    `<subquery type="${type}">`,
    `<request>${escapeText(request)}${form}</request>`,
    ...(content === undefined ? [] : [contentElement(content)]),
    `<reminder>${reminderOf(asked)}</reminder>`,
    '</subquery>',
  ].join('\n');
}
