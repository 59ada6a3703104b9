import { PAST_VERBS, PRESENT_VERBS } from '../sentences/english-verbs';

/** First person verbs whose third person is not made by an ending. */
const IRREGULAR: Readonly<Record<string, string>> = {
  am: 'is',
  have: 'has',
  do: 'does',
  go: 'goes',
  "don't": "doesn't",
  "haven't": "hasn't",
};
const MODAL = new Set(
  "was had did will would can could should must might may won't can't couldn't wouldn't shouldn't didn't hadn't wasn't never cannot".split(
    ' ',
  ),
);
const ADVERB =
  /^(?:also|always|usually|often|really|just|already|recently|finally|currently|now|still|actually|even|only|once|never|mostly|absolutely|definitely|probably|\w+ly)$/i;
const endsPlain = (verb: string): string =>
  /(?:[sxz]|ch|sh|o)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;

/** The third person of a verb of the first; undefined for what is not known to be a verb. */
function thirdPerson(verb: string): string | undefined {
  const word = verb.toLowerCase();
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  if (PRESENT_VERBS.has(word)) return endsPlain(word);
  return PAST_VERBS.has(word) || MODAL.has(word) || /ed$/.test(word) ? word : undefined;
}

const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\bI['’]m\b/g, 'I am'],
  [/\bI['’]ve\b/g, 'I have'],
  [/\bI['’]ll\b/g, 'I will'],
  [/\bI['’]d (?=been|rather|love|like|prefer)/g, 'I would '],
];

const expandContractions = (text: string): string =>
  CONTRACTED.reduce((said, [short, long]) => said.replace(short, long), text.replaceAll('’', "'"));

/** `I really like`: the words between `I` and its verb, and the verb. */
function nameSubject(rest: string, name: string): string | undefined {
  const parts = rest.split(' ');
  const at = parts.findIndex((part) => !ADVERB.test(part) || part.toLowerCase() === 'never');
  const verb = parts[at];
  if (verb === undefined) return undefined;
  if (verb.toLowerCase() === 'never') return nameNever(parts, at, name);
  const third = thirdPerson(verb);
  if (third === undefined) return undefined;
  return [name, ...parts.slice(0, at), third, ...parts.slice(at + 1)].join(' ');
}

function nameNever(parts: readonly string[], at: number, name: string): string | undefined {
  const third = thirdPerson(parts[at + 1] ?? '');
  return third === undefined ? undefined : [name, ...parts.slice(0, at + 1), third, ...parts.slice(at + 2)].join(' ');
}

/** Later words of the first person, in a clause whose subject is named: `their`, `them`. */
const LATER: readonly (readonly [RegExp, string])[] = [
  [/\bI am\b/g, 'they are'],
  [/\bI was\b/g, 'they were'],
  [/\bI\b/g, 'they'],
  [/\b[Mm]y\b/g, 'their'],
  [/\bme\b/g, 'them'],
  [/\bmyself\b/g, 'themselves'],
  [/\bmine\b/g, 'theirs'],
];

const nameLater = (text: string): string => LATER.reduce((said, [first, third]) => said.replace(first, third), text);

/** Words whose referents are not known here: such a sentence keeps its words. */
const OTHERS = /\b(?:we|us|our|ours|ourselves|we're|we've|we'll|you|your|yours|you're|you've|let's)\b/i;

/**
 * The English sentence with the speaker's name in place of `I` and `my`, where grammar allows it safely; otherwise with the name and a
 * colon before it, as in a script. What somebody says of others is their statement: `Ann says: Bob lives in Oslo.`
 */
export function nameSpeaker(sentence: string, name: string): string {
  const asScript = `${name}: ${sentence}`;
  if (OTHERS.test(sentence) || /["“”«»]/.test(sentence)) return asScript;
  const plain = expandContractions(sentence);
  const first = /^I (.+)$/s.exec(plain)?.[1];
  const owned = /^[Mm]y (.+)$/s.exec(plain)?.[1];
  if (first !== undefined) return nameRest(nameSubject(nameLater(first), name), asScript);
  if (owned !== undefined) return nameRest(`${name}'s ${nameLater(owned)}`, asScript);
  if (/\b(?:I|my|me|myself|mine)\b/i.test(plain)) return asScript;
  return sentence.startsWith(name) ? sentence : `${name} says: ${sentence}`;
}

const nameRest = (named: string | undefined, asScript: string): string => named ?? asScript;
