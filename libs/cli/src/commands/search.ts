import type { SearchRequest } from '@crumbtrail/contracts';
import { type Command, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { loadAuthorNames } from '../output/author-names';
import { searchListing } from '../output/search';
import { parseLimit } from '../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

type SearchMode = NonNullable<SearchRequest['mode']>;

interface SearchOptions {
  readonly mode: SearchMode;
  readonly session?: string;
  readonly schema?: string;
  readonly tag?: string;
  readonly author?: string;
  readonly since?: string;
  readonly limit: string;
}

const MODES: readonly SearchMode[] = ['text', 'vector', 'hybrid'];

function buildRequest(
  query: string,
  { mode, limit, session, schema, tag, author, since }: SearchOptions,
): SearchRequest {
  const filter = {
    ...(session === undefined ? {} : { session }),
    ...(schema === undefined ? {} : { schemas: schema.split(',') }),
    ...(tag === undefined ? {} : { tags: tag.split(',') }),
    ...(author === undefined ? {} : { author }),
    ...(since === undefined ? {} : { since }),
  };
  return { query, mode, filter, limit: parseLimit(limit, 100) };
}

async function search(shell: Shell, words: readonly string[], options: SearchOptions): Promise<void> {
  const reply = await shell.client().search(buildRequest(words.join(' '), options));
  const nameOf = await loadAuthorNames(shell);
  shell.printListing(reply, searchListing(reply, nameOf));
}

/** Adds `crumb search`, which searches breadcrumbs by text, vector or both. */
export function addSearch(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'search')
    .argument('<text...>', 'search terms')
    .addOption(new Option('-m, --mode <mode>', 'how to search').choices(MODES).default('hybrid'))
    .option('-s, --session <session>', 'only in this session')
    .option('--schema <names>', 'only these schemas, comma-separated')
    .option('--tag <tags>', 'only with these tags, comma-separated')
    .option('--author <id>', 'only by this participant, such as rita or user:rita')
    .option('--since <time>', 'only since this time')
    .option('-n, --limit <count>', 'maximum number of results', '10');
  withCommonOptions(command).action((words: string[], options: SearchOptions) =>
    search(createShell(command), words, options),
  );
}
