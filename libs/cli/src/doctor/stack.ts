import { type Crumbtrail, isApiError, type StackReadiness } from '@crumbtrail/client';
import type { StatusReply } from '@crumbtrail/contracts';
import { formatDuration } from '@crumbtrail/formatting';
import { startCommand } from '../config';
import { type Finding, problem, note, ok } from './finding';

const RESTART = `See .crumbtrail/logs, or restart with \`${startCommand}\`.`;

/** What checks of `GET /readyz` are about, where their names do not say it. */
const CHECK_NAMES: Readonly<Record<string, string>> = { stations: 'services' };

/** Checks that the gateway answers, and that all its dependencies are ready. */
export function checkGateway(url: string, { status, checks }: StackReadiness): Finding[] {
  if (status === 'not reachable')
    return [
      problem('gateway', `nothing answers at ${url}`, `Start Crumbtrail with \`${startCommand}\`, or set --url.`),
    ];
  if (status === 'no gateway')
    return [problem('gateway', `another program answers at ${url}`, 'Stop it, or start Crumbtrail with PORT=7071.')];
  const unready = Object.entries(checks).filter(([, verdict]) => verdict !== 'ok');
  return [
    ok('gateway', url),
    ...unready.map(([name, verdict]) => problem(CHECK_NAMES[name] ?? name, verdict, RESTART)),
  ];
}

/** A larger lag is a problem. */
const LAG_MS = 10_000;
const LAG_EVENTS = 1_000;

function lag(about: string, behind: number, remedy: string): Finding {
  const says = behind <= 0 ? 'up to date' : `${behind} behind the log`;
  return behind > LAG_EVENTS ? problem(about, says, remedy) : ok(about, says);
}

function relay({ head, relayed, oldest_unrelayed_ms }: StatusReply): Finding {
  if (oldest_unrelayed_ms <= LAG_MS)
    return ok('relay', relayed >= head ? 'up to date' : `${head - relayed} being published`);
  return problem(
    'relay',
    `the oldest unpublished event has waited ${formatDuration(oldest_unrelayed_ms)}`,
    'Is NATS running? See the log of breadcrumb-store.',
  );
}

function lostRange({ from, through, at }: StatusReply['lost'][number]): Finding {
  return problem(
    'failover',
    `positions ${from} to ${through} were lost when the database failed over (noticed ${at})`,
    'Ask their senders to repeat them; docs/guides/postgres.md says how to lose none.',
  );
}

const refusal = (why: string): Finding =>
  problem('disk', `writes are refused: ${why}`, 'Free space; everything goes on by itself then.');

/** A consumer that nobody is subscribed to is a problem once an event has waited for it this long. */
const ABANDONED_MS = 3_600_000;

type Consumer = StatusReply['durables'][number];

const isAbandoned = ({ waiting, oldest_pending_ms = 0 }: Consumer): boolean =>
  waiting === 0 && oldest_pending_ms > ABANDONED_MS;

const describeAbandoned = ({ name, floor, oldest_pending_ms = 0 }: Consumer): Finding =>
  problem(
    name,
    `nobody takes its events; the oldest has waited ${formatDuration(oldest_pending_ms)}, and nothing after ${floor} is removed or archived`,
    `Start the service. If it is gone for good: \`crumb consumers remove ${name}\`.`,
  );

/** Checks the relay, the indexes and the consumers of the store. */
export function checkStatus(status: StatusReply): Finding[] {
  const { head, indexed, embedded, durables, database, embedder, writes_refused, version, schema } = status;
  const slow = durables.filter((one) => one.waiting === 0 && one.pending > 0 && !isAbandoned(one));
  return [
    ok('store', `${database}, ${head} positions${version ? `, version ${version}, schema ${schema}` : ''}`),
    ...(status.lost ?? []).map(lostRange),
    ...(writes_refused === undefined ? [] : [refusal(writes_refused)]),
    relay(status),
    lag('index', head - indexed, 'It should catch up by itself; if not, see the log of breadcrumb-store.'),
    lag(
      `embeddings (${embedder})`,
      head - embedded,
      'Check the embedder (EMBEDDINGS_BASE_URL) and the log of breadcrumb-store.',
    ),
    ...durables.filter(isAbandoned).map(describeAbandoned),
    ...slow.map(({ name, pending }) => note(name, `busy: ${pending} events pending`)),
  ];
}

/** Checks that there is a valid API key. */
export async function checkKey(client: Crumbtrail | null): Promise<Finding> {
  if (!client)
    return problem(
      'key',
      'no API key found',
      `\`${startCommand}\` creates one in .crumbtrail/api-key; or set CRUMBTRAIL_KEY.`,
    );
  try {
    const { workspace, participant, role } = await client.whoAmI();
    return ok('key', `${role} ${participant.kind} ${participant.id} in workspace ${workspace}`);
  } catch (error) {
    const remedy = isApiError(error, 401)
      ? 'Does the key belong to this Crumbtrail? See .crumbtrail/api-key.'
      : RESTART;
    return problem('key', (error as Error).message, remedy);
  }
}

/** The outcome of the latest turn. */
export interface LastAnswer {
  readonly trail: string;
  readonly model: string | undefined;
  /** The error message, if the turn failed. */
  readonly error: string | undefined;
}

/** Reports which model replied last and which one is configured. */
export function checkModel(
  last: LastAnswer | undefined,
  settings: { readonly baseUrl?: string; readonly name?: string },
): Finding {
  if (last?.error !== undefined)
    return note('model', `the last turn failed: ${last.error}`, `See \`crumb trace ${last.trail}\`.`);
  const model = last?.model;
  const seen = model ? `last reply by ${model}` : 'no agent has replied yet';
  if (settings.baseUrl) return ok('model', `${settings.name ?? 'default'} at ${settings.baseUrl}; ${seen}`);
  if (model && model !== 'offline') return ok('model', seen);
  return note(
    'model',
    `${seen}; no model is configured here`,
    `Connect one in Settings of the console, or set MODEL_BASE_URL, MODEL_NAME and MODEL_API_KEY; \`${startCommand}\` prints which it uses.`,
  );
}
