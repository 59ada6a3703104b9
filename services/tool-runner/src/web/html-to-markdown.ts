import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { type CellElement, simplifyTables, type TableDocument } from './simplify-tables';

/** The readable part of an HTML page. */
export interface ReadablePage {
  readonly title: string;
  readonly markdown: string;
}

/** The parts of a DOM that are used; the types of browsers are not those of a service. */
interface PageElement extends CellElement {
  remove(): void;
  replaceWith(...nodes: unknown[]): void;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

interface PageDocument extends TableDocument {
  readonly body: { readonly innerHTML: string; readonly textContent: string };
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** What no reader sees, or what is not text. Of a form its text stays: the pages of some frameworks stand in one as a whole. */
const UNREADABLE =
  'script, style, template, iframe, object, embed, svg, canvas, input, button, select, textarea, datalist, [hidden]';

/** Boxes of lists of tasks, as Markdown writes them. */
function markTasks(document: PageDocument): void {
  for (const box of document.querySelectorAll('li input[type=checkbox]'))
    box.replaceWith(box.hasAttribute('checked') ? '[x] ' : '[ ] ');
}

/** Puts the content of each form in its place: Readability leaves forms out. */
function openForms(document: PageDocument): void {
  for (const form of document.querySelectorAll('form, fieldset')) {
    const content = document.createElement('div');
    content.append(...form.childNodes);
    form.replaceWith(content);
  }
}

/** Takes out what a page shows without scripts, unless it shows nothing else. */
function removeFallbacks(document: PageDocument): void {
  const fallbacks = [...document.querySelectorAll('noscript')];
  const hidden = fallbacks.reduce((sum, one) => sum + (one.textContent ?? '').trim().length, 0);
  if (document.body.textContent.trim().length > hidden) for (const one of fallbacks) one.remove();
}

/** Links with their whole address; those that lead to no page keep only their text. */
function completeLinks(document: PageDocument, base: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') as string;
    const url = URL.canParse(href, base) ? new URL(href, base) : null;
    if (url && /^https?:$/.test(url.protocol)) link.setAttribute('href', url.href);
    else link.removeAttribute('href');
  }
}

/** A document without what no reader sees. A fragment is wrapped, because Readability needs a whole document. */
function parsePage(html: string, url: string): PageDocument {
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { readonly document: PageDocument };
  markTasks(document);
  for (const element of document.querySelectorAll(UNREADABLE)) element.remove();
  removeFallbacks(document);
  openForms(document);
  simplifyTables(document);
  completeLinks(document, url);
  return document;
}

/** `10<sup>2</sup>` as `10^2`, which is not 102. Marks of notes and endings of ordinals stay as they are: `[1]`, `1st`. */
function raise(sign: string, text: string): string {
  const said = text.trim();
  if (said === '' || /^\\?\[.*\]$/.test(said) || /^(?:st|nd|rd|th|er|re|ère|e|o|a|º|ª)$/i.test(said)) return said;
  return /^[\p{L}\p{N}+-]+$/u.test(said) ? `${sign}${said}` : `${sign}(${said})`;
}

/** A fenced block of text; the fence is longer than any in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `\n\n${ticks}\n${text.replace(/^\n|\n$/g, '')}\n${ticks}\n\n`;
}

function toMarkdown(html: string): string {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.use(gfm);
  // An image is its description: the model cannot see it, and its address would only take tokens.
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_text, node) => (node as PageElement).getAttribute('alt') ?? '',
  });
  turndown.addRule('raised', { filter: ['sup'], replacement: (text) => raise('^', text) });
  turndown.addRule('lowered', { filter: ['sub'], replacement: (text) => raise('_', text) });
  turndown.addRule('preformatted', {
    filter: (node) => node.nodeName === 'PRE' && !(node as unknown as PageElement).querySelector('code'),
    replacement: (_text, node) => fence((node as unknown as PageElement).textContent ?? ''),
  });
  // Boxes are text already; an escaped one would be no box.
  return turndown
    .turndown(html)
    .trim()
    .replace(/^(\s*[-\d.]+\s+)\\\[([ x])\\\]/gm, '$1[$2]');
}

/**
 * The main content of a page as Markdown, without scripts, navigation and images; the whole body where no main content
 * is found. `url` is what relative links are relative to.
 */
export function htmlToMarkdown(html: string, url: string): ReadablePage {
  const article = new Readability(parsePage(html, url) as never).parse();
  const markdown = article?.content ? toMarkdown(article.content) : toMarkdown(parsePage(html, url).body.innerHTML);
  return { title: (article?.title ?? '').replace(/\s+/g, ' ').trim(), markdown };
}
