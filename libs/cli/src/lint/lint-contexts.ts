import { type ContextFacts, type Ref, STABLE_SECTIONS, type TextFinding, type TextRule } from '@crumbtrail/contracts';
import { groupBy } from '../group-by';

/** The rules: those of single texts, a source whose texts no answer was grounded on, and a section that breaks the cached prefix. */
export type LintRule = TextRule | 'never_grounded' | 'prefix';

/** Something to mend, once for all contexts that have it. */
export interface LintFinding {
  readonly rule: LintRule;
  readonly agent: string;
  /** What it is about: a source and its section, or a section. */
  readonly subject: string;
  /** The breadcrumb, for rules of single texts. */
  readonly crumb?: Ref & { readonly chunk?: number };
  readonly says: string;
  readonly fix: string;
  /** Number of contexts that have it, and the latest of them. */
  readonly contexts: number;
  readonly example: string;
  /** Tokens that it takes in all of them. */
  readonly tokens: number;
}

/** With fewer answers whose grounding is known, nothing is said about a source. */
const LEAST_ANSWERS = 5;
/** With fewer pairs of contexts that follow each other in a session, nothing is said about the prefix. */
const LEAST_PAIRS = 5;
/** A section that changes in at least this share of turns breaks the prefix. */
const OFTEN = 0.5;
const FIXES: Readonly<Record<TextRule, string>> = {
  stale: 'update the breadcrumb instead of writing a new one, or erase the old one: `crumb erase <id>`',
  near_cut: 'raise budget.max_tokens, or the quota of its section; pin it first: `crumb trail pin <context>`',
  instructions:
    'erase it, or keep its source out: `schemas`, `tags` or `scope` of the source in the context.config of the agent',
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const toCrumb = ({ id, version, chunk }: TextFinding): NonNullable<LintFinding['crumb']> => ({
  id,
  version,
  ...(chunk === undefined ? {} : { chunk }),
});

/** The findings about single texts, each text once. */
function lintTexts(contexts: readonly ContextFacts[]): LintFinding[] {
  const all = contexts.flatMap((facts) => facts.findings.map((finding) => ({ facts, finding })));
  const groups = groupBy(all, ({ facts: { agent }, finding: { rule, id, version, chunk } }) =>
    JSON.stringify([rule, agent, id, version, chunk]),
  );
  return groups.map((group) => {
    const { facts, finding } = group.at(-1) as (typeof all)[number];
    return {
      rule: finding.rule,
      agent: facts.agent,
      subject: `${finding.section} / ${finding.source}`,
      crumb: toCrumb(finding),
      says: finding.says,
      fix: FIXES[finding.rule],
      contexts: group.length,
      example: facts.context,
      tokens: sum(group.map((one) => one.finding.tokens)),
    };
  });
}

/** Sources of an agent whose texts took tokens of contexts, and no answer was grounded on one of them. */
function lintSources(contexts: readonly ContextFacts[]): LintFinding[] {
  const answered = contexts.filter(({ grounded }) => grounded);
  const all = answered.flatMap((facts) => facts.shares.map((share) => ({ facts, share })));
  const groups = groupBy(all, ({ facts: { agent }, share: { source, section } }) =>
    JSON.stringify([agent, source, section]),
  );
  return groups.flatMap((group): LintFinding[] => {
    const { facts, share } = group.at(-1) as (typeof all)[number];
    const isUsed = group.some((one) => one.share.grounded_tokens > 0);
    if (isUsed || group.length < LEAST_ANSWERS) return [];
    const tokens = sum(group.map((one) => one.share.tokens));
    return [
      {
        rule: 'never_grounded',
        agent: facts.agent,
        subject: `${share.section} / ${share.source}`,
        says: `took ${tokens} tokens of ${group.length} contexts, and no answer was grounded on any of them`,
        fix: `lower \`limit\` or raise \`floor\` of source ${share.source} in the context.config of ${facts.agent}, or leave it out; try it: crumb context counterfactual --config <file>`,
        contexts: group.length,
        example: facts.context,
        tokens,
      },
    ];
  });
}

const sectionOf = ({ sections }: ContextFacts, name: string): ContextFacts['sections'][number] | undefined =>
  sections.find(({ section }) => section === name);

/** The first section meant to be stable in which two contexts that follow each other differ. */
function changedSection(before: ContextFacts, after: ContextFacts): string | undefined {
  const refsIn = (facts: ContextFacts, name: string): string => (sectionOf(facts, name)?.refs ?? []).join(' ');
  return STABLE_SECTIONS.find((name) => refsIn(before, name) !== refsIn(after, name));
}

/** Sections meant to be stable that change in many turns of an agent's sessions, so that a provider caches nothing after them. */
function lintPrefix(contexts: readonly ContextFacts[]): LintFinding[] {
  const inSessions = contexts.filter(({ session }) => session !== undefined);
  const sessions = groupBy(inSessions, ({ agent, session }) => JSON.stringify([agent, session]));
  const pairs = sessions.flatMap((turns) =>
    turns.slice(1).map((after, at) => ({ after, changed: changedSection(turns[at] as ContextFacts, after) })),
  );
  return groupBy(pairs, ({ after }) => after.agent).flatMap((ofAgent) =>
    groupBy(
      ofAgent.filter(({ changed }) => changed !== undefined),
      ({ changed }) => changed as string,
    ).flatMap((broken): LintFinding[] => {
      if (ofAgent.length < LEAST_PAIRS || broken.length < OFTEN * ofAgent.length) return [];
      const { after, changed = '' } = broken.at(-1) as (typeof pairs)[number];
      return [
        {
          rule: 'prefix',
          agent: after.agent,
          subject: changed,
          says: `changed in ${broken.length} of ${ofAgent.length} turns: a provider caches nothing after it`,
          fix: `move what changes to a later section: \`section: events\` or \`relevant\` of its source in the context.config of ${after.agent}`,
          contexts: broken.length,
          example: after.context,
          tokens: sum(broken.map((one) => sectionOf(one.after, changed)?.tokens ?? 0)),
        },
      ];
    }),
  );
}

/** What the rules find in contexts, in any order; the same contexts always give the same findings. */
export function lintContexts(contexts: readonly ContextFacts[]): LintFinding[] {
  const inOrder = [...contexts].sort((a, b) => a.now.localeCompare(b.now) || a.context.localeCompare(b.context));
  return [...lintTexts(inOrder), ...lintSources(inOrder), ...lintPrefix(inOrder)];
}
