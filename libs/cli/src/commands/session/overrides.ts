import { describeOverride, type SessionOverrideItem } from '@crumbtrail/contracts';
import type { ListedOverrides } from '@crumbtrail/client';
import { type Command, Option } from 'commander';
import type { Listing } from '../../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { requireNames } from '../../require-names';
import { toOverride, type OverrideOptions } from './override-arguments';

/** What the item is about, without its id, verb and end. */
function detailsOf(item: SessionOverrideItem): string {
  switch (item.verb) {
    case 'pause':
      return '';
    case 'mute':
      return item.agents.join(', ');
    case 'budget':
      return `${item.max_tokens} tokens`;
    default:
      return item.text;
  }
}

const hasEnded = ({ until }: SessionOverrideItem, now: string): boolean =>
  until !== undefined && Date.parse(until) <= Date.parse(now);

/** A line for each adjustment, who made it and until when. */
export const overrideLines = (items: readonly SessionOverrideItem[]): string[] =>
  items.map((item) => `adjusted   ${item.verb} (${item.id}) ${describeOverride(item)}`);

function listingOf({ session, overrides, now }: ListedOverrides): Listing {
  return {
    columns: ['id', 'verb', 'by', 'until', 'reason', 'details'],
    rows: overrides.map((item) => [
      item.id,
      item.verb,
      item.by ?? '',
      item.until === undefined ? '' : { time: item.until, ...(hasEnded(item, now) && { after: 'ended' }) },
      item.reason ?? '',
      detailsOf(item),
    ]),
    empty: `Nobody has adjusted the session ${session}.`,
  };
}

async function print(shell: Shell, listed: Promise<ListedOverrides>): Promise<void> {
  const found = await listed;
  shell.printListing(found, listingOf(found));
}

/** Adjusts a session, once it and the agents that the adjustment names are known to exist: a name that is misspelt would have no effect. */
async function adjust(shell: Shell, session: string, item: ReturnType<typeof toOverride>): Promise<void> {
  await requireNames(shell, { session });
  for (const agent of item.verb === 'mute' ? item.agents : []) await requireNames(shell, { agent });
  await print(shell, shell.client().override(session, item));
}

/** Adds `crumb session override`, `overrides` and `revert`, for operators. */
export function addOverrides(session: Command, createShell: ShellFactory): void {
  const override = session
    .command('override')
    .description(
      'adjust a session: pause, mute <agents>, scenario <text>, inject <text>, budget <tokens>; operators only',
    )
    .argument('<session>')
    .argument('<verb>', 'pause, mute, scenario, inject or budget')
    .argument('[words...]', 'agents, a text or a number, as the verb needs')
    .option('--for <time>', 'it ends by itself after 30s, 10m, 2h or 1d')
    .option('--reason <reason>', 'why; everybody in the session may read it')
    .option('--id <id>', 'an item with this id is replaced; default: the verb')
    .addOption(new Option('--position <position>', 'of an injected text').choices(['before', 'after', 'at_depth']))
    .option('--depth <messages>', 'of an injected text: how many messages stand below it')
    .addOption(new Option('--role <role>', 'of an injected text').choices(['system', 'user', 'assistant']))
    .option('--turns <answers>', 'of an injected text: it ends after so many answers');
  withCommonOptions(override).action((name: string, verb: string, words: string[], options: OverrideOptions) => {
    return adjust(createShell(override), name, toOverride(verb, words, options));
  });
  const list = session
    .command('overrides')
    .description('list how operators have adjusted a session; operators only')
    .argument('<session>');
  withCommonOptions(list).action((name: string) => {
    const shell = createShell(list);
    return print(shell, shell.client().overrides(name));
  });
  const revert = session
    .command('revert')
    .description('revert an adjustment of a session; operators only')
    .argument('<session>')
    .argument('<id>', 'as crumb session overrides lists it');
  withCommonOptions(revert).action((name: string, id: string) => {
    const shell = createShell(revert);
    return print(shell, shell.client().revertOverride(name, id));
  });
}
