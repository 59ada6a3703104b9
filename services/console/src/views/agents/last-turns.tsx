import { WIRE } from '@crumbtrail/contracts/wire-names';
import { asCrumbs } from '@crumbtrail/contracts/payload';
import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';
import { describeEnding, formatDollars } from '@crumbtrail/formatting';
import type { ReactNode } from 'react';
import { hrefTo } from '../../routing/route';
import { Badge } from '../../components/badge';
import { Time } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { isUnpriced } from '../../components/unpriced';

const SHOWN_TEXT = 160;
const kinds: Readonly<Record<AgentResponseV1['action'], 'good' | 'plain' | 'warn' | 'bad'>> = {
  speak: 'good',
  wait: 'plain',
  stopped: 'warn',
  error: 'bad',
};

function textOf({ content, error }: AgentResponseV1): string {
  const text = error ? `${error.code}: ${error.message}` : (content ?? '');
  return text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text;
}

function formatTurnCost(response: AgentResponseV1): string {
  const cost = response.usage?.cost_usd;
  if (cost !== undefined) return formatDollars(cost);
  return isUnpriced(response) ? 'unknown' : '–';
}

const formatCount = (count: number | undefined): string => count?.toLocaleString('en') ?? '–';

function Turn({ response }: { readonly response: Envelope<AgentResponseV1> }): ReactNode {
  const { context, trail_id, session, created_at, id } = response;
  const { usage = {}, context_id } = context;
  return (
    <tr>
      <td>
        <Time at={created_at} />
      </td>
      <td>
        <Badge kind={kinds[context.action]}>{describeEnding(context.action)}</Badge>
      </td>
      <td className="anywhere" dir="auto">
        {textOf(context)}
      </td>
      <td>{session && <a href={hrefTo('chat', [session])}>{session}</a>}</td>
      <td className="number">
        {formatCount(usage.prompt_tokens ?? usage.counted_prompt_tokens)}
        {(usage.cached_tokens ?? 0) > 0 && <span className="soft"> ({usage.cached_tokens} cached)</span>}
      </td>
      <td className="number">{formatCount(usage.completion_tokens)}</td>
      <td className="number">{formatTurnCost(context)}</td>
      <td>
        <a href={hrefTo('trails', [trail_id], { crumb: id })}>trail</a>{' '}
        {context_id !== undefined && <a href={hrefTo('contexts', [context_id])}>context</a>}
      </td>
    </tr>
  );
}

const titles = ['Time', 'Outcome', 'Reply', 'Session', 'Tokens in', 'Tokens out', 'Cost', 'Links'];
const numeric = new Set(['Tokens in', 'Tokens out', 'Cost']);

/** The latest turns of an agent with outcome, usage, and links to trail and context. */
export function LastTurns({ responses }: { readonly responses: readonly Envelope[] }): ReactNode {
  if (responses.length === 0) return <p>No turns visible to you.</p>;
  return (
    <ScrollRegion label="Last turns">
      <table>
        <TableHead titles={titles} numeric={numeric} />
        <tbody>
          {asCrumbs(WIRE.agentResponse, responses).map((response) => (
            <Turn key={response.id} response={response} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
