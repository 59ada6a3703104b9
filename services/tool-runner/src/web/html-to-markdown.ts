import { gfm } from '@joplin/turndown-plugin-gfm';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/** The readable part of an HTML page. */
export interface ReadablePage {
  readonly title: string;
  readonly markdown: string;
}

/** The parts of a DOM that are used; the types of browsers are not those of a service. */
interface PageElement {
  remove(): void;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

interface PageDocument {
  readonly body: { readonly innerHTML: string };
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** What no reader sees, or what is not text. */
const UNREADABLE = 'script, style, noscript, template, iframe, object, embed, svg, canvas, form, [hidden]';

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
  for (const element of document.querySelectorAll(UNREADABLE)) element.remove();
  completeLinks(document, url);
  return document;
}

function toMarkdown(html: string): string {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.use(gfm);
  // An image is its description: the model cannot see it, and its address would only take tokens.
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_text, node) => (node as PageElement).getAttribute('alt') ?? '',
  });
  return turndown.turndown(html).trim();
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
