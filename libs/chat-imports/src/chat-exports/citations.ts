import { isItem, itemIn, listIn, textIn, type JsonItem } from './conversation';

/** Private characters with which ChatGPT marks what its pages show otherwise: `\ue200cite\ue202turn0search1\ue201`. */
const MARK = /\ue200([^\ue200\ue201]*)\ue201/g;
/** Marks of older exports: `【4†source】`, `【4:0†report.pdf】`. */
const FOOTNOTE = /【(\d+)[^【】†]*†[^【】]*】/g;
/** What is left of marks whose end is missing, and the characters around spans that are text. */
const STRAY = /[\ue200-\ue206]/g;

/** The spaces before a mark. Each run is looked at once, also where no mark follows it. */
const SPACES = '(?<![ \\t])[ \\t]*';

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\/\S+$/.test(value);

/** A link in Markdown; without an address the title alone. */
function linkTo(title: unknown, url: unknown): string | undefined {
  const name = textIn(title)
    ?.replace(/[[\]\r\n]+/g, ' ')
    .trim();
  if (!isAddress(url)) return name;
  return `[${name ?? url}](${url.replace(/\)/g, '%29')})`;
}

/** What stands for a mark: the links that the export gives for it. */
function linksOf(reference: JsonItem): string {
  const items = [...listIn(reference['items']), reference].filter(isItem);
  const links = items.flatMap((item) =>
    isAddress(item['url']) ? [linkTo(item['title'] ?? item['name'], item['url']) ?? ''] : [],
  );
  if (links.length > 0) return `(${[...new Set(links)].join(', ')})`;
  const [safe] = listIn(reference['safe_urls']).filter(isAddress);
  return textIn(reference['alt']) ?? (safe === undefined ? (textIn(reference['name']) ?? '') : `(${safe})`);
}

/** The words in a mark that the export does not explain: the name of an entity, the title of a link. */
function wordsIn(mark: string): string {
  const [kind = '', words = ''] = mark.split('\ue202');
  if (kind === 'url' || kind === 'link_title') return words;
  if (kind !== 'entity') return '';
  const name = /^\[\s*"[^"]*"\s*,\s*"([^"]*)"/.exec(words);
  return name?.[1] ?? '';
}

/** The text without the spaces at its end; line breaks stay. */
function withoutSpaces(text: string): string {
  let end = text.length;
  while (/[ \t]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Takes the place of a mark; where nothing does, the spaces before the mark go with it. */
function replaceMark(text: string, mark: string, by: string): string {
  if (by !== '') return text.replaceAll(mark, () => by);
  const parts = text.split(mark);
  return parts.map((part, at) => (at < parts.length - 1 ? withoutSpaces(part) : part)).join('');
}

/** Puts links in the place of marks that the export explains. */
function explainMarks(text: string, references: readonly unknown[]): string {
  let explained = text;
  for (const reference of references.filter(isItem)) {
    const mark = textIn(reference['matched_text']);
    if (mark !== undefined && /[\ue200【]/.test(mark)) explained = replaceMark(explained, mark, linksOf(reference));
  }
  return explained;
}

/** The link of each footnote mark, by the place of the mark and by its number. */
function footnoteLinks(text: string, citations: readonly unknown[]): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const citation of citations.filter(isItem)) {
    const { title, url, name, extra } = itemIn(citation['metadata']);
    const link = linkTo(title ?? name, url);
    const mark = text.slice(Number(citation['start_ix']), Number(citation['end_ix']));
    if (link === undefined) continue;
    if (new RegExp(`^${FOOTNOTE.source}$`).test(mark)) links.set(mark, link);
    links.set(`number ${String(itemIn(extra)['cited_message_idx'])}`, link);
  }
  return links;
}

/** The text of a reply of ChatGPT with links in the place of its citation marks; marks without a link are removed. */
export function linkCitations(text: string, metadata: unknown): string {
  const { content_references: references, citations } = itemIn(metadata);
  const links = footnoteLinks(text, listIn(citations));
  return explainMarks(text, listIn(references))
    .replace(new RegExp(`${SPACES}${MARK.source}`, 'g'), (whole: string, mark: string) => {
      const words = wordsIn(mark);
      return words === '' ? '' : whole.slice(0, whole.indexOf('\ue200')) + words;
    })
    .replace(new RegExp(`${SPACES}${FOOTNOTE.source}`, 'g'), (whole: string, number: string) => {
      const link = links.get(whole.trim()) ?? links.get(`number ${number}`);
      return link === undefined ? '' : ` (${link})`;
    })
    .replace(STRAY, '');
}
