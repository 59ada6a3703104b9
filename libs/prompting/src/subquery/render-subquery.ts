import type { SubqueryContent, SubqueryRequest } from '@crumbtrail/contracts';
import { defuse, escapeMarkup } from '@crumbtrail/hints';
import type { CompleteTemplate } from './built-in-templates';

/** What the model reads of a subquery. */
export interface RenderedSubquery extends Pick<SubqueryRequest, 'type' | 'request' | 'content' | 'max_words'> {
  readonly template: CompleteTemplate;
  /** The name of the agent that answers. */
  readonly agent: string;
}

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

type TemplateName = 'request' | 'agent' | 'sources';

/** A text of a template with its names filled in. Names that no template has stay as they are written. */
function fillTemplate(text: string, { request, agent, content }: RenderedSubquery): string {
  const values: Readonly<Record<TemplateName, string>> = {
    request: escapeText(request),
    agent: escapeText(agent),
    sources: content === undefined ? 'from what you have read' : 'from the content and what you read before it',
  };
  return text.replace(/\{\{(request|agent|sources)\}\}/g, (_, name: TemplateName) => values[name]);
}

/** The last message of a subquery: the request, the content if there is one, and the reminder, because models follow what they read last. No text in request and content can begin or end an element. */
export function renderSubquery(asked: RenderedSubquery): string {
  const { type, content, template } = asked;
  return [
    `<subquery type="${type}">`,
    `<request>${fillTemplate(template.text, asked)}</request>`,
    ...(content === undefined ? [] : [contentElement(content)]),
    `<reminder>${fillTemplate(template.reminder, asked)}${limitOf(asked)}</reminder>`,
    '</subquery>',
  ].join('\n');
}
