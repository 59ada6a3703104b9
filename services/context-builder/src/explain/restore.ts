import {
  AgentDef,
  mayRead,
  Session,
  sha256,
  type AccountItem,
  type Candidate,
  type Envelope,
  type Participant,
  type Ref,
} from '@crumbtrail/contracts';
import { ForbiddenItem } from '../errors';
import type { Chosen, Entry } from '../format/layout';
import { cutAt } from '../text/truncate';
import type { Material } from './load-recorded';
import { itemOf } from '../gather/hydrate';
import { digestOf, type Scored } from '../gather/item';
import { ofContract, partsOf, present, triggerOf, type Occasion } from '../gather/build-input';
import { planOf, speakersOf, type Recorded } from './recorded-context';
import { namesFor, type NameOf } from '../text/speaker-names';

export type Piece = Ref & { readonly chunk?: number };

/** A candidate of a recorded context with its text, as it stood then. */
export interface Remembered {
  readonly row: AccountItem;
  readonly scored: Scored;
}

/** What a recorded context can be made of again. */
export interface Recollection {
  readonly occasion: Occasion;
  readonly nameOf: NameOf;
  /** The current message, whole. */
  readonly message: Entry;
  readonly items: readonly Remembered[];
  readonly erased: readonly Piece[];
  /** Of what was erased or is hidden, what stands around the items: the message, the session's names, a persona. */
  readonly around: readonly Piece[];
  /** Not for these eyes, or nowhere any more. */
  readonly hidden: readonly Piece[];
  /** Reads differently now. */
  readonly reworded: readonly Piece[];
}

const ref = ({ id, version }: Ref): Ref => ({ id, version });
const pieceOf = ({ id, version, chunk }: AccountItem): Piece => ({
  id,
  version,
  ...(chunk === undefined ? {} : { chunk }),
});

const isErased = (one: object | null | undefined): boolean => one !== null && one !== undefined && 'erased' in one;

/** Crumbs that the text needs beside its items, and what became of them. The definition is only needed where it is shown. */
function surroundings({ context }: Recorded, { trigger, definition, session }: Material) {
  return [
    { piece: ref(context.trigger), crumb: trigger },
    ...(context.format === 'lmml' ? [{ piece: ref(context.definition), crumb: definition }] : []),
    ...(session === undefined ? [] : [{ piece: ref(context.session as unknown as Ref), crumb: session }]),
  ];
}

/** The second lock: the store must not return what a viewer may not read, or what is of another workspace. */
function allowed(candidate: Candidate, { workspace, viewers }: Material): Candidate {
  const blind = viewers.find((viewer) => !mayRead(candidate, viewer));
  if (blind)
    throw new ForbiddenItem(candidate, `${blind.participant.kind} ${blind.participant.id} is not in its audience`);
  if (candidate.workspace !== workspace)
    throw new ForbiddenItem(candidate, `it is of another workspace than ${workspace}`);
  return candidate;
}

function scoredOf(row: AccountItem, candidate: Candidate, nameOf: NameOf, windows: readonly string[]): Scored {
  const recency = windows.map((name) => row.scores[`rank.${name}`]).find((rank) => rank !== undefined);
  return {
    item: itemOf(candidate, nameOf),
    source: row.source,
    section: row.section as Scored['section'],
    ...(recency === undefined ? {} : { recency }),
    ...{ rank: row.rank, score: row.score, scores: row.scores },
  };
}

const UNKNOWN: Participant = { kind: 'user', id: 'user' };

/** The occasion that a context was built on, from the versions that it names. */
function occasionOf({ context }: Recorded, material: Material): Occasion {
  const definition =
    ofContract(AgentDef, material.definition) ??
    ({ ...ref(context.definition), context: { agent: context.agent, prompt: '' } } as Envelope<never>);
  const { own: _wishes, ...parts } = partsOf({
    definition,
    config: null,
    session: ofContract(Session, material.session),
  });
  const trigger = present(material.trigger);
  const { agent, session, as_of, now } = context;
  return {
    ...parts,
    eyes: { workspace: material.workspace, agent, viewers: [], ...(session ? { session: session.name } : {}) },
    as_of,
    now,
    trigger: trigger ? triggerOf(trigger) : { ref: ref(context.trigger), author: UNKNOWN, text: '', tags: [] },
    wishes: [],
    queries: 0,
  };
}

/** Puts together what was recorded and what the versions named in it say: names, texts, the message; and lists what is lacking. */
export function recollect(recorded: Recorded, material: Material): Recollection {
  const { context } = recorded;
  const occasion = occasionOf(recorded, material);
  const nameOf = namesFor(occasion.session?.members ?? [], speakersOf(recorded));
  const windows = planOf(recorded)
    .sources.filter(({ type }) => type === 'recent')
    .map(({ name }) => name);
  const around = surroundings(recorded, material);
  const found = material.rows.map((row, at) => ({ row, piece: material.pieces[at] ?? null }));
  const items = found.flatMap(({ row, piece }) =>
    piece === null || 'erased' in piece
      ? []
      : [{ row, scored: scoredOf(row, allowed(piece, material), nameOf, windows) }],
  );
  const changed = items.filter(({ row, scored }) => row.digest !== undefined && row.digest !== scored.item.digest);
  const { author, text } = occasion.trigger;
  const other = context.trigger.digest !== undefined && context.trigger.digest !== digestOf(sha256(text));
  return {
    occasion,
    nameOf,
    message: { speaker: nameOf(author), text, author },
    items,
    around: around.filter(({ crumb }) => crumb === null || isErased(crumb)).map(({ piece }) => piece),
    erased: [
      ...around.filter(({ crumb }) => isErased(crumb)).map(({ piece }) => piece),
      ...found.filter(({ piece }) => isErased(piece)).map(({ row }) => pieceOf(row)),
    ],
    hidden: [
      ...around.filter(({ crumb }) => crumb === null).map(({ piece }) => piece),
      ...found.filter(({ piece }) => piece === null).map(({ row }) => pieceOf(row)),
    ],
    reworded: [
      ...(other && present(material.trigger) ? [ref(context.trigger)] : []),
      ...changed.map(({ row }) => pieceOf(row)),
    ],
  };
}

/** An item as it was shown. */
export function shown({ row, scored }: Remembered): Chosen {
  const { cut, tokens } = row;
  const { text } = scored.item;
  return cut === undefined ? { scored, text, tokens } : { scored, text: cutAt(text, cut), cut, tokens };
}
