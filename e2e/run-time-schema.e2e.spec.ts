import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SchemaDef, type Envelope, type PreviewReply } from '@crumbtrail/contracts';
import type { ApiResponse } from '@crumbtrail/testing';
import { echo, Conversations } from './support/conversations';
import { useFixture, useSharedStack } from './support/fixture';

const NOTE = 'note.v1';
const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, body: { type: 'string' }, draft: { type: 'string' } },
  required: ['title', 'body'],
};
const llm_hints = {
  exclude: ['$.draft'],
  transform: { words: { type: 'jq', query: '.body | split(" ") | length' } },
  mode: 'merge',
  template: '{{title}}: {{body}} ({{words}} words, {{@tags}})',
};
const definition = {
  schema_name: SchemaDef.name,
  context: { defines: NOTE, schema, llm_hints, examples: [{ title: 'Keys', body: 'under the pot' }] },
};

const post = (body: unknown): Promise<Envelope> => stack.api.post('/v1/breadcrumbs', body);
const note = (context: object, more: object = {}): Promise<Envelope> =>
  post({ schema_name: NOTE, session: 'notes', tags: ['house'], context, ...more });
const redefine = (context: object): Promise<ApiResponse<{ issues: { path: string; message: string }[] }>> =>
  stack.api.request('PATCH', `/v1/breadcrumbs/${defined.id}`, { context }, { headers: { 'if-match': '"1"' } });

const stack = useSharedStack();
const conversations = new Conversations(stack);
const defined = useFixture(() => post(definition));

