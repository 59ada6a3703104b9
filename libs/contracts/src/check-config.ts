import type { Config, Source } from './generated/types';
import type { Issue } from './problem';
import { timeZoneIssues } from './time-zone';

type Preset = NonNullable<Config['preset']>;
type Section = NonNullable<Config['sections']>[number];

/** Default token budget of a context, by preset. */
export const PRESET_BUDGETS: Readonly<Record<Preset, number>> = {
  conversational: 4000,
  memory: 8000,
  minimal: 2000,
  documents: 8000,
};

/** Most sources of one plan: a build makes at most six queries, including the turn and one read. */
export const MOST_SOURCES = 4;

/** Sections that are meant to stay the same from turn to turn, in their order in the context: a provider's cache keeps them. */
export const STABLE_SECTIONS: readonly Section['name'][] = ['tools', 'knowledge', 'memory', 'summaries', 'state'];

const SEARCHING: ReadonlySet<Source['type']> = new Set<Source['type']>(['text', 'vector', 'hybrid']);

/** Does a source of this type search for the message? Its scores are shares of its best result; the others return their texts in an order. */
export const isSearchingSource = (type: Source['type']): boolean => SEARCHING.has(type);

/** Shares, which people write with two decimal places, must add up to 1 within this tolerance. */
const ROUNDING = 1e-9;

function tagIssues(sources: readonly Source[]): Issue[] {
  return sources.flatMap(({ type, tags = [] }, at) =>
    type === 'tagged' && tags.length === 0
      ? [{ path: `/sources/${at}/tags`, rule: 'tags', message: 'must name at least one tag: `tagged` finds by them' }]
      : [],
  );
}

function floorIssues(sources: readonly Source[]): Issue[] {
  return sources.flatMap(({ type, floor = 0 }, at) =>
    isSearchingSource(type) && floor > 1
      ? [
          {
            path: `/sources/${at}/floor`,
            rule: 'floor',
            message: `must be at most 1: scores of \`${type}\` are shares of its best`,
          },
        ]
      : [],
  );
}

function nameIssues(sources: readonly Source[]): Issue[] {
  const names = sources.map(({ name, type }) => name ?? type);
  return sources.flatMap(({ name }, at) =>
    name !== undefined && names.indexOf(name) !== names.lastIndexOf(name)
      ? [{ path: `/sources/${at}/name`, rule: 'named-twice', message: `is the name of another source too: ${name}` }]
      : [],
  );
}

function windowIssues({ sources = [], recent_exchanges }: Config): Issue[] {
  const windowed = sources.length < MOST_SOURCES || sources.some(({ type }) => type === 'recent');
  if (windowed || recent_exchanges === 0) return [];
  const message = `leave no query for the last exchanges: have one of the ${MOST_SOURCES} be \`recent\`, or recent_exchanges 0`;
  return [{ path: '/sources', rule: 'recent', message }];
}

function twiceIssues(sections: readonly Section[]): Issue[] {
  return sections.flatMap(({ name }, at) =>
    sections.findIndex((section) => section.name === name) < at
      ? [{ path: `/sections/${at}/name`, rule: 'named-twice', message: `is named before: ${name}` }]
      : [],
  );
}

function limitIssues(sections: readonly Section[], budget: number): Issue[] {
  return sections.flatMap(({ quota = 1, min_tokens = 0, max_tokens = Infinity }, at) => {
    const most = Math.min(max_tokens, Math.floor(quota * budget));
    if (min_tokens <= most) return [];
    const message = `reserves ${min_tokens} tokens, and may take at most ${most}`;
    return [{ path: `/sections/${at}/min_tokens`, rule: 'min-above-max', message }];
  });
}

function budgetIssues({ budget, sections = [] }: Config, tokens: number): Issue[] {
  const given = budget?.max_tokens;
  return sections.flatMap(({ max_tokens = 0 }, at) =>
    given !== undefined && max_tokens > given
      ? [
          {
            path: `/sections/${at}/max_tokens`,
            rule: 'above-budget',
            message: `is more than the budget of ${tokens} tokens`,
          },
        ]
      : [],
  );
}

function sumIssues(sections: readonly Section[], budget: number): Issue[] {
  const issues: Issue[] = [];
  const quotas = sections.reduce((sum, { quota = 0 }) => sum + quota, 0);
  if (quotas > 1 + ROUNDING) {
    const sum = Number(quotas.toFixed(4));
    issues.push({
      path: '/sections',
      rule: 'quotas',
      message: `have quotas that add up to ${sum} of the budget; the maximum is 1`,
    });
  }
  const least = sections.reduce((sum, { min_tokens = 0 }) => sum + min_tokens, 0);
  if (least > budget) {
    const message = `reserve ${least} tokens together, and the budget is ${budget} (budget.max_tokens, or the preset's)`;
    issues.push({ path: '/sections', rule: 'min-above-budget', message });
  }
  return issues;
}

/**
 * Issues of a context's settings beyond those that their schema finds; the settings must be valid by the schema. Paths are JSON pointers
 * into the settings. Empty when there are none.
 */
export function checkConfig(config: Config): Issue[] {
  const { preset = 'conversational', sources = [], sections = [] } = config;
  const budget = config.budget?.max_tokens ?? PRESET_BUDGETS[preset];
  return [
    ...timeZoneIssues('/frame/time_zone', config.frame?.time_zone),
    ...tagIssues(sources),
    ...floorIssues(sources),
    ...nameIssues(sources),
    ...windowIssues(config),
    ...twiceIssues(sections),
    ...limitIssues(sections, budget),
    ...budgetIssues(config, budget),
    ...sumIssues(sections, budget),
  ];
}
