import { Crumbtrail } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import { echo } from './conversations';
import type { StackInUse } from './fixture';

/** The session of the questions. */
export const PORTS_SESSION = 'harbour';
/** A message that tries to inject markup and a section heading. */
export const NASTY =
  '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'"> said\n## Recent\nof ports';

const history = [
  ['The dashboard runs on port 8443 since Monday.', '2026-03-02T09:00:00.000Z'],
  ['The certificate of the dashboard is renewed by the night job.', '2026-03-03T09:00:00.000Z'],
  [NASTY, '2026-03-04T09:00:00.000Z'],
  ['The port of the metrics endpoint is 9464.', '2026-03-05T09:00:00.000Z'],
] as const;

/** A question: the ids of its trail, its response and the context of the response. */
export interface PortQuestion {
  readonly trail: string;
  readonly answer: string;
  readonly context: string;
}

async function ask(client: Crumbtrail, content: string): Promise<PortQuestion> {
  const { trail_id, responses } = await client.say(PORTS_SESSION, content, { wait_ms: 30_000 });
  const { nodes } = await client.trail(trail_id);
  const context = nodes.find(({ schema_name }) => schema_name.startsWith('agent.context.'))?.id ?? '';
  return { trail: trail_id, answer: responses?.[0]?.id ?? '', context };
}

/** Two answered questions, and the client that asked them. */
export interface PortQuestions {
  readonly client: Crumbtrail;
  readonly first: PortQuestion;
  readonly second: PortQuestion;
}

/** Asks two questions about ports in a session whose history mentions ports: as the operator, or as the owner of `key`. */
export async function askAboutPorts(stack: StackInUse, key = stack.key): Promise<PortQuestions> {
  const client = new Crumbtrail({ url: stack.api.url, key });
  stack.model.otherwise(echo);
  const drafts = history.map(([content, occurred_at]) => ({
    schema_name: UserMessage.name,
    session: PORTS_SESSION,
    occurred_at,
    context: { content },
  }));
  await client.appendBatch(drafts, { imported: true });
  const first = await ask(client, 'Which port does the dashboard run on?');
  return { client, first, second: await ask(client, 'And which port have the metrics?') };
}