describe('a schema published at run time', () => {
  test('shows its breadcrumbs in contexts at once, rendered by its llm_hints', async () => {
    const { id } = await note({ title: 'Keys', body: 'the spare key is under the pot', draft: 'xyzzy' });
    const preview = await stack.api.post<PreviewReply>('/v1/contexts/preview', {
      agent: 'assistant',
      session: 'notes',
      content: 'where is the spare key?',
      config: { sources: [{ type: 'recent', schemas: [NOTE], limit: 5 }] },
    });
    expect(preview.formatted_context).toContain('Keys: the spare key is under the pot (7 words, house)');
    expect(preview.formatted_context).not.toMatch(/xyzzy|\{"/);
    expect(preview.items.map((item) => [item.id, item.decision])).toEqual([[id, 'kept']]);
    const view = await stack.api.get<{ text: string }>(`/v1/breadcrumbs/${id}?view=llm`);
    expect(view.text).toBe('Keys: the spare key is under the pot (7 words, house)');
  });

  test('wakes the agents that subscribe to it, with the text that its llm_hints render', async () => {
    stack.model.otherwise(echo);
    await conversations.defineAgent({ agent: 'librarian', subscriptions: [{ schema: NOTE }] });
    const draft = { schema_name: NOTE, session: 'library', context: { title: 'New', body: 'wakes somebody' } };
    const { id } = await conversations.append(draft);
    const [end] = await conversations.waitForTurns([{ id, session: 'library', content: '' }]);
    expect(end?.response.author).toEqual({ kind: 'agent', id: 'librarian' });
    expect(end?.response.context.content).toBe('answer to New: wakes somebody (2 words, )');
  });

  test('rejects an incompatible change, and states its path and the remedy', async () => {
    const { status, body } = await redefine({
      ...definition.context,
      schema: { ...schema, required: ['title', 'body', 'draft'] },
    });
    expect(status).toBe(422);
    expect(body.issues).toEqual([
      expect.objectContaining({ path: '/context/schema/required', message: expect.stringMatching(/draft.*note\.v2/) }),
    ]);
  });
});

describe('llm_hints as seed 003 writes them', () => {
  const HISTORY = 'chat.history.v1';
  const template = `Recent conversation:
{{#each context.messages}}
{{#if (eq this.role "user")}}User{{else}}Assistant{{/if}}: {{this.content}}
{{/each}}`;
  const hints = (text: string) => ({
    mode: 'replace',
    transform: { formatted_history: { type: 'template', template: text } },
  });
  const messages = [
    { role: 'user', content: 'What was that API key?' },
    { role: 'assistant', content: 'OPENROUTER_API_KEY' },
  ];
  type Written = {
    readonly id: string;
    readonly warnings?: { path: string; message: string }[];
    readonly issues?: object[];
  };
  const write = (more: object): Promise<ApiResponse<Written>> =>
    stack.api.request('POST', '/v1/breadcrumbs', { schema_name: HISTORY, session: 'seed-003', ...more });
  const preview = () =>
    stack.api.post<PreviewReply>('/v1/contexts/preview', {
      agent: 'assistant',
      session: 'seed-003',
      content: 'okay do that',
      config: { sources: [{ type: 'latest', schemas: [HISTORY], limit: 9 }] },
    });

  beforeAll(() =>
    post({
      schema_name: SchemaDef.name,
      context: { defines: HISTORY, schema: { type: 'object' }, examples: [{ messages: [] }] },
    }),
  );

  test('show the conversation, and are warned of where no path is in the payload, with the reason in the account', async () => {
    const good = await write({ context: { messages }, llm_hints: hints(template) });
    expect([good.status, good.body.warnings]).toEqual([201, undefined]);
    const typo = await write({ context: { messages }, llm_hints: hints(template.replace('messages', 'mesages')) });
    expect(typo).toMatchObject({
      status: 201,
      body: {
        warnings: [
          {
            path: '/llm_hints/transform/formatted_history/template',
            rule: 'nothing',
            message: 'shows nothing of this payload, which has no context.mesages; its members are messages',
          },
        ],
      },
    });
    const { formatted_context, items } = await preview();
    expect(formatted_context).toContain('User: What was that API key?');
    expect(formatted_context.match(/Recent conversation:/g)).toHaveLength(1);
    expect(items.map(({ id, decision, reason }) => [id, decision, reason])).toEqual(
      expect.arrayContaining([
        [good.body.id, 'kept', undefined],
        [
          typo.body.id,
          'hint_failed',
          'its llm_hints select nothing to show in this payload: it has nothing at context.mesages',
        ],
      ]),
    );
  });

  test('are refused inside the payload, and so is `ttl`, with the right spelling', async () => {
    const inside = await write({ context: { messages, llm_hints: hints(template) } });
    expect(inside).toMatchObject({
      status: 422,
      body: { issues: [{ path: '/context/llm_hints', message: expect.stringContaining('beside context') as string }] },
    });
    const spelling = { path: '/ttl', message: expect.stringContaining('write expires_at') as string };
    const withTtl = await write({ context: { messages }, ttl: new Date().toISOString() });
    expect(withTtl).toMatchObject({ status: 422, body: { issues: [spelling] } });
    const { body } = await write({ context: { messages }, expires_at: new Date(Date.now() + 600_000).toISOString() });
    const path = `/v1/breadcrumbs/${body.id}`;
    const patched = await stack.api.request('PATCH', path, { ttl: 300 }, { headers: { 'if-match': '"1"' } });
    expect(patched).toMatchObject({ status: 422, body: { issues: [spelling] } });
  });
});

/** Runs the shell commands of a guide against this stack instead of the default one. */
function shellOf(guide: string): string {
  const text = readFileSync(join(__dirname, '../docs/guides', guide), 'utf8');
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
  return blocks
    .join('\n')
    .replace('$(cat .crumbtrail/api-key)', stack.key)
    .replaceAll('http://127.0.0.1:7070', stack.api.url);
}

test('the commands of the llm_hints guide print the output that it shows', async () => {
  const { stdout } = await promisify(execFile)('bash', ['-euc', shellOf('llm-hints.md')]);
  expect(stdout).toMatch(/Toast \(3 steps, from [a-z-]+\): cut bread; toast it; butter it/);
  expect(stdout).toContain('/llm_hints/transform/first/query');
  expect(stdout).toContain('was removed; existing crumbs of recipe.v1 need it: publish recipe.v2 beside it');
});
