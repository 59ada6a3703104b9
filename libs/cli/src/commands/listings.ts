import {
  LoreEntry,
  rulesFor,
  type CrumbLine,
  type FeedbackFilter,
  type TrailEntry,
  type TrailOutcome,
} from '@crumbtrail/contracts';
import { FEEDBACK_FILTERS, TRAIL_OUTCOMES } from '@crumbtrail/contracts/operations/listings';
import type { Crumbtrail, SessionFilter, TrailFilter } from '@crumbtrail/client';
import { describeAudience, formatDollars, formatDuration, previewText } from '@crumbtrail/formatting';
import { type Command, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { type AuthorName, loadAuthorNames } from '../output/author-names';
import { parseLimit } from '../parse-limit';
import { requireNames } from '../require-names';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { nameColumn } from '../output/listing';

interface ListingOptions {
  readonly participant?: string;
  readonly agent?: string;
  readonly outcome?: TrailOutcome;
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
  readonly cursor?: string;
  /** Only of lists of sessions. */
  readonly text?: string;
  readonly archived?: true;
  /** Only of lists of trails, as are `schema` and `feedback`. */
  readonly session?: string;
  readonly schema?: string;
  readonly feedback?: FeedbackFilter;
  readonly definitions?: true;
}

/** Adds the options that both lists have. */
const withListingOptions = (command: Command): Command =>
  command
    .option('-p, --participant <id>', 'only where this participant wrote, such as rita or user:rita')
    .option('-a, --agent <agent>', 'only where this agent was woken')
    .addOption(new Option('--outcome <outcome>', 'only those that ended so').choices(TRAIL_OUTCOMES))
    .option('--since <time>', 'only since this time')
    .option('--until <time>', 'only before this time')
    .option('-n, --limit <count>', 'how many, up to 500', '50')
    .option('--cursor <cursor>', 'the page after the one that named this cursor');

const FILTERS = [
  'participant',
  'agent',
  'outcome',
  'since',
  'until',
  'cursor',
  'text',
  'session',
  'schema',
  'feedback',
] as const;

/** The options of a command line that are filters, which the gateway checks, and not those that every command has. */
function readFilter(options: ListingOptions): Omit<ListingOptions, 'limit'> & { readonly limit: number } {
  const given = FILTERS.filter((name) => options[name] !== undefined);
  return { ...Object.fromEntries(given.map((name) => [name, options[name]])), limit: parseLimit(options.limit, 500) };
}

/** Who wrote a line, and for whom, where not everybody may read it. */
function describeAuthor({ author, audience }: CrumbLine, nameOf: AuthorName): string {
  const readers = describeAudience(audience);
  return readers === undefined ? nameOf(author) : `${nameOf(author)} (${readers})`;
}

/** Says how to get the next page. */
function printNext(shell: Shell, cursor: string | undefined): void {
  if (cursor !== undefined && !shell.printsData) shell.printNote(`There are more: add --cursor ${cursor}`);
}

function noSessions({ text }: SessionFilter): string {
  if (text === undefined) return 'No sessions, or none visible to this key.';
  return `No session has “${text}” in its name or title. Messages are searched by: crumb search ${JSON.stringify(text)}`;
}

async function listSessions(shell: Shell, filter: SessionFilter): Promise<void> {
  const page = await shell.client().sessions(filter);
  if (page.sessions.length === 0) await requireNames(shell, { agent: filter.agent });
  const nameOf = await loadAuthorNames(shell);
  const rows = page.sessions.map(({ name, title = '', messages, outcome, last }) => [
    name,
    title,
    String(messages),
    outcome,
    { time: last.occurred_at },
    describeAuthor(last, nameOf),
    last.text === undefined ? '' : previewText(last.text),
  ]);
  shell.printListing(page, {
    columns: [
      nameColumn('session'),
      { heading: 'title', optional: true },
      { heading: 'messages', optional: true },
      'outcome',
      'latest',
      { heading: 'by', optional: true },
      'text',
    ],
    rows,
    empty: noSessions(filter),
  });
  printNext(shell, page.next_cursor);
}

type ListedTrails = Awaited<ReturnType<Crumbtrail['trails']>>;
type TrailsFilter = TrailFilter & { readonly limit: number };

/** Is it a trail of nothing but a definition, such as that of a session or of an agent? */
const isOfDefinition = ({ first, agents }: TrailEntry): boolean =>
  agents.length === 0 && (rulesFor(first.schema_name)?.singleton === true || first.schema_name === LoreEntry.name);

/** Pages that are read for one list. */
const MOST_PAGES = 10;

/** As many trails as the filter asks for that are not of definitions; fewer where many pages hold little else. */
async function loadTrails(client: Crumbtrail, filter: TrailsFilter, pages = MOST_PAGES): Promise<ListedTrails> {
  const page = await client.trails(filter);
  const trails = page.trails.filter((trail) => !isOfDefinition(trail));
  const missing = filter.limit - trails.length;
  if (page.next_cursor === undefined || missing === 0 || pages === 1) return { ...page, trails };
  const rest = await loadTrails(client, { ...filter, limit: missing, cursor: page.next_cursor }, pages - 1);
  return { ...rest, trails: [...trails, ...rest.trails] };
}

async function listTrails(shell: Shell, options: ListingOptions): Promise<void> {
  const filter = readFilter(options);
  const isWhole = options.definitions === true || filter.schema !== undefined || shell.printsData;
  const page = await (isWhole ? shell.client().trails(filter) : loadTrails(shell.client(), filter));
  if (page.trails.length === 0) await requireNames(shell, filter);
  const nameOf = await loadAuthorNames(shell);
  const rows = page.trails.map(({ trail_id, session = '', first, outcome, agents, duration_ms, tokens, cost_usd }) => [
    { id: trail_id },
    { time: first.occurred_at },
    session,
    outcome,
    agents.join(', '),
    formatDuration(duration_ms),
    tokens === undefined ? '' : String(tokens),
    cost_usd === undefined ? '' : formatDollars(cost_usd),
    describeAuthor(first, nameOf),
    first.text ?? first.schema_name,
  ]);
  shell.printListing(page, {
    columns: [
      'trail',
      'began',
      nameColumn('session'),
      'outcome',
      { heading: 'agents', optional: true },
      { heading: 'took', optional: true },
      { heading: 'tokens', optional: true },
      { heading: 'cost', optional: true },
      { heading: 'by', optional: true },
      'text',
    ],
    rows,
    empty: 'No trails, or none visible to this key.',
  });
  printNext(shell, page.next_cursor);
}

/** Adds `crumb sessions`, which lists the sessions, the one with the latest breadcrumb first. */
export function addSessions(program: Command, createShell: ShellFactory): void {
  const command = withListingOptions(declareListed(program, 'sessions'))
    .option('--text <text>', 'only those with this in their name or title')
    .option('--archived', 'only archived ones, which are left out otherwise');
  withCommonOptions(command).action((options: ListingOptions) =>
    listSessions(createShell(command), { ...readFilter(options), archived: options.archived ? 'only' : 'hide' }),
  );
}

/** Adds `crumb trails`, which lists the trails, latest first. */
export function addTrails(program: Command, createShell: ShellFactory): void {
  const command = withListingOptions(declareListed(program, 'trails'))
    .option('-s, --session <session>', 'only of this session')
    .option('--schema <name>', 'only with a breadcrumb of this schema, such as user.message.v1')
    .addOption(
      new Option('--feedback <kind>', 'only with feedback on an answer that is good or bad, or has a note').choices(
        FEEDBACK_FILTERS,
      ),
    )
    .option('--definitions', 'also those of nothing but a definition, such as of a session or an agent');
  withCommonOptions(command).action((options: ListingOptions) => listTrails(createShell(command), options));
}
