import { stem, words } from '@crumbtrail/hints';
import type { Fact } from '../fact';
import { DIED_RELATION } from '../extraction/read-relation';

/** Other words for relations, as models write them. */
const SAME_RELATION: readonly (readonly [RegExp, string])[] = [
  [/^(?:lives?|resides?|is living|moved|home|city of residence|residence|lives? now)(?: (?:in|at|to))?$/, 'lives in'],
  [/^(?:works?|is working|is employed|employed|joined|employer|started)(?: (?:at|for|by|with))?$/, 'works at'],
  [/^(?:likes?|loves?|enjoys?|adores?|is fond of)$/, 'likes'],
  [/^(?:hates?|dislikes?|loathes?|detests?|no longer (?:likes?|loves?|enjoys?))$/, 'dislikes'],
  [/^(?:phone|mobile|telephone|cell)(?: number)?(?: is)?$/, 'phone number'],
  [/^(?:diet|eats|follows a diet)$/, 'diet'],
];
/** Relations of which one ends the other where both have the same value. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['likes', 'dislikes'],
  ['works at', 'no longer works at'],
  ['state', 'not in state'],
];
/** Relations with several values at a time: who likes tea may like coffee, too. */
const MULTI_VALUED = new Set([
  'is a',
  'state',
  'not in state',
  'has',
  'no longer works at',
  'likes',
  'dislikes',
  'plans',
  'decided',
  'is allergic to',
  DIED_RELATION,
]);

const normalise = (text: string | undefined): string =>
  words(text ?? '')
    .map(stem)
    .join(' ');

/** The name of a relation, whatever its words. */
function nameRelation({ relation = '' }: Fact): string {
  const written = relation.toLowerCase().trim();
  return SAME_RELATION.find(([others]) => others.test(written))?.[1] ?? written;
}

const isSameSubject = (a: Fact, b: Fact): boolean => normalise(a.subject) === normalise(b.subject);

/** Whether both state the same relation of the same subject. */
export const isSameRelation = (a: Fact, b: Fact): boolean =>
  a.relation !== undefined &&
  b.relation !== undefined &&
  normalise(nameRelation(a)) === normalise(nameRelation(b)) &&
  isSameSubject(a, b);

export const isSameValue = (a: Fact, b: Fact): boolean => normalise(a.value) === normalise(b.value);

/** Do both feel, or say, the opposite of the same thing? */
function isOpposite(a: Fact, b: Fact): boolean {
  if (a.value === undefined || !isSameSubject(a, b) || !isSameValue(a, b)) return false;
  const pair = [nameRelation(a), nameRelation(b)];
  return OPPOSITES.some((both) => both.every((one) => pair.includes(one)));
}

/** Relations whose value is nobody that they introduce. */
const INTRODUCES_NOBODY = new Set([...MULTI_VALUED, 'name', 'lives in', 'works at', 'works as', 'comes from']);

/** Those whom a fact introduces: `Our dog is called Rex` the dog and Rex, `I have a cat named Rex` the cat and Rex. */
function listIntroduced(fact: Fact): string[] {
  const { relation = '', subject = '', value = '' } = fact;
  const called = /\b(?:called|named) (\p{Lu}[\p{L}\p{M}'-]*)/u.exec(value)?.[1];
  return [
    `${subject}'s ${relation}`,
    ...(relation === 'has' ? [`${subject}'s ${value.replace(/^an? /i, '')}`] : []),
    ...(INTRODUCES_NOBODY.has(nameRelation(fact)) ? [] : [value]),
    ...(called === undefined ? [] : [called]),
  ];
}

/** Is it the death of somebody or some animal that the other one introduces? It ends that, whichever was said first. */
export function isDeathOf(death: Fact, other: Fact): boolean {
  if (death.relation !== DIED_RELATION || other.relation === DIED_RELATION || other.relation === undefined)
    return false;
  const dead = normalise(death.subject);
  return listIntroduced(other).some((one) => normalise(one) === dead);
}

/** Whether the two cannot hold at the same time: another value of what has one, or the opposite feeling. */
export function isOneSlot(a: Fact, b: Fact): boolean {
  return isOpposite(a, b) || (isSameRelation(a, b) && !isSameValue(a, b) && !MULTI_VALUED.has(nameRelation(a)));
}
