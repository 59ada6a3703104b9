import type { Shadow } from '@crumbtrail/client';
import type { ContextShadowBuildV1 } from '@crumbtrail/contracts';
import { formatDollars, summariseShadow, type ShadowReport } from '@crumbtrail/formatting';
import { contextItemKey } from '@crumbtrail/formatting';
import { type OutputBlock, table } from './table';

/** The answers that lose something, of which the newest are listed. */
const MOST_LOSING = 20;

const share = (part: number, of: number): string => (of === 0 ? '–' : `${Math.round((part / of) * 1_000) / 10} %`);

/** The state of a shadow in one line. */
export function shadowLine({ context, version }: Shadow): string {
  const { agent, state, because, config, share: part = 0.1 } = context;
  const why = because === undefined ? '' : `: ${because}`;
  return `${agent}: ${state}${why} (version ${version}, ${share(part, 1)} of the answers, ${JSON.stringify(config)})`;
}

function comparison({ means }: ShadowReport): OutputBlock[] {
  if (means === null) return [];
  const { live, other } = means;
  return table(
    ['mean of', 'turn', 'shadow', 'ratio'],
    (['tokens', 'kept', 'build_ms'] as const).map((name) => [
      { tokens: 'tokens', kept: 'texts kept', build_ms: 'build, ms' }[name],
      String(live[name]),
      String(other[name]),
      live[name] === 0 ? '–' : String(Math.round((other[name] / live[name]) * 100) / 100),
    ]),
    '',
  );
}

/** What a shadow has built, compared with what the model has read. */
export function shadowLines(shadow: Shadow, builds: readonly ContextShadowBuildV1[]): OutputBlock[] {
  const report = summariseShadow(builds);
  const { keeps, loses, ungrounded, failed, dropped, grounded, cost_usd, spent_ms } = report;
  const losing = builds.filter(({ outcome }) => outcome === 'loses');
  const cost =
    cost_usd === null ? 'no price is known' : `${cost_usd < 0 ? '−' : '+'}${formatDollars(Math.abs(cost_usd))}`;
  return [
    shadowLine(shadow),
    '',
    `${report.builds} answers built: ${keeps} keep what they were grounded on, ${loses} lose some, ${ungrounded} rest on nothing, ${failed} failed; ${dropped} dropped.`,
    `Of what answers were grounded on it keeps ${grounded.kept} of ${grounded.of} (${share(grounded.kept, grounded.of)}).`,
    `Cost of all prompts: ${cost}. Work: ${Math.round(spent_ms / 100) / 10} s.`,
    '',
    ...comparison(report),
    ...(losing.length === 0
      ? []
      : [
          '',
          ...table(
            ['context', 'breadcrumb', 'stage'],
            losing
              .slice(0, MOST_LOSING)
              .flatMap((one) =>
                one.lost.map((row, at) => [
                  at === 0 ? one.context_id : '',
                  contextItemKey(row),
                  row.stage.replaceAll('_', ' '),
                ]),
              ),
            '',
          ),
          ...(losing.length > MOST_LOSING ? [`and ${losing.length - MOST_LOSING} answers more`] : []),
        ]),
  ];
}
