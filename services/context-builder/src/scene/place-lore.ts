import {
  activate,
  readDecorators,
  wordVerdict,
  type LoreMessage,
  type LoreResult,
  type LoreSlot,
  type LoreVerdict,
  type TimedEffect,
} from '@crumbtrail/lore';
import type { AgentContextV1, CrumbAuthor, Ref } from '@crumbtrail/contracts';
import { entryName, type AppliedEntry, type SceneLore } from './applied-lore';
import { LORE_HEADING, type PlacedText, type TextPlace } from './placed-text';
import { isOperator } from './place-authored';
import type { SceneActivity } from './scenes';

type LoreRecord = NonNullable<NonNullable<AgentContextV1['scene']>['lore']>;

/** An active entry and its place. */
export interface PlacedEntry extends Ref {
  /** `valley/dragon`. */
  readonly name: string;
  /** Its label for people. */
  readonly label?: string;
  readonly author: CrumbAuthor;
  readonly slot: LoreSlot;
  /** Whether it is active in every turn: what stays the same stands first. */
  readonly constant: boolean;
  readonly text: string;
}

/** What an activation of lore depends on, besides the lore. */
export interface LoreTurn {
  readonly agent: { readonly id: string; readonly name?: string };
  readonly session: string;
  /** The same for every build of a turn. */
  readonly turn: string;
  /** Newest first, the current message included. */
  readonly messages: readonly LoreMessage[];
  readonly activity: SceneActivity;
  readonly injections: readonly string[];
  readonly noteDue: boolean;
  readonly contextTokens: number;
  readonly countTokens: (text: string) => number;
  /** Expands the macros of a text of the named source. */
  readonly expand: (text: string, source: string) => string;
}

/** The most verdicts of a record; of the others it holds numbers. */
const MOST_VERDICTS = 256;
/** Verdicts that are told last, because they say least. */
const DULL: ReadonlySet<string> = new Set(['no_key', 'disabled', 'other_agent', 'generation_type']);

/** Decides which entries are active, and records why. */
export function activateLore(
  lore: SceneLore,
  turn: LoreTurn,
): { readonly entries: readonly PlacedEntry[]; readonly record: LoreRecord } {
  const { activity } = turn;
  const { user_messages: user, agent_messages: agent } = activity;
  const result = activate(lore.compiled, {
    messages: turn.messages,
    ...(user + agent > 0 ? { counts: { all: user + agent, user, agent } } : {}),
    agent: turn.agent,
    injections: turn.injections.map((text, nth) => ({ id: `note ${nth + 1}`, text })),
    timed: lore.timed,
    settings: lore.settings,
    contextTokens: turn.contextTokens,
    seed: { session: turn.session, turn: turn.turn },
    noteDue: turn.noteDue,
    countTokens: turn.countTokens,
    expand: (text, entry) => turn.expand(text, `lore ${entryName(entry)}`),
  });
  const entries = placeEntries(lore, result);
  return { entries, record: toRecord(lore, result, entries) };
}

function placeEntries(lore: SceneLore, { placements, verdicts }: LoreResult): PlacedEntry[] {
  const constant = new Set(
    verdicts.filter((one) => one.verdict === 'active' && one.cause.by === 'constant').map(entryName),
  );
  return placements.flatMap(({ entries, text: _text, tokens: _tokens, ...slot }) =>
    entries.map((ref): PlacedEntry => {
      const name = entryName(ref);
      const applied = lore.entries.get(name) as AppliedEntry;
      return { ...toPlaced(applied, name), slot, constant: constant.has(name) };
    }),
  );
}

const toPlaced = ({ id, version, author, entry }: AppliedEntry, name: string) => ({
  id,
  version,
  name,
  ...(entry.comment ? { label: entry.comment } : {}),
  author,
  text: readDecorators(entry.content).content,
});

