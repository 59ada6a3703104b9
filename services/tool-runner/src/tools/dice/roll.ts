/** What is wrong with a notation. */
export class BadNotation extends Error {
  override readonly name = 'BadNotation';
}

/** One group of dice with its result. */
export interface Rolled {
  readonly dice: string;
  /** Every die in the order rolled; dice added by an explosion follow the exploding one. */
  readonly rolled: readonly number[];
  readonly kept: readonly number[];
  readonly subtotal: number;
}

export interface Throw {
  readonly notation: string;
  readonly total: number;
  readonly groups: readonly Rolled[];
  /** The constant added to the dice. */
  readonly modifier: number;
}

/** Returns a random number from 1 to `sides`, uniformly distributed. */
export type Die = (sides: number) => number;

const MOST_DICE = 100;
const MOST_SIDES = 1_000;
const MOST_TERMS = 20;
/** Maximum number of dice that explosions add to a group. */
const MOST_EXTRA = 100;
const HOW =
  'Write dice as 2d6+3, 4d6kh3, 2d20kl1, 3d6! or d%: NdM, then kh, kl, dh or dl with a number to keep or drop, ! for dice that explode.';

const TERM = /^(?:(\d*)d(\d+|%)(!?)(?:(kh|kl|k|dh|dl|d)(\d+))?(!?)|(\d+))$/i;

interface Group {
  readonly text: string;
  readonly count: number;
  readonly sides: number;
  readonly explodes: boolean;
  readonly keep?: { readonly highest: boolean; readonly count: number };
}

/** The dice of a group that count: `dl1` of four dice keeps the three highest. */
function keepOf(how: string | undefined, number: string | undefined, count: number): Group['keep'] {
  if (how === undefined) return undefined;
  const named = Number(number);
  if (named > count) throw new BadNotation(`Of ${count} dice ${named} cannot be kept or dropped.`);
  const drops = /^d/i.test(how);
  const names = how.toLowerCase();
  const highest = drops ? names !== 'dh' : names !== 'kl';
  return { highest, count: drops ? count - named : named };
}

function groupOf(text: string, [, count = '', sides = '', before, how, number, after]: RegExpExecArray): Group {
  const [dice, faces] = [Number(count || 1), Number(sides.replace('%', '100'))];
  if (dice < 1 || dice > MOST_DICE)
    throw new BadNotation(`${text} rolls ${dice} dice; 1 to ${MOST_DICE} can be rolled.`);
  if (faces < 2 || faces > MOST_SIDES)
    throw new BadNotation(`${text} has dice of ${faces} sides; 2 to ${MOST_SIDES} are possible.`);
  const keep = keepOf(how, number, dice);
  return { text, count: dice, sides: faces, explodes: before === '!' || after === '!', ...(keep ? { keep } : {}) };
}

/** Rolls every die of a group. An exploding die is rolled again and both count. */
function fall({ count, sides, explodes, text }: Group, die: Die): number[] {
  const fallen: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    if (fallen.length >= count + MOST_EXTRA) throw new BadNotation(`${text} exploded more than ${MOST_EXTRA} times.`);
    const value = die(sides);
    fallen.push(value);
    if (explodes && value === sides) left += 1;
  }
  return fallen;
}

function roll(group: Group, die: Die): Rolled {
  const rolled = fall(group, die);
  const { keep } = group;
  const sorted = [...rolled].sort((a, b) => (keep?.highest ? b - a : a - b));
  const kept = keep ? sorted.slice(0, keep.count) : rolled;
  return { dice: group.text, rolled, kept, subtotal: kept.reduce((sum, one) => sum + one, 0) };
}

interface Term {
  readonly sign: 1 | -1;
  readonly group?: Group;
  readonly plain?: number;
}

function termOf(text: string, sign: 1 | -1): Term {
  const match = TERM.exec(text);
  if (!match) throw new BadNotation(`"${text}" is not a dice notation. ${HOW}`);
  const plain = match[7];
  if (plain === undefined) return { sign, group: groupOf(text, match) };
  if (plain.length > 9) throw new BadNotation(`${plain} is too large a number to add.`);
  return { sign, plain: Number(plain) };
}

function resolveToolSettings(notation: string): Term[] {
  const text = notation.replaceAll('−', '-').replace(/\s+/g, '');
  const parts = text.split(/(?=[+-])/);
  if (parts.length > MOST_TERMS) throw new BadNotation(`More than ${MOST_TERMS} terms; roll them one after the other.`);
  return parts.map((part) => termOf(part.replace(/^[+-]/, ''), part.startsWith('-') ? -1 : 1));
}

/** Rolls a notation such as `4d6kh3+2` with the given die. Throws BadNotation, which explains the notation. */
export function rollDice(notation: string, die: Die): Throw {
  const terms = resolveToolSettings(notation);
  const groups = terms.flatMap(({ group, sign }) => (group ? [{ sign, rolled: roll(group, die) }] : []));
  const modifier = terms.reduce((sum, { plain = 0, sign }) => sum + sign * plain, 0);
  const total = groups.reduce((sum, { sign, rolled }) => sum + sign * rolled.subtotal, modifier);
  return { notation, total, groups: groups.map(({ rolled }) => rolled), modifier };
}
