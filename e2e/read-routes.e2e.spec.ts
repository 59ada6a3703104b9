import { AgentContext, AgentResponse } from '@crumbtrail/contracts';
import type { RouteDeclaration } from '@crumbtrail/contracts/http/define-route';
import { routes } from '@crumbtrail/contracts/http/routes';
import { randomUUID } from 'node:crypto';
import { Conversations, echo } from './support/conversations';
import { useScript, useSharedStack } from './support/fixture';

const SESSION = 'demo';

describe('every route that reads', () => {
  const stack = useSharedStack();
  useScript(stack, echo);
  /** Values of path parameters, by the part of the path before them, or by their name. */
  const values = new Map<string, string>();
  let context = '';

  beforeAll(async () => {
    const conversations = new Conversations(stack);
    await conversations.waitForTurns([await conversations.say(SESSION, 'hello')]);
    const [response] = await conversations.listCrumbs(AgentResponse.name);
    const [built] = await conversations.listCrumbs(AgentContext.name);
    context = (built as { id: string }).id;
    const { id, trail_id } = response as { id: string; trail_id: string };
    values.set('breadcrumbs', id).set('contexts', context).set('trails', trail_id);
    values
      .set('sessions', SESSION)
      .set('schemas', 'user.message.v1')
      .set('models', 'assistant')
      .set('mcp-servers', 'issues');
  }, 120_000);

  // Streams never end; what they send is tested elsewhere.
  const isRead = ({ method, produces = [] }: RouteDeclaration): boolean =>
    method === 'GET' && !produces.includes('text/event-stream');
  const read = routes.filter(isRead);

  const fill = (path: string): string =>
    path
      .replace(':hash', `sha256:${'a'.repeat(64)}`)
      .replaceAll(/([a-z-]+)\/:\w+/g, (_, before: string) => `${before}/${values.get(before) ?? randomUUID()}`);

  /** The queries that routes do not answer without. */
  const queryOf = (path: string): string => {
    if (path === '/v1/contexts/diff') return `?a=${context}&b=${context}`;
    return path === '/v1/usage' ? '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z' : '';
  };

  it.each(read.map(({ path }) => path))('GET %s answers, or says that there is nothing of that name', async (path) => {
    // Only operators of the installation read its status.
    const headers = { authorization: `Bearer ${path === '/v1/status' ? stack.installationKey : stack.key}` };
    const reply = await stack.api.request('GET', `${fill(path)}${queryOf(path)}`, undefined, { headers });
    expect([200, 404]).toContain(reply.status);
  });
});
