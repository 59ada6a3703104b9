/** Maximum number of quoted lines, and maximum characters of each. */
const MOST = 3;
const LONGEST = 400;

const COMMON = new Set(
  'a about after all also am an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it its just know me more my no not of on or our out please she should so some such tell than that the their them then there these they this to up us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** The approximate stem of a word: enough to match `deploys` and `deployed`. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word);

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map(stem));
}

/** Lines without an author: section headings, dates, the beginning or end of an element. */
const OURS = /^(?:#.*|\d{1,2} \p{L}+(?: \d+)?:|Today:|<[^>]*>)?$/u;

/** A line without the elements around it, unescaped. */
function unescapeLine(line: string): string {
  const bare = line.replace(/^<message[^>]*>|<\/message>$/g, '');
  return bare.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

/**
 * The items of a context in order: one for each line that starts at column 0, with its indented lines; headings are
 * skipped.
 */
function itemsOf(context: string): string[] {
  const items: string[] = [];
  for (const line of context.split('\n').map(unescapeLine)) {
    if (line.trim() === '' || OURS.test(line)) continue;
    if (/^\s/.test(line) && items.length > 0) items[items.length - 1] += ` ${line.trim()}`;
    else items.push(line.trim());
  }
  return items;
}

/** The inverse document frequency of each word among the items. */
function weigh(items: readonly Set<string>[]): (word: string) => number {
  const seen = new Map<string, number>();
  for (const words of items) for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + items.length / (seen.get(word) ?? 1));
}

/**
 * The lines of a formatted context that are most similar to its last one, weighted by the rarity of the shared words,
 * in their order; empty when nothing is shared. Lines that contain `skip` are left out, so that an answer neither quotes
 * an answer nor takes that of another agent for the question.
 */
export function quote(context: string, skip: string): string[] {
  const items = itemsOf(context).filter((line) => !line.includes(skip));
  const question = wordsOf(withoutName(items.at(-1) ?? ''));
  const lines = items.slice(0, -1);
  const bags = lines.map(wordsOf);
  const weight = weigh(bags);
  return lines
    .map((line, at) => ({ line, at, score: sharedWeight(question, bags[at] as Set<string>, weight) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, MOST)
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => shorten(line));
}

const shorten = (line: string): string =>
  line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line;

/** The heading of what was found for the message, as contexts have it. */
const FOUND = /^## Earlier$/m;
const NEXT = /^## /m;

/** The first lines that a context has found for its last one, whatever words they share; empty where it has found none. */
export function quoteFound(context: string, skip: string): string[] {
  const start = FOUND.exec(context);
  if (!start) return [];
  const after = context.slice(start.index + start[0].length);
  return itemsOf(after.slice(0, NEXT.exec(after)?.index ?? 0))
    .filter((line) => !line.includes(skip))
    .slice(0, MOST)
    .map(shorten);
}

function sharedWeight(
  question: ReadonlySet<string>,
  words: ReadonlySet<string>,
  weight: (word: string) => number,
): number {
  let sum = 0;
  for (const word of question) if (words.has(word)) sum += weight(word);
  return sum;
}

const withoutName = (line: string): string => line.replace(/^[^:]{1,80}: /, '');
