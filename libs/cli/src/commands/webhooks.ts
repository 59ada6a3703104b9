import type { WebhookBody, WebhookView } from '@crumbtrail/contracts/http/webhooks';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { requireConfirmed } from '../confirm';
import { declareListed } from '../listed-commands';
import { nameColumn, type ListingCell } from '../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface AddOptions {
  readonly schema?: string[];
  readonly session?: string;
  readonly tag?: string[];
  readonly kind?: string[];
  readonly reader?: string;
  readonly after?: string;
}

function parsePosition(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CliError(`Invalid position "${text}". It is a number, such as 120; \`crumb tail\` prints them.`, 2);
}

async function add(shell: Shell, [name, url]: readonly [string, string], options: AddOptions): Promise<void> {
  const { schema, session, tag, kind, reader, after } = options;
  const body: WebhookBody = {
    name,
    url,
    ...(schema && { schemas: schema }),
    ...(session !== undefined && { session }),
    ...(tag && { tags: tag }),
    ...(kind && { kinds: kind as NonNullable<WebhookBody['kinds']> }),
    ...(reader !== undefined && { reader }),
    ...(after !== undefined && { after: parsePosition(after) }),
  };
  const added = await shell.client().createWebhook(body);
  shell.print(added, () => [{ verbatim: added.secret }]);
  shell.printNote(`Events go to ${url} from now on. Copy the secret for the receiver: it won't be shown again.`);
}

const stateOf = ({ attempts, next_at, last_error }: WebhookView): ListingCell =>
  last_error === undefined ? 'delivers' : { time: next_at, after: `${last_error} (${attempts} attempts); again` };

async function list(shell: Shell): Promise<void> {
  const webhooks = await shell.client().webhooks();
  const rows = webhooks.map((one) => [
    one.name,
    one.url,
    String(one.position),
    String(one.delivered),
    String(one.dead),
    stateOf(one),
  ]);
  const columns = [nameColumn('name'), 'url', 'position', 'delivered', 'dead letters', 'state'];
  shell.printListing({ webhooks }, { columns, rows, empty: 'No webhooks.' });
}

async function test(shell: Shell, name: string): Promise<void> {
  const trial = await shell.client().testWebhook(name);
  shell.print(trial, () => [`${trial.ok ? 'Delivered' : 'Failed'} in ${trial.latency_ms} ms: ${trial.message}`]);
  if (!trial.ok) throw new CliError(`The receiver of ${name} did not take the test event.`);
}

async function replay(shell: Shell, name: string, after: string): Promise<void> {
  const webhook = await shell.client().replayWebhook(name, parsePosition(after));
  shell.print(webhook, () => [`${name} sends everything after position ${webhook.position}.`]);
}

async function remove(shell: Shell, name: string, isConfirmed?: boolean): Promise<void> {
  await requireConfirmed(shell, `Remove the webhook ${name}? Its secret and its position are lost.`, isConfirmed);
  const webhook = await shell.client().removeWebhook(name);
  shell.print(webhook, () => [`Removed ${name}, which had sent ${webhook.delivered} events.`]);
}

/** Adds `crumb webhooks`, which sends events to URLs. */
export function addWebhooks(program: Command, createShell: ShellFactory): void {
  const webhooks = declareListed(program, 'webhooks');
  withCommonOptions(webhooks).action(() => list(createShell(webhooks)));
  const adding = webhooks
    .command('add')
    .description('send events to a URL; the secret that signs them is shown once')
    .argument('<name>')
    .argument('<url>')
    .option('--schema <schema...>', 'only events of these schemas, such as user.message.v1')
    .option('-s, --session <session>', 'only events of this session')
    .option('--tag <tag...>', 'only events of breadcrumbs with one of these tags')
    .option('--kind <kind...>', 'only created, updated, erased or expired')
    .option('--reader <participant>', 'what this participant may read, such as user:ann (default: what everybody may)')
    .option('--after <position>', 'what comes after this position of the log (default: from now on)');
  withCommonOptions(adding).action((name: string, url: string, options: AddOptions) =>
    add(createShell(adding), [name, url], options),
  );
  const listing = webhooks.command('list').description('list webhooks and how far they are');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const testing = webhooks.command('test').description('send a signed test event once').argument('<name>');
  withCommonOptions(testing).action((name: string) => test(createShell(testing), name));
  const replaying = webhooks
    .command('replay')
    .description('send everything after a position of the log again, with the ids of before')
    .argument('<name>')
    .argument('<position>', '0: from the beginning');
  withCommonOptions(replaying).action((name: string, after: string) => replay(createShell(replaying), name, after));
  const removing = webhooks
    .command('remove')
    .description('remove a webhook')
    .argument('<name>')
    .option('-y, --yes', 'do not ask first; only terminals are asked');
  withCommonOptions(removing).action((name: string, { yes }: { readonly yes?: boolean }) =>
    remove(createShell(removing), name, yes),
  );
}
