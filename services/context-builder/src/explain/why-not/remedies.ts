import { isSearchingSource, type Decision } from '@crumbtrail/contracts';
import { NOTHING_SHOWN } from '../../excerpt/excerpt-items';
import { gaveWayToText } from '../../fit/superseding-texts';
import { changeSource, findTargetRow, showsTarget, type LackingBuild, type TriedChange } from './lacking-build';
import type { SourceFinding, TriedSettings } from './recorded-rebuild';
import { findSmallestNumber } from './smallest-number';

/** A change that removes what keeps a text out of a build; null where no setting does. */
type Remedy = (lacking: LackingBuild) => Promise<TriedChange | null>;

const MOST_TOKENS = 1_000_000;
const LEAST_STEP = 16;

const count = (value: number): string => value.toLocaleString('en-US');
/** Rounded up, so that what is said is enough. */
const roundUp = (value: number): number => Math.ceil(value * 1_000 - 1e-6) / 1_000;
const roundDown = (value: number): number => Math.floor(value * 100) / 100;

type Config = NonNullable<TriedSettings['config']>;

const withConfig = ({ change }: LackingBuild, more: Config, says: string): TriedChange => ({
  ...change,
  config: { ...change.config, ...more },
  says: [...change.says, says],
});

async function isIn({ rebuild, target }: LackingBuild, settings: TriedSettings): Promise<boolean> {
  const row = findTargetRow((await rebuild.build(settings)).items, target);
  return row !== undefined && showsTarget(row, target);
}

const stepOf = ({ row }: LackingBuild): number => Math.max(LEAST_STEP, row?.tokens ?? 0);

/** A section that may take more of the same budget. */
async function enlargeSection(lacking: LackingBuild): Promise<TriedChange | null> {
  const { built, change, row } = lacking;
  const section = built.plan.sections.find(({ name }) => name === row?.section);
  if (!section || change.config?.sections) return null;
  const settingsWith = (max_tokens: number): Config => ({ sections: [{ name: section.name, quota: 1, max_tokens }] });
  const range = { above: section.max_tokens, most: built.plan.max_tokens, step: stepOf(lacking) };
  const enough = await findSmallestNumber(range, (value) =>
    isIn(lacking, { ...change, config: { ...change.config, ...settingsWith(value) } }),
  );
  if (enough === null) return null;
  const says = `${count(enough - section.max_tokens)} tokens more for section ${section.name}: enters at ${count(enough)}`;
  return withConfig(lacking, settingsWith(enough), says);
}

const enlargeBudget: Remedy = async (lacking) => {
  const { built, change } = lacking;
  const now = built.plan.max_tokens;
  const range = { above: now, most: MOST_TOKENS, step: stepOf(lacking) };
  const enough =
    change.budget === undefined
      ? await findSmallestNumber(range, (max_tokens) => isIn(lacking, { ...change, budget: { max_tokens } }))
      : null;
  if (enough === null) return enlargeSection(lacking);
  const says = `${count(enough - now)} tokens more: enters at ${count(enough)}`;
  return { ...change, budget: { max_tokens: enough }, tokens: enough - now, says: [...change.says, says] };
};

/** A recent window that reaches back to the text. */
function widenWindow(lacking: LackingBuild): TriedChange | null {
  const window = lacking.built.plan.sources.find(({ type }) => type === 'recent');
  const rank = lacking.row?.scores[`rank.${window?.name}`];
  if (window === undefined || rank === undefined) return null;
  const sources = changeSource(lacking, window.name, { limit: rank });
  return (
    sources &&
    withConfig(
      lacking,
      sources,
      `the newest ${count(rank)} texts from source ${window.name} (a long message is several)`,
    )
  );
}

const lackOf = ({ source, candidate }: SourceFinding): number =>
  isSearchingSource(source.type) ? Math.max(0, source.floor - candidate.score) : 0;

/** A floor as low as the score of the text, in the source where it lacks least. */
function lowerTo(lacking: LackingBuild, findings: readonly SourceFinding[]): TriedChange | null {
  const [nearest] = findings.filter((one) => lackOf(one) > 0).sort((a, b) => lackOf(a) - lackOf(b));
  if (!nearest) return null;
  const { source, candidate } = nearest;
  const lack = lackOf(nearest);
  const sources = changeSource(lacking, source.name, { floor: candidate.score });
  if (!sources) return null;
  const says = `${roundUp(lack)} more score: the floor of source ${source.name} is ${source.floor}, it scored ${candidate.score}`;
  return { ...withConfig(lacking, sources, says), score: lack };
}

const KEYWORD = 'keyword query';

/** No floor at all: results of a keyword query are compared with the best one only where the source has a floor. */
function dropFloor(lacking: LackingBuild, findings: readonly SourceFinding[]): TriedChange | null {
  const found = findings.find(({ source }) => isSearchingSource(source.type) && source.floor > 0);
  const sources = found ? changeSource(lacking, found.source.name, { floor: 0 }) : null;
  if (!found || !sources) return null;
  return withConfig(lacking, sources, `no floor for source ${found.source.name}, whose best results have all words`);
}

