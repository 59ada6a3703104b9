import type { CrumbAuthor, Participant, Ref, SceneV1 } from '@crumbtrail/contracts';
import { IDLE_MACRO, type AppliedPlan, type AppliedScene, type SceneActivity } from './scenes';
import { sanitizeName } from '@crumbtrail/prompting';
import type { TextPlace, PlacedText } from './placed-text';

/** What scenes are placed with. */
export interface SceneView {
  /** From the widest to the most specific. */
  readonly scenes: readonly AppliedScene[];
  readonly activity: SceneActivity;
  /** The agent's own plan, if it has one. */
  readonly plan?: AppliedPlan;
  /** The time of the turn, ISO 8601. */
  readonly now: string;
  /** The name of whoever wrote a note that is not an operator's. */
  readonly nameOf: (author: CrumbAuthor) => string;
}

/** What scenes put into a context, and what keys of lore are looked for in. */
export interface AuthoredTexts {
  readonly texts: readonly PlacedText[];
  /** Scanned for keys of lore besides the conversation. */
  readonly scanned: readonly string[];
  /** Whether the author's note is shown. */
  readonly noteDue: boolean;
}

type Note = NonNullable<SceneV1['note']>;
type Injection = NonNullable<SceneV1['injections']>[number];
type InScene<Part> = { readonly from: AppliedScene; readonly part: Part };

const DEFAULT_DEPTH = 4;

/** Whether a text with this interval is shown: always, never, or at every n-th message of people. */
export function isDue(interval: number, userMessages: number): boolean {
  if (interval <= 1) return interval === 1;
  return userMessages >= interval && userMessages % interval === 0;
}

function placeOf({ position = 'at_depth', depth = DEFAULT_DEPTH, role = 'system' }: Note | Injection): TextPlace {
  if (position === 'before' || position === 'after') return { slot: position };
  return { slot: 'at_depth', depth, role };
}

const toRef = ({ id, version }: Ref): Ref => ({ id, version });
/** Whether a text is an operator's: macros are expanded in no other's. */
export const isOperator = ({ kind }: Participant): boolean => kind === 'operator' || kind === 'service';

/** Who wrote a part of a scene: the agent that wrote it with a tool, else the author of the scene. */
const authorOf = ({ author }: AppliedScene, by: string | undefined): CrumbAuthor =>
  by === undefined ? author : { kind: 'agent', id: by };

/** The heading of a text that is not an operator's names its author, because a reader must not take it for the operator's. */
function headingBy(heading: string, author: CrumbAuthor, { nameOf }: SceneView): string {
  return isOperator(author) ? heading : `${heading} by ${nameOf(author)}`;
}

/** The parts of one kind, from the widest scene to the most specific. */
function partsOf<Part>(scenes: readonly AppliedScene[], of: (scene: SceneV1) => Part | undefined): InScene<Part>[] {
  return scenes.flatMap((from) => {
    const part = of(from.scene);
    return part === undefined ? [] : [{ from, part }];
  });
}

function placeScenario(view: SceneView): PlacedText[] {
  const last = partsOf(view.scenes, ({ scenario }) => scenario).at(-1);
  if (last === undefined) return [];
  const { from, part } = last;
  const author = authorOf(from, from.scene.scenario_by);
  return [
    {
      source: 'scenario',
      refs: [toRef(from)],
      place: { slot: 'before' },
      heading: headingBy('Scenario', author, view),
      author,
      text: part,
    },
  ];
}

/** The note for all agents, and the agent's own: the most specific of each. */
function notesOf(scenes: readonly AppliedScene[]) {
  const notes = partsOf(scenes, ({ note }) => note);
  return {
    shared: notes.filter(({ from }) => from.scene.agent === undefined).at(-1),
    own: notes.filter(({ from }) => from.scene.agent !== undefined).at(-1),
  };
}

function combineNotes(shared: InScene<Note>, own: InScene<Note> | undefined): InScene<Note>[] {
  switch (own?.part.combine ?? (own && 'replace')) {
    case undefined:
      return [shared];
    case 'before':
      return [own as InScene<Note>, shared];
    case 'after':
      return [shared, own as InScene<Note>];
    default:
      return [own as InScene<Note>];
  }
}

