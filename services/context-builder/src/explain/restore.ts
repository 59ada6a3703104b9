import {
  AgentDef,
  LoreEntry,
  Session,
  sha256,
  type AccountItem,
  type CrumbAuthor,
  type Candidate,
  type AgentContextV1,
  type Envelope,
  type Participant,
  type RecalledSession,
  type Ref,
} from '@crumbtrail/contracts';
import { ForbiddenItem } from '../errors';
import { excerptItem } from '../excerpt/excerpt-item';
import type { ChosenItem, LayoutEntry } from '../format/layout';
import { truncateAt } from '../text/truncate';
import { recalledRefs, sceneRecordRefs, sessionRef, type RecordedSources } from './load-recorded';
import { findAccessViolation } from '../gather/assert-readable';
import { mayCallOf, type MayCall } from '../gather/granted-lines';
import { asFoundBy, toItem, type TextCaches } from '../gather/hydrate';
import { shortDigest, type ScoredItem } from '../gather/item';
import { listMembers, showOrigin, type ShownPlace } from '../gather/show-origin';
import {
  asContract,
  resolveInput,
  presentCrumb,
  toTrigger,
  type BuildInput,
  type BuildScene,
} from '../gather/build-input';
import { readablePlan, readableScenes } from '../gather/scene-refs';
import { recordedPlan, recordedSpeakers, type RecordedContext } from './recorded-context';
import { recordedEntries } from '../scene/place-lore';
import { nameSpeakers, type NameOf } from '@crumbtrail/prompting';

/** A crumb, or one chunk of it, that a recorded context refers to. */
export type RecordedPiece = Ref & { readonly chunk?: number };

/** A candidate of a recorded context with its text in the recorded version. */
export interface RestoredItem {
  readonly row: AccountItem;
  readonly scored: ScoredItem;
}

/** Everything that a recorded context can be formatted from again, and what is missing of it. */
export interface RestoredBuild {
  readonly input: BuildInput;
  readonly nameOf: NameOf;
  /** The current message, whole. */
  readonly message: LayoutEntry;
  readonly items: readonly RestoredItem[];
  readonly erased: readonly RecordedPiece[];
  /** What was erased or is hidden of the crumbs around the items: the message, the session, the definition. */
  readonly around: readonly RecordedPiece[];
  /** Not readable for the viewers, or gone. */
  readonly hidden: readonly RecordedPiece[];
  /** Reads differently than when it was recorded. */
  readonly reworded: readonly RecordedPiece[];
}

const toRef = ({ id, version }: Ref): Ref => ({ id, version });
const toPiece = ({ id, version, chunk }: AccountItem): RecordedPiece => ({
  id,
  version,
  ...(chunk === undefined ? {} : { chunk }),
});

const isErased = (one: object | null | undefined): boolean => one !== null && one !== undefined && 'erased' in one;

/** The crumbs that the text needs besides its items. The definition is needed only where its persona is shown. */
function listSurroundings(recorded: RecordedContext, sources: RecordedSources) {
  const { context } = recorded;
  const { trigger, definition, session, scenes } = sources;
  return [
    { piece: toRef(context.trigger), crumb: trigger },
    ...(context.format === 'lmml' ? [{ piece: toRef(context.definition), crumb: definition }] : []),
    ...sceneRecordRefs(recorded).map((piece, at) => ({ piece, crumb: scenes[at] ?? null })),
    ...recalledRefs(recorded).map((piece, at) => ({ piece, crumb: sources.recalled[at] ?? null })),
    ...(session === undefined ? [] : sessionRef(recorded).map((piece) => ({ piece, crumb: session }))),
  ];
}

/** Checks again what the store returned: it must not return what a viewer may not read, or another workspace's crumbs. */
function assertPieceReadable(candidate: Candidate, sources: RecordedSources): Candidate {
  const violation = findAccessViolation(candidate, sources);
  if (violation !== null) throw new ForbiddenItem(candidate, violation);
  return candidate;
}

interface RestoreContext {
  readonly caches: TextCaches;
  readonly place: ShownPlace;
  /** The tools that a tool catalog shows; undefined: all. */
  readonly mayCall: MayCall | undefined;
}

function toScoredItem(row: AccountItem, candidate: Candidate, { caches, place, mayCall }: RestoreContext): ScoredItem {
  const { sources, nameOf } = place;
  const windows = sources.filter(({ type }) => type === 'recent').map(({ name }) => name);
  const type = sources.find(({ name }) => name === row.source)?.type;
  const recency = windows.map((name) => row.scores[`rank.${name}`]).find((rank) => rank !== undefined);
  const ranges = row.ranges?.map(([from, to]) => ({ from, to }));
  const scored = {
    item: excerptItem(asFoundBy(toItem(candidate, nameOf, caches, mayCall), type), ranges, row.lead ?? false),
    source: row.source,
    section: row.section as ScoredItem['section'],
    ...(recency === undefined ? {} : { recency }),
    rank: row.rank,
    score: row.score,
    scores: row.scores,
  };
  return showOrigin(scored, place);
}

const UNKNOWN: Participant = { kind: 'user', id: 'user' };

/** The scene of the recorded build, with the entries of lore that it placed. */
function restoreScene(
  record: NonNullable<AgentContextV1['scene']>,
  { scenes }: RecordedSources,
  now: string,
): BuildScene {
  const applied = readableScenes(scenes, [], now);
  const plan = readablePlan(scenes, []);
  const entries = scenes
    .flatMap((crumb) => asContract(LoreEntry, crumb) ?? [])
    .map(({ context: entry, id, version, author }) => ({ id, version, author, entry }));
  const { activity, lore } = record;
  return {
    scenes: applied,
    activity,
    ...(plan && { plan }),
    ...(lore && { recordedLore: recordedEntries(lore, entries) }),
  };
}

