/** The scripted researcher. It knows only the results of its tools. */
const { stem } = require('@crumbtrail/hints');

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const UNITS = 'year month week day hour minute'.split(' ');
const SPAN = new RegExp(`\\b(\\d{1,3}|${NUMBERS.join('|')})[ -](${UNITS.join('|')})s?\\b`, 'i');
const YEAR = /\b(?:since|in)\s+((?:19|20)\d\d)\b/i;
const EMPTY = new Set(
  `how long has have had having is are was were did does do been be being many much what when which who the a an and or of for to in on
  at by with from ago since now will would his her their its it he she they you your i my s ${UNITS.map((unit) => `${unit} ${unit}s`).join(' ')}`.split(
    /\s+/,
  ),
);
/** Smaller units for a span without a unit: [unit, number of days in it]. */
const SMALLER = { year: ['month', 12], month: ['day', 30], week: ['day', 7], day: ['hour', 24], hour: ['minute', 60] };
const INTO = { 'year month': 12, 'year week': 52, 'year day': 365, 'month day': 30, 'week day': 7, 'day hour': 24 };
/** The longest time before a text at which a message of another author still counts as the question that it answers. */
const JUST_BEFORE_MS = 90_000;
const MOST_SEARCHES = 3;
const LIMIT = 20;

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const topicsOf = (text, but = []) => wordsOf(text).filter((word) => !EMPTY.has(word) && !but.includes(word));

/** The author whose name occurs in the question. */
function personOf(question, results) {
  const words = new Set(wordsOf(question));
  return results.map(({ author }) => author).find((author) => words.has(author.toLowerCase()));
}

/** Finds a duration or a year in a text. */
function toldIn(text) {
  const span = SPAN.exec(text);
  if (span) {
    const said = span[1].toLowerCase();
    return { count: NUMBERS.includes(said) ? NUMBERS.indexOf(said) + 1 : Number(said), unit: span[2].toLowerCase() };
  }
  const year = YEAR.exec(text);
  return year ? { year: Number(year[1]) } : undefined;
}

function justBefore(one, results) {
  const at = Date.parse(one.at);
  return results.filter((other) => {
    const ms = at - Date.parse(other.at);
    return other.id !== one.id && other.session === one.session && ms >= 0 && ms <= JUST_BEFORE_MS;
  });
}

/** The first result that gives a time for the question's subject, in its own words or as an answer to them; undefined without one. */
function findingOf(question, results) {
  const person = personOf(question, results);
  const topics = topicsOf(question, person ? wordsOf(person) : []).map(stem);
  const near = (one) => {
    const said = new Set(wordsOf([one, ...justBefore(one, results)].map(({ text }) => text).join(' ')).map(stem));
    return topics.filter((topic) => said.has(topic)).length;
  };
  const [best] = results
    .filter(({ author }) => !person || author === person)
    .map((result) => ({ result, told: toldIn(result.text), near: near(result) }))
    .filter(({ told, near: shared }) => told && shared > 0)
    .sort((a, b) => b.near - a.near);
  return best;
}

const plural = (unit) => (count) => `${count} ${unit}${count === '1' ? '' : 's'}`;

/** The expression to compute for a finding, and how its result is worded. */
function sumOf(question, { told, result }) {
  const said = new Date(result.at).getUTCFullYear();
  if (told.year) return { expression: `${said} - ${told.year}`, says: plural('year') };
  const asked = /how many (\w+?)s?\b/i.exec(question)?.[1].toLowerCase();
  const into = INTO[`${told.unit} ${asked}`];
  if (into) return { expression: `${told.count} * ${into}`, says: plural(asked) };
  if (told.unit === 'year') return { expression: `${said} - ${told.count}`, says: (year) => `Since ${year}` };
  const [unit, many] = SMALLER[told.unit] ?? ['minute', 1];
  return { expression: `${told.count} * ${many}`, says: plural(unit) };
}

const day = (at) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function answerOf({ result }, { expression, says }, computed) {
  return `${says(computed)}. ${result.author} said on ${day(result.at)}: “${result.text}” (${expression} = ${computed})`;
}

/** The searches: the question itself; then texts of the named person that give a time; then those alone. */
function searchOf(question, results, nth) {
  const person = personOf(question, results);
  const times = UNITS.map((unit) => `${unit}s`)
    .slice(0, 4)
    .join(' ');
  const topics = topicsOf(question, person ? wordsOf(person) : []).join(' ');
  const query = [question, `${topics} ${times} since`, times][nth];
  return { query, limit: LIMIT, ...(nth > 0 && person ? { author: person } : {}) };
}

/** The tool results of a turn, in order: search results, and the computed value. */
function readTools(messages) {
  const read = { searches: 0, results: [], computed: undefined, failed: undefined };
  for (const { content } of messages.filter(({ role }) => role === 'tool')) {
    if (/^-?[\d.]+$/.test(content)) read.computed = content;
    else if (content.startsWith('{"results":')) {
      read.searches += 1;
      read.results.push(...JSON.parse(content).results);
    } else read.failed = content;
  }
  const byId = new Map(read.results.map((one) => [one.id, one]));
  return { ...read, results: [...byId.values()] };
}

const questionOf = (messages) =>
  (
    messages
      .findLast(({ role }) => role === 'user')
      ?.content.trim()
      .split('\n')
      .at(-1) ?? ''
  ).replace(/^[^:?]*: /, '');

/** The next step of the researcher, for a model call: search, compute, or answer. */
function research({ body: { messages } }) {
  const question = questionOf(messages);
  const { searches, results, computed, failed } = readTools(messages);
  if (failed) return { say: `I could not continue: ${failed}` };
  const finding = findingOf(question, results);
  const sum = finding && sumOf(question, finding);
  if (sum && computed !== undefined) return { say: answerOf(finding, sum, computed) };
  if (sum) return { calls: [{ name: 'calculator', arguments: { expression: sum.expression } }] };
  if (searches < MOST_SEARCHES)
    return { calls: [{ name: 'search_breadcrumbs', arguments: searchOf(question, results, searches) }] };
  return { say: `I found no answer in ${results.length} results of ${searches} searches.` };
}

module.exports = { findingOf, research, sumOf, toldIn };