/** The note that applies, whether it is due or not: the texts of an agent's note and the shared one, where and when the shared one is shown. */
function currentNote(view: SceneView): { readonly rule: Note; readonly text: PlacedText } | undefined {
  const { shared, own } = notesOf(view.scenes);
  const base = shared ?? own;
  if (base === undefined) return undefined;
  const all = shared === undefined ? [base] : combineNotes(shared, own);
  const authors = all.map(({ from, part }) => authorOf(from, part.by));
  const author = authors.find((one) => !isOperator(one)) ?? base.from.author;
  const text = {
    source: 'note',
    refs: all.map(({ from }) => toRef(from)),
    place: placeOf(base.part),
    heading: headingBy('Note', author, view),
    author,
    text: all.map(({ part }) => part.text).join('\n'),
  };
  return { rule: base.part, text };
}

function isShown({ from, part }: InScene<Injection>, { activity, now }: SceneView): boolean {
  const { interval = 1, turns, expires_at } = part;
  if (expires_at !== undefined && Date.parse(expires_at) <= Date.parse(now)) return false;
  if (turns !== undefined && (activity.answers_since[from.id] ?? 0) >= turns) return false;
  return isDue(interval, activity.user_messages);
}

/** The injections that apply: of two with the same id, the one of the more specific scene. */
function currentInjections(view: SceneView): InScene<Injection>[] {
  const all = view.scenes.flatMap((from) => (from.scene.injections ?? []).map((part) => ({ from, part })));
  const byId = new Map(all.map((one) => [one.part.id, one]));
  return [...byId.values()].filter((one) => isShown(one, view));
}

function placeInjection({ from, part }: InScene<Injection>, view: SceneView): PlacedText {
  return {
    source: `injection ${part.id}`,
    refs: [toRef(from)],
    place: placeOf(part),
    heading: part.by === undefined ? headingBy('Note', from.author, view) : `Note by ${sanitizeName(part.by)}`,
    author: from.author,
    text: part.text,
  };
}

/** The plan of the agent, directly above the conversation: what the agent wrote last, and changes often. */
function placePlan({ plan }: SceneView): PlacedText[] {
  if (plan === undefined) return [];
  const { author, text } = plan;
  return [{ source: 'plan', refs: [toRef(plan)], place: { slot: 'after' }, heading: 'Plan', author, text }];
}

/** What scenes put into a context: scenario, note and injections that are due. */
export function placeAuthored(view: SceneView): AuthoredTexts {
  const note = currentNote(view);
  const isNoteDue = note !== undefined && isDue(note.rule.interval ?? 1, view.activity.user_messages);
  const injections = currentInjections(view);
  const shown = injections.filter(({ part }) => part.position !== 'none');
  return {
    noteDue: isNoteDue,
    texts: [
      ...placeScenario(view),
      ...placePlan(view),
      ...(isNoteDue ? [note.text] : []),
      ...shown.map((one) => placeInjection(one, view)),
    ],
    scanned: [
      ...(isNoteDue && note.rule.scan === true ? [note.text.text] : []),
      ...injections.filter(({ part }) => part.scan === true || part.position === 'none').map(({ part }) => part.text),
    ],
  };
}

/** Scenes with injections that end after some answers. */
export function scenesWithTurns(scenes: readonly AppliedScene[]): AppliedScene[] {
  return scenes.filter(({ scene }) => scene.injections?.some(({ turns }) => turns !== undefined));
}

/** Whether what applies depends on how much has been said. */
export function dependsOnActivity(scenes: readonly AppliedScene[]): boolean {
  if (scenes.some(({ scene }) => IDLE_MACRO.test(JSON.stringify(scene)))) return true;
  const intervals = scenes.flatMap(({ scene }) => [
    scene.note?.interval,
    ...(scene.injections ?? []).map((one) => one.interval),
  ]);
  return intervals.some((interval = 1) => interval > 1) || scenesWithTurns(scenes).length > 0;
}