function toRecord(lore: SceneLore, { verdicts, timedEffects }: LoreResult, placed: readonly PlacedEntry[]): LoreRecord {
  const { set, remove } = timedEffects;
  const gone = new Set([...set, ...remove].map(entryName));
  const timed: TimedEffect[] = [...lore.timed.filter((one) => !gone.has(entryName(one))), ...set];
  const counts: Record<string, number> = {};
  for (const { verdict } of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return {
    placed: placed.map(({ id, version, name, slot, constant }) => ({ id, version, name, ...slot, constant })),
    verdicts: mostTelling(verdicts).map((one) => ({
      entry: entryName(one),
      ...(one.comment === undefined ? {} : { label: one.comment }),
      verdict: one.verdict,
      pass: one.pass,
      says: wordVerdict(one),
    })),
    counts,
    timed: timed.map((one) => ({ ...one })),
    ...(lore.refused === undefined ? {} : { refused: lore.refused }),
  };
}

function mostTelling(verdicts: readonly LoreVerdict[]): LoreVerdict[] {
  const rank = ({ verdict }: LoreVerdict): number => (verdict === 'active' ? 0 : DULL.has(verdict) ? 2 : 1);
  return verdicts.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_VERDICTS);
}

/** The entries that a recorded build placed, from the crumbs in their recorded versions; what is missing has no place. */
export function recordedEntries(record: LoreRecord, crumbs: readonly AppliedEntry[]): PlacedEntry[] {
  const known = new Map(crumbs.map((one) => [`${one.id}@${one.version}`, one]));
  return record.placed.flatMap(({ id, version, name, constant, ...slot }) => {
    const applied = known.get(`${id}@${version}`);
    return applied ? [{ ...toPlaced(applied, name), slot: slot as LoreSlot, constant }] : [];
  });
}

/** The place of an entry. What is not active in every turn stands directly above the conversation, so that what is above it stays the same. */
function placeOf({ slot, constant }: PlacedEntry): TextPlace {
  if (slot.position === 'at_depth') return { slot: 'at_depth', depth: slot.depth, role: slot.role };
  return { slot: constant ? 'before' : 'after' };
}

function toText(entry: PlacedEntry, place = placeOf(entry)): PlacedText {
  const { id, version, name, label, author, text } = entry;
  const refs = [{ id, version }];
  return { source: `lore ${name}`, refs, place, heading: LORE_HEADING, name: label ?? name, author, text };
}

/** The texts of operators' entries at an outlet, in their order; a text of a scene inserts them where it says `{{outlet::name}}`. */
export const textAtOutlet = (entries: readonly PlacedEntry[], name: string): string =>
  entries
    .filter(({ slot, author }) => slot.position === 'outlet' && slot.outlet === name && isOperator(author))
    .map(({ text }) => text)
    .join('\n');

/** Whether two entries are one message: they stand at the same depth with the same role. */
const sharesMessage = (a: PlacedText, b: PlacedText): boolean =>
  a.place.slot === 'at_depth' &&
  b.place.slot === 'at_depth' &&
  a.place.depth === b.place.depth &&
  a.place.role === b.place.role;

function joinMessages(texts: readonly PlacedText[]): PlacedText[] {
  const joined: PlacedText[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    if (last === undefined || !sharesMessage(last, text)) joined.push(text);
    else {
      const { name: _name, ...both } = last;
      const refs = [...last.refs, ...text.refs];
      joined[joined.length - 1] = {
        ...both,
        source: `${last.source}, ${text.source.slice(5)}`,
        refs,
        text: `${last.text}\n${text.text}`,
      };
    }
  }
  return joined;
}

/** Puts entries around the texts of scenes: above and below the scenario and the author's note, and in the conversation. */
export function withLore(texts: readonly PlacedText[], entries: readonly PlacedEntry[]): PlacedText[] {
  const note = texts.find(({ source }) => source === 'note');
  const at = (position: string): PlacedEntry[] => entries.filter(({ slot }) => slot.position === position);
  const aroundNote = (position: string): PlacedText[] =>
    note ? at(position).map((one) => toText(one, note.place)) : [];
  const isFixed = ({ slot: { position } }: PlacedEntry): boolean =>
    ['after', 'examples_top', 'examples_bottom'].includes(position);
  return [
    ...at('before').map((one) => toText(one)),
    ...texts.filter(({ source }) => source === 'scenario'),
    ...entries.filter(isFixed).map((one) => toText(one)),
    ...aroundNote('note_top'),
    ...(note ? [note] : []),
    ...aroundNote('note_bottom'),
    ...joinMessages(at('at_depth').map((one) => toText(one))),
    ...texts.filter(({ source }) => source !== 'scenario' && source !== 'note'),
  ];
}
