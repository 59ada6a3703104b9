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
import type { ChosenItem, LayoutEntry } from '../format/layout';
import { truncateAt } from '../text/truncate';
import type { RecordedSources } from './load-recorded';
import { toItem } from '../gather/hydrate';
import { shortDigest, type ScoredItem } from '../gather/item';
import { asContract, resolveInput, presentCrumb, toTrigger, type BuildInput } from '../gather/build-input';
import { recordedPlan, recordedSpeakers, type RecordedContext } from './recorded-context';
import { nameSpeakers, type NameOf } from '../text/speaker-names';

export type RecordedPiece = Ref & { readonly chunk?: number };

/** A candidate of a recorded context with its text, as it stood then. */
export interface RestoredItem {
  readonly row: AccountItem;
  readonly scored: ScoredItem;
}

/** What a recorded context can be made of again. */
export interface RestoredBuild {
  readonly input: BuildInput;
  readonly nameOf: NameOf;
  /** The current message, whole. */
  readonly message: LayoutEntry;
  readonly items: readonly RestoredItem[];
  readonly erased: readonly RecordedPiece[];
  /** Of what was erased or is hidden, what stands around the items: the message, the session's names, a persona. */
  readonly around: readonly RecordedPiece[];
  /** Not for these eyes, or nowhere any more. */
  readonly hidden: readonly RecordedPiece[];
  /** Reads differently now. */
  readonly reworded: readonly RecordedPiece[];
}

const toRef = ({ id, version }: Ref): Ref => ({ id, version });
const toPiece = ({ id, version, chunk }: AccountItem): RecordedPiece => ({
  id,
  version,
  ...(chunk === undefined ? {} : { chunk }),
});

const isErased = (one: object | null | undefined): boolean => one !== null && one !== undefined && 'erased' in one;

/** Crumbs that the text needs beside its items, and what became of them. The definition is only needed where it is shown. */
function listSurroundings({ context }: RecordedContext, { trigger, definition, session }: RecordedSources) {
  return [
    { piece: toRef(context.trigger), crumb: trigger },
    ...(context.format === 'lmml' ? [{ piece: toRef(context.definition), crumb: definition }] : []),
    ...(session === undefined ? [] : [{ piece: toRef(context.session as unknown as Ref), crumb: session }]),
  ];
}

/** The second lock: the store must not return what a viewer may not read, or what is of another workspace. */
function assertPieceReadable(candidate: Candidate, { workspace, viewers }: RecordedSources): Candidate {
  const blind = viewers.find((viewer) => !mayRead(candidate, viewer));
  if (blind)
    throw new ForbiddenItem(candidate, `${blind.participant.kind} ${blind.participant.id} is not in its audience`);
  if (candidate.workspace !== workspace)
    throw new ForbiddenItem(candidate, `it is of another workspace than ${workspace}`);
  return candidate;
}

function toScoredItem(row: AccountItem, candidate: Candidate, nameOf: NameOf, windows: readonly string[]): ScoredItem {
  const recency = windows.map((name) => row.scores[`rank.${name}`]).find((rank) => rank !== undefined);
  return {
    item: toItem(candidate, nameOf),
    source: row.source,
    section: row.section as ScoredItem['section'],
    ...(recency === undefined ? {} : { recency }),
    ...{ rank: row.rank, score: row.score, scores: row.scores },
  };
}

const UNKNOWN: Participant = { kind: 'user', id: 'user' };

/** The occasion that a context was built on, from the versions that it names. */
function restoreInput({ context }: RecordedContext, material: RecordedSources): BuildInput {
  const definition =
    asContract(AgentDef, material.definition) ??
    ({ ...toRef(context.definition), context: { agent: context.agent, prompt: '' } } as Envelope<never>);
  const { own: _wishes, ...parts } = resolveInput({
    definition,
    config: null,
    session: asContract(Session, material.session),
  });
  const trigger = presentCrumb(material.trigger);
  const { agent, session, as_of, now } = context;
  return {
    ...parts,
    access: { workspace: material.workspace, agent, viewers: [], ...(session ? { session: session.name } : {}) },
    as_of,
    now,
    trigger: trigger ? toTrigger(trigger) : { ref: toRef(context.trigger), author: UNKNOWN, text: '', tags: [] },
    overrides: [],
    queries: 0,
  };
}

/** Puts together what was recorded and what the versions named in it say: names, texts, the message; and lists what is lacking. */
export function restoreBuild(recorded: RecordedContext, material: RecordedSources): RestoredBuild {
  const { context } = recorded;
  const input = restoreInput(recorded, material);
  const nameOf = nameSpeakers(input.session?.members ?? [], recordedSpeakers(recorded));
  const windows = recordedPlan(recorded)
    .sources.filter(({ type }) => type === 'recent')
    .map(({ name }) => name);
  const around = listSurroundings(recorded, material);
  const found = material.rows.map((row, at) => ({ row, piece: material.pieces[at] ?? null }));
  const items = found.flatMap(({ row, piece }) =>
    piece === null || 'erased' in piece
      ? []
      : [{ row, scored: toScoredItem(row, assertPieceReadable(piece, material), nameOf, windows) }],
  );
  const changed = items.filter(({ row, scored }) => row.digest !== undefined && row.digest !== scored.item.digest);
  const { author, text } = input.trigger;
  const other = context.trigger.digest !== undefined && context.trigger.digest !== shortDigest(sha256(text));
  return {
    input,
    nameOf,
    message: { speaker: nameOf(author), text, author },
    items,
    around: around.filter(({ crumb }) => crumb === null || isErased(crumb)).map(({ piece }) => piece),
    erased: [
      ...around.filter(({ crumb }) => isErased(crumb)).map(({ piece }) => piece),
      ...found.filter(({ piece }) => isErased(piece)).map(({ row }) => toPiece(row)),
    ],
    hidden: [
      ...around.filter(({ crumb }) => crumb === null).map(({ piece }) => piece),
      ...found.filter(({ piece }) => piece === null).map(({ row }) => toPiece(row)),
    ],
    reworded: [
      ...(other && presentCrumb(material.trigger) ? [toRef(context.trigger)] : []),
      ...changed.map(({ row }) => toPiece(row)),
    ],
  };
}

/** An item as it was shown. */
export function asShown({ row, scored }: RestoredItem): ChosenItem {
  const { cut, tokens } = row;
  const { text } = scored.item;
  return cut === undefined ? { scored, text, tokens } : { scored, text: truncateAt(text, cut), cut, tokens };
}
