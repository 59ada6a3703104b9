import { CrumbError, type AccountItem, type InformingText, type SourcePlan } from '@crumbtrail/contracts';
import { DECISION_REASONS } from '@crumbtrail/contracts/operations/decision-reasons';
import type { LocatedText, WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import type { BuildInput } from '../../gather/build-input';
import type { WorkspaceReader } from '../../ports';
import type { RecordedContext } from '../recorded-context';
import { findEntryChange } from './entry-change';
import { findTargetRow, showsTarget, type EntryTarget } from './lacking-build';
import { locateText, toLocatedText, type AskedText, type TextLocation } from './locate-text';
import { findAudienceCause, findNotConsidered, findTimeCause, type NotConsidered } from './never-considered';
import type { RecordedRebuild, SourceFinding } from './recorded-rebuild';

/** What a question about a recorded context is answered with. */
export interface WhyNotBasis {
  readonly recorded: RecordedContext;
  readonly reader: WorkspaceReader;
  /** Prepares a rebuild of the context; rejects where its message can no longer be read. */
  readonly openRebuild: () => Promise<RecordedRebuild>;
}

interface Question extends WhyNotBasis {
  readonly asked: string;
}

interface LocatedQuestion extends Question {
  readonly found: AskedText;
  readonly target: EntryTarget;
  readonly located: LocatedText;
}

type Parts = Omit<WhyNotReply, 'context' | 'asked'>;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Says the same for what does not exist and for what the asker may not read. */
function notSaid({ asked }: Question, { nearest, erased_at }: TextLocation): Parts {
  if (erased_at !== undefined)
    return { verdict: 'not_said', answer: `Not said: the breadcrumb was erased at ${erased_at}.` };
  const answer = `Not said: there is no text that you may read with ${asked.length > 80 ? 'these words' : `“${asked}”`}.`;
  if (!nearest) return { verdict: 'not_said', answer };
  const shown = toLocatedText(nearest, 'words');
  return { verdict: 'not_said', answer: `${answer} The nearest is ${shown.id}: “${shown.text}”`, nearest: shown };
}

/** Which entry of its section a kept row is; pieces of one breadcrumb are one entry. */
function placeOf({ items }: RecordedContext, row: AccountItem): NonNullable<WhyNotReply['place']> {
  const kept = items.filter(({ decision, section }) => decision === 'kept' && section === row.section);
  const entries = [...new Set(kept.map(({ id, version }) => `${id}@${version}`))];
  const entry = entries.indexOf(`${row.id}@${row.version}`) + 1;
  return {
    section: row.section,
    entry,
    of: entries.length,
    ...(row.cut === undefined ? {} : { cut: row.cut }),
  };
}

function isInside({ recorded, located }: LocatedQuestion, row: AccountItem): Parts {
  const place = placeOf(recorded, row);
  const cut = place.cut === undefined ? '' : `, cut after ${place.cut} characters`;
  const answer = `In it: entry ${place.entry} of ${place.of} in section ${place.section}${cut}.`;
  return { verdict: 'in', answer, found: located, place };
}

function isTheMessage({ recorded, located }: LocatedQuestion): Parts {
  const { cut } = recorded.context.trigger;
  return {
    verdict: 'in',
    answer: `In it: it is the message that the context answers${cut === undefined ? '' : `, cut after ${cut} characters`}.`,
    found: located,
    place: { section: 'message', entry: 1, of: 1, ...(cut === undefined ? {} : { cut }) },
  };
}

function wasNotConsidered(
  { located }: LocatedQuestion,
  { cause, because }: NotConsidered,
  change?: WhyNotReply['change'],
): Parts {
  const answer = `Never considered because of ${cause.replace('_', ' ')}: ${because}.`;
  if (!change) return { verdict: 'never_considered', answer, found: located, cause };
  return {
    verdict: 'never_considered',
    answer: `${answer} Smallest change: ${change.says}.`,
    found: located,
    cause,
    change,
  };
}

const NO_CHANGE: Readonly<Partial<Record<AccountItem['decision'], string>>> = {
  superseded: 'a newer version of it was considered instead',
  hint_failed: 'its llm_hints must be mended',
  duplicate_of: 'the text that it repeats stands for it',
};

/** Why a row was left out: its decision, or that it was cut off before the words or its excerpt leaves them out. */
function reasonOf({
  decision,
  reason,
  cut,
  ranges,
}: AccountItem): Pick<AccountItem, 'reason'> & { readonly why: string } {
  if (decision === 'kept') {
    const before = ranges ? 'its excerpt leaves these words out' : `cut after ${cut} characters, before these words`;
    return { reason: before, why: before };
  }
  const named = DECISION_REASONS[decision];
  return reason === undefined ? { why: named } : { reason, why: `${named} (${reason})` };
}

/** Why a text that the budget has room for stays out all the same; empty for other decisions. */
function roomSentence({ context: { budget, tokens } }: RecordedContext, row: AccountItem): string {
  const room = budget.cap - tokens.total;
  if (row.decision !== 'below_floor' || row.tokens > room) return '';
  return ` The budget has room for it (${room.toLocaleString('en')} tokens), but besides the newest messages only texts that are relevant enough to the message enter.`;
}

function wasLeftOut(
  { located, recorded }: LocatedQuestion,
  row: AccountItem & { readonly counted?: true },
  change: WhyNotReply['change'] | null,
): Parts {
  const { decision, source, score, tokens } = row;
  const { why, ...reason } = reasonOf(row);
  const counted = row.counted ? { counted: row.counted } : {};
  const effect = change
    ? `Smallest change: ${change.says}.`
    : sentence(`no setting lets it in: ${NO_CHANGE[decision] ?? 'none that was tried is enough'}`);
  return {
    verdict: 'out',
    answer: `Considered and left out${row.counted ? ', and only counted in the account' : ''}: ${why}.${roomSentence(recorded, row)} ${effect}`,
    found: located,
    considered: { decision, ...reason, source, score, tokens, ...counted },
    ...(change ? { change } : {}),
  };
}

/** The change that lets a recorded row in; null where none does, and where the message of the context was erased. */
async function tryChange({ openRebuild, target }: LocatedQuestion): Promise<WhyNotReply['change'] | null> {
  try {
    return await findEntryChange(target, await openRebuild());
  } catch (error) {
    if (error instanceof CrumbError) return null;
    throw error;
  }
}

/** A row for a text that is below the floor of its sources, which the account only counts. */
function toCountedRow({ source, candidate }: SourceFinding): AccountItem & { readonly counted: true } {
  const { id, version, tokens, score, rank, scores } = candidate;
  const reason = `floor ${source.floor}, scored ${score}`;
  const origin = { source: source.name, section: source.section };
  return { id, version, ...origin, decision: 'below_floor', reason, tokens, rank, score, scores, counted: true };
}

/** What its readers may be, as the store knows it; as the breadcrumb says it where the agent may not read it. */
async function readInforming({ found, recorded, reader }: LocatedQuestion): Promise<InformingText> {
  const { id, version, audience, author, informs } = found.crumb;
  const { agent: viewer, tokenizer } = recorded.context;
  const { chunks } = await reader.chunks({ viewer, refs: [{ id, version, chunk: 0 }], tokenizer });
  const [piece] = chunks;
  return piece && !('erased' in piece) ? piece : { audience, author, informs: informs ? 'all' : undefined };
}

/** The verdict on a text that no source gave within its limits. */
async function judgeUnfound(question: LocatedQuestion, { input, findings, sources, change }: Unlisted): Promise<Parts> {
  const [beyond] = findings;
  if (beyond) {
    const { source, candidate } = beyond;
    const because = `source ${source.name} takes ${source.limit} texts, and it is number ${candidate.rank}`;
    return wasNotConsidered(question, { cause: 'source_limit', because }, change ?? undefined);
  }
  const hidden = findAudienceCause(await readInforming(question), input.access);
  return wasNotConsidered(question, hidden ?? findNotConsidered(question.found.crumb, sources, input));
}

interface Unlisted {
  readonly input: BuildInput;
  /** Where sources have it with the widest limits. */
  readonly findings: readonly SourceFinding[];
  readonly sources: readonly SourcePlan[];
  readonly change: WhyNotReply['change'] | null;
}

/** The verdict on a text without a row: counted, beyond the limit of a source, or given by none. */
async function judgeUnlisted(question: LocatedQuestion): Promise<Parts> {
  const { target } = question;
  const rebuild = await question.openRebuild();
  const built = await rebuild.build({});
  const findings = await rebuild.findings(target, 'widest');
  const change = findings.length > 0 ? await findEntryChange(target, rebuild) : null;
  const row = findTargetRow(built.items, target);
  if (row) return wasLeftOut(question, { ...row, counted: true }, change);
  const within = findings.find(({ source, candidate }) => candidate.rank <= source.limit);
  if (within) return wasLeftOut(question, toCountedRow(within), change);
  return judgeUnfound(question, { input: rebuild.input, findings, sources: built.plan.sources, change });
}

async function judge(question: LocatedQuestion): Promise<Parts> {
  const { recorded, found, target } = question;
  const { trigger, as_of, now } = recorded.context;
  if (found.crumb.id === trigger.id && found.crumb.version === trigger.version) return isTheMessage(question);
  const row = findTargetRow(recorded.items, target);
  if (row && showsTarget(row, target)) return isInside(question, row);
  const time = findTimeCause(found, { as_of, now });
  if (time) return wasNotConsidered(question, time);
  if (row?.decision === 'expired')
    return wasNotConsidered(question, { cause: 'time', because: `it had expired ${row.reason ?? ''}`.trim() });
  return row ? wasLeftOut(question, row, await tryChange(question)) : judgeUnlisted(question);
}

function toTarget({ crumb, chunk, words, text, matched_by }: AskedText, asked: string): EntryTarget {
  const { id, version } = crumb;
  const most = matched_by === 'words' ? { mostWordsOf: asked } : {};
  return { id, version, ...(chunk === undefined ? {} : { chunk }), words, text, ...most };
}

/** Says that the answer is about a text that was not said in these words; empty where it was. */
const matchSentence = ({ found }: Parts): string =>
  found?.matched_by === 'words' ? ` This is about the text that has most of these words, not all: “${found.text}”` : '';

/** Why a text is not in a recorded context: exactly one verdict. */
export async function answerWhyNot(asked: string, basis: WhyNotBasis): Promise<WhyNotReply> {
  const { recorded, reader } = basis;
  const location = await locateText(asked, { recorded, reader });
  const { found } = location;
  const question = { ...basis, asked };
  const parts = found
    ? await judge({
        ...question,
        found,
        target: toTarget(found, asked),
        located: toLocatedText(found.crumb, found.matched_by, found),
      })
    : notSaid(question, location);
  return { context: recorded.id, asked, ...parts, answer: `${parts.answer}${matchSentence(parts)}` };
}