/** Other agents that were shown under the names in their definitions. */
const shownAgents = ({ agents }: RecordedContext['context']): Pick<BuildInput, 'agents'> => (agents ? { agents } : {});

/** The input of the recorded build, from the crumb versions that it names. */
function restoreInput({ context }: RecordedContext, sources: RecordedSources): BuildInput {
  const definition =
    asContract(AgentDef, sources.definition) ??
    ({ ...toRef(context.definition), context: { agent: context.agent, prompt: '' } } as Envelope<never>);
  const trigger = presentCrumb(sources.trigger);
  const { configured: _configured, ...parts } = resolveInput({
    definition,
    config: null,
    session: asContract(Session, sources.session),
    trigger,
    answering: context.macros
      ? { author: trigger?.author ?? UNKNOWN, session: context.session?.name, agents: context.agents }
      : null,
  });
  const { agent, session, as_of, now } = context;
  return {
    ...parts,
    // Nothing is retrieved: what the recorded build chose is formatted again.
    access: {
      workspace: sources.workspace,
      agent,
      viewers: [],
      readers: 'all',
      ...(session ? { session: session.name } : {}),
    },
    as_of,
    now,
    trigger: trigger ? toTrigger(trigger) : { ref: toRef(context.trigger), author: UNKNOWN, text: '', tags: [] },
    ...(context.default_model === undefined ? {} : { defaultModel: context.default_model }),
    ...shownAgents(context),
    ...(context.scene ? { scene: restoreScene(context.scene, sources, now) } : {}),
    overrides: [],
    queries: 0,
  };
}

/** The past sessions of the record that are not erased, with their members. */
const presentSessions = (crumbs: RecordedSources['recalled']): RecalledSession[] =>
  crumbs.flatMap((crumb) => {
    const session = asContract(Session, crumb);
    return session ? [{ ...toRef(session), name: session.context.name, members: session.context.members ?? [] }] : [];
  });

/** The names as the recorded build chose them. Names that authors wrote under are not recorded: they are erased with the crumbs. */
function restoreNames(
  recorded: RecordedContext,
  { session, access, definition, trigger, agents }: BuildInput,
  {
    pieces,
    recalled,
    idNames,
  }: Pick<RecordedSources, 'pieces' | 'recalled'> & { readonly idNames: TextCaches['idNames'] },
): NameOf {
  const own = { agent: access.agent, name: definition.name, agents };
  const speakers = recordedSpeakers(recorded);
  const authors = pieces.flatMap((piece) => (piece === null || 'erased' in piece ? [] : piece.author));
  const isSpeaker = (author: CrumbAuthor): boolean =>
    author.name !== undefined && speakers.some(({ kind, id }) => kind === author.kind && id === author.id);
  const named = [trigger.author, ...authors, ...listMembers(presentSessions(recalled))].filter(isSpeaker);
  return nameSpeakers(session?.members ?? [], [...speakers, ...named], idNames, own);
}

/** Whether a message reads differently than when it was recorded. */
const isReworded = ({ digest }: RecordedContext['context']['trigger'], text: string): boolean =>
  digest !== undefined && digest !== shortDigest(sha256(text));

/** The tools that a catalog showed; undefined for contexts of versions that showed all. */
const recordedMayCall = ({ context }: RecordedContext, { definition }: BuildInput): MayCall | undefined =>
  context.catalog === 'granted' ? mayCallOf(definition) : undefined;

/** Restores a recorded build from the crumb versions that it names: names, texts and message; and lists what is missing. */
export function restoreBuild(recorded: RecordedContext, sources: RecordedSources, caches: TextCaches): RestoredBuild {
  const { context } = recorded;
  const input = restoreInput(recorded, sources);
  const nameOf = restoreNames(recorded, input, { ...sources, idNames: caches.idNames });
  const recalled = presentSessions(sources.recalled);
  const place = { session: context.session?.name, sources: recordedPlan(recorded).sources, recalled, nameOf };
  const mayCall = recordedMayCall(recorded, input);
  const around = listSurroundings(recorded, sources);
  const found = sources.rows.map((row, at) => ({ row, piece: sources.pieces[at] ?? null }));
  const items = found.flatMap(({ row, piece }) =>
    piece === null || 'erased' in piece
      ? []
      : [{ row, scored: toScoredItem(row, assertPieceReadable(piece, sources), { caches, place, mayCall }) }],
  );
  const rewordedItems = items.filter(({ row, scored: { item } }) => {
    const isOtherText = row.digest !== undefined && row.digest !== item.digest;
    return isOtherText || row.lead !== item.lead?.added;
  });
  const { author, text } = input.trigger;
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
      ...(isReworded(context.trigger, text) && presentCrumb(sources.trigger) ? [toRef(context.trigger)] : []),
      ...rewordedItems.map(({ row }) => toPiece(row)),
    ],
  };
}

/** An item as it was shown: truncated where it was truncated. */
export function asShown({ row, scored }: RestoredItem): ChosenItem {
  const { cut, tokens } = row;
  const { text } = scored.item;
  return cut === undefined ? { scored, text, tokens } : { scored, text: truncateAt(text, cut), cut, tokens };
}