/** Most passages that a config may ask for. */
const MOST_PASSAGES = 8;

/** More passages of long texts, as few as are enough; else long texts whole. */
const showMore: Remedy = async (lacking) => {
  const { built, change } = lacking;
  const now = built.plan.excerpts?.passages ?? 0;
  if (now === 0) return null;
  const configWith = (passages: number): Config => ({ excerpts: { ...change.config?.excerpts, passages } });
  for (let passages = now + 1; passages <= MOST_PASSAGES; passages += 1) {
    const config = { ...change.config, ...configWith(passages) };
    if (await isIn(lacking, { ...change, config }))
      return withConfig(lacking, configWith(passages), `excerpts.passages ${passages} instead of ${now}`);
  }
  return withConfig(lacking, configWith(0), `excerpts.passages 0 instead of ${now}: long texts whole`);
};

/** A kept text lacks the words asked about because an excerpt leaves them out, or because it is truncated before them. */
const showWords: Remedy = async (lacking) => {
  const more = lacking.row?.ranges === undefined ? null : await showMore(lacking);
  return more ?? enlargeBudget(lacking);
};

const lowerFloor: Remedy = async (lacking) => {
  const reason = lacking.row?.reason ?? '';
  if (reason === NOTHING_SHOWN) return showMore(lacking);
  if (reason.startsWith('older than')) return widenWindow(lacking);
  const findings = await lacking.rebuild.findings(lacking.target, 'planned');
  return (reason.startsWith(KEYWORD) ? null : lowerTo(lacking, findings)) ?? dropFloor(lacking, findings);
};

const excessOf = ({ source, candidate }: SourceFinding): number => candidate.rank - source.limit;

/** A source that takes as many texts as have the rank of this one, and a floor as low as its score. */
function raiseLimit(lacking: LackingBuild, finding: SourceFinding): TriedChange | null {
  const { source, candidate } = finding;
  const lack = lackOf(finding);
  const edit = { limit: candidate.rank, ...(lack > 0 ? { floor: candidate.score } : {}) };
  const sources = changeSource(lacking, source.name, edit);
  if (!sources) return null;
  const says = `${count(candidate.rank)} results from source ${source.name} instead of ${count(source.limit)}`;
  if (lack === 0) return withConfig(lacking, sources, says);
  return { ...withConfig(lacking, sources, `${says} and ${roundUp(lack)} more score`), score: lack };
}

/** A source that takes weaker texts, or more of them. */
const widenSource: Remedy = async (lacking) => {
  const all = await lacking.rebuild.findings(lacking.target, 'widest');
  const within = all.filter((one) => excessOf(one) <= 0);
  if (within.length > 0) return lowerTo(lacking, within);
  const [nearest] = [...all].sort((a, b) => excessOf(a) - excessOf(b));
  return nearest ? raiseLimit(lacking, nearest) : null;
};

/** A limit of information that the text reaches; else no filter for filler. */
const keepFiller: Remedy = async (lacking) => {
  const { change, built, row } = lacking;
  const { dedup } = built.plan;
  const reason = row?.reason ?? '';
  if (reason === 'no text' || !dedup.filler) return null;
  const information = reason.startsWith('said ') ? undefined : await informationOf(lacking);
  if (information === undefined || information >= dedup.information)
    return withConfig(lacking, { dedup: { ...change.config?.dedup, filler: false } }, 'dedup.filler false');
  const says = `dedup.information ${information} instead of ${dedup.information}`;
  return withConfig(lacking, { dedup: { ...change.config?.dedup, information } }, says);
};

async function informationOf({ rebuild, target }: LackingBuild): Promise<number | undefined> {
  const [found] = await rebuild.findings(target, 'planned');
  return found && roundDown(found.candidate.information);
}

const NEAR_SAME = '(near-same text)';

/** The largest distance at which the text is no longer nearly the same as another one. */
const keepNearSame: Remedy = async (lacking) => {
  const { built, change, row, rebuild, target } = lacking;
  if (!row?.reason?.endsWith(NEAR_SAME)) return null;
  const now = built.plan.dedup.near_distance;
  for (let near_distance = now - 1; near_distance >= 0; near_distance -= 1) {
    const dedup = { ...change.config?.dedup, near_distance };
    const { items } = await rebuild.build({ ...change, config: { ...change.config, dedup } });
    if (findTargetRow(items, target)?.decision !== 'duplicate_of')
      return withConfig(lacking, { dedup }, `dedup.near_distance ${near_distance} instead of ${now}`);
  }
  return null;
};

const none: Remedy = () => Promise.resolve(null);

/** By what keeps a text out. */
export const remedies: Readonly<Record<Decision | 'absent', Remedy>> = {
  kept: showWords,
  over_budget: enlargeBudget,
  below_floor: lowerFloor,
  low_information: keepFiller,
  duplicate_of: keepNearSame,
  absent: widenSource,
  expired: none,
  superseded: (lacking) => (lacking.row && gaveWayToText(lacking.row) ? enlargeBudget(lacking) : none(lacking)),
  scope_ended: none,
  hint_failed: none,
};
