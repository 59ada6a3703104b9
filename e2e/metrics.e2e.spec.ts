import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contracts, SERVICES } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useStack } from './support/fixture';

const DASHBOARD = join(__dirname, '../deploy/observability/grafana/dashboards/crumbtrail.json');

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What Prometheus reads from all services at one time. */
interface Scrape {
  /** The names of metrics. */
  readonly types: ReadonlySet<string>;
  readonly samples: readonly Sample[];
}

function sampleOf(line: string): Sample {
  const [, name = '', inner = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? ([^ ]+)$/i.exec(line) ?? [];
  const labels = Object.fromEntries(
    [...inner.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/gi)].map(([, key, of]) => [key, of]),
  );
  return { name, labels, value: Number(value) };
}

async function scrape(): Promise<Scrape> {
  const bodies = SERVICES.map(async (name) => (await fetch(`${stack.healthUrl(name)}/metrics`)).text());
  const lines = (await Promise.all(bodies)).join('\n').split('\n');
  const types = new Set(lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
  return { types, samples: lines.filter((line) => line !== '' && !line.startsWith('#')).map(sampleOf) };
}

const sumOf = (samples: readonly Sample[], name: string, wanted: Readonly<Record<string, string>> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(wanted).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);

const stack = useStack({ healthOf: SERVICES, env: { MODEL_INPUT_PRICE: '1', MODEL_OUTPUT_PRICE: '2' } });

/** Two turns, one of them with a tool call, and what was scraped once all work was done. */
const measured = useFixture(async () => {
  const turns = new ToolTurns(stack);
  await turns.whenAvailable('calculator');
  await turns.grant({ tools: ['calculator'] });
  // The context of the second turn holds the messages of the first.
  const { said } = await turns.run('measured', { id: 'c', name: 'calculator', arguments: { expression: '6 * 7' } });
  await turns.ended(await turns.conversations.say('measured', 'and once more'));
  const whenIdle = async (): Promise<Scrape | null> => {
    const scraped = await scrape();
    const waiting = ['crumbtrail_durable_depth', 'crumbtrail_embedding_backlog'];
    return waiting.every((name) => sumOf(scraped.samples, name) === 0) ? scraped : null;
  };
  return { said, ...(await eventually(whenIdle, { everyMs: 200 })) };
});
const total = (name: string, wanted?: Readonly<Record<string, string>>): number =>
  sumOf(measured.samples, name, wanted);

describe('the metrics of two turns, one of them with a tool call', () => {
  it.each([
    ['crumbtrail_turns_total', { action: 'speak' }, 2],
    ['crumbtrail_context_build_seconds_count', {}, 2],
    ['crumbtrail_model_request_seconds_count', { model: 'scripted', outcome: 'ok' }, 3],
    ['crumbtrail_model_first_token_seconds_count', { model: 'scripted' }, 2],
    ['crumbtrail_tool_results_total', { tool: 'calculator', outcome: 'ok' }, 1],
    ['crumbtrail_tool_run_seconds_count', { tool: 'calculator' }, 1],
    ['crumbtrail_messages_total', { durable: 'tool-runner', outcome: 'handled' }, 1],
    ['crumbtrail_messages_total', { outcome: 'buried' }, 0],
    ['crumbtrail_events_total', { schema: 'tool.response.v1', kind: 'created' }, 1],
    ['crumbtrail_relay_unpublished', {}, 0],
  ])('%s %j is %d', (name, labels, value) => {
    expect(total(name, labels)).toBe(value);
  });

  it.each([
    ['crumbtrail_model_tokens_total', { kind: 'counted_prompt' }],
    ['crumbtrail_model_tokens_total', { kind: 'prompt' }],
    ['crumbtrail_model_tokens_total', { kind: 'completion' }],
    ['crumbtrail_model_cost_usd_total', { model: 'scripted' }],
    ['crumbtrail_context_tokens_total', {}],
    ['crumbtrail_context_candidates_total', { decision: 'kept' }],
    ['crumbtrail_gateway_request_seconds_count', { route: '/v1/breadcrumbs', method: 'POST', status: '201' }],
    ['crumbtrail_durable_floor', { durable: 'conductor' }],
    ['crumbtrail_durable_pulls', { durable: 'agent-executor' }],
  ])('%s %j is above 0', (name, labels) => {
    expect(total(name, labels)).toBeGreaterThan(0);
  });
});

describe('a metric of something that has not happened yet', () => {
  it.each([
    ['crumbtrail_messages_total', { durable: 'tool-runner', outcome: 'buried' }],
    ['crumbtrail_messages_total', { durable: 'context-builder', outcome: 'buried' }],
    ['crumbtrail_turns_total', { action: 'error' }],
    ['crumbtrail_turns_total', { action: 'stopped' }],
  ])('%s %j is exported as 0, so that the first occurrence is an increase', (name, labels) => {
    const isTold = ({ name: of, labels: has }: Sample): boolean =>
      of === name && Object.entries(labels).every(([key, value]) => has[key] === value);
    expect(measured.samples.filter(isTold).length).toBeGreaterThan(0);
    expect(total(name, labels)).toBe(0);
  });
});

describe('the labels of all metrics', () => {
  const ours = (samples = measured.samples): Sample[] => samples.filter(({ name }) => name.startsWith('crumbtrail_'));

  it('have only known names', () => {
    // Only a busy machine holds the event loop long enough for the metric with this label to have a value.
    const OF_HELD_LOOPS = 'handler';
    const names = new Set(ours().flatMap(({ labels }) => Object.keys(labels)));
    expect([...names].filter((name) => name !== OF_HELD_LOOPS).sort()).toEqual([
      'action',
      'decision',
      'durable',
      'kind',
      'le',
      'method',
      'model',
      'outcome',
      'route',
      'runner',
      'schema',
      'section',
      'state',
      'status',
      'tool',
    ]);
  });

  it('hold no breadcrumb, session, workspace or person', () => {
    const values = ours().flatMap(({ labels }) => Object.values(labels));
    expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(value))).toEqual([]);
    expect(values).not.toContain('measured');
    expect(values).not.toContain('default');
    expect(values).not.toContain(measured.said.id);
  });

  it('hold no value that a client chose', async () => {
    await stack.api.request('POST', '/v1/breadcrumbs', {
      schema_name: 'schema.def.v1',
      context: { name: 'made.up.v1', schema: { type: 'object' } },
    });
    await stack.api.request('POST', '/v1/breadcrumbs', { schema_name: 'made.up.v1', context: {} });
    for (let n = 0; n < 20; n += 1) await stack.api.request('GET', `/v1/nowhere-${n}`);
    const { samples } = await eventually(async () => {
      const scraped = await scrape();
      const notFound = sumOf(scraped.samples, 'crumbtrail_gateway_request_seconds_count', { status: '404' });
      return notFound >= 20 ? scraped : null;
    });
    const routes = new Set(ours(samples).flatMap(({ labels }) => labels['route'] ?? []));
    expect([...routes].filter((route) => route.includes('nowhere'))).toEqual([]);
    const schemas = new Set(ours(samples).flatMap(({ labels }) => labels['schema'] ?? []));
    expect([...schemas].filter((schema) => schema !== 'other' && !contracts.has(schema))).toEqual([]);
  });
});

describe('the Grafana dashboard', () => {
  interface Panel {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
  }
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));

  it.each(queries)('%s queries metrics that exist: %s', (_, expr) => {
    const asked = [...expr.matchAll(/\b((?:crumbtrail|process|nodejs)_[a-z0-9_]+)/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(0);
    const known = (name: string): boolean =>
      measured.types.has(name) || measured.types.has(name.replace(/_(?:bucket|sum|count)$/, ''));
    expect(asked.filter((name) => !known(name))).toEqual([]);
  });

  it('queries labels that exist', () => {
    const labels = new Set(measured.samples.flatMap(({ labels: of }) => Object.keys(of)));
    // Labels that Prometheus adds, and the label of turns that a guard ended, of which there are none here.
    const known = new Set([...labels, 'station', 'guard']);
    const asked = queries.flatMap(([, expr]) =>
      [...expr.matchAll(/by \(([^)]*)\)|\{([a-z]+)[!=~]/g)].flatMap(([, by = '', one = '']) => [
        ...by.split(/, */),
        one,
      ]),
    );
    expect(asked.filter((name) => name !== '' && !known.has(name))).toEqual([]);
  });
});
