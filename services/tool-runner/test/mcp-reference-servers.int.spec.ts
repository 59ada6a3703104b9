import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Tool, type ToolCall, ToolRegistry } from '@crumbtrail/tool-runtime';
import type { Logger } from '@crumbtrail/platform';
import { eventually } from '@crumbtrail/testing';
import { McpServers } from '../src/mcp/mcp-servers';
import { overStdio } from './everything-server';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'crumbtrail-reference-')));
writeFileSync(join(folder, 'note.txt'), 'the key is under the stone');

const mainOf = (server: string): string =>
  join(dirname(require.resolve(`@modelcontextprotocol/${server}/package.json`)), 'dist', 'index.js');

/** A reference server of the protocol, and a call of it that reads and one that changes something. */
const SERVERS = [
  {
    name: 'everything',
    args: [mainOf('server-everything'), 'stdio'],
    content: ['get_prompt', 'list_prompts', 'list_resources', 'read_resource'],
    tool: 'get-sum',
    input: { a: 20, b: 22 },
    result: /42/,
  },
  {
    name: 'filesystem',
    args: [mainOf('server-filesystem'), folder],
    content: [],
    tool: 'read_text_file',
    input: { path: join(folder, 'note.txt') },
    result: /the key is under the stone/,
  },
  {
    name: 'memory',
    args: [mainOf('server-memory')],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    content: ['list_resources', 'read_resource'],
    tool: 'create_entities',
    input: { entities: [{ name: 'Mallory', entityType: 'person', observations: ['keeps the lighthouse'] }] },
    result: /keeps the lighthouse/,
  },
] as const;

describe.each(SERVERS)('the newest $name server', ({ name, args, content, tool, input, result, ...more }) => {
  it('is connected with the newest revision that it speaks, and its tools run', async () => {
    const tools = new ToolRegistry();
    const connected: Record<string, unknown>[] = [];
    const keep = (fields: Record<string, unknown>): void => void (fields['revision'] && connected.push(fields));
    const warned: string[] = [];
    const logger = {
      info: keep,
      debug: keep,
      error: keep,
      warn: (_fields: object, message: string) => void warned.push(message),
    } as unknown as Logger;
    const env = 'env' in more ? more.env : {};
    const servers = new McpServers([overStdio({ name, args: [...args], env })], tools, logger);
    void servers.onApplicationBootstrap();
    try {
      const lent = (await eventually(() => tools.find(`${name}__${tool}`) ?? null)) as Tool;
      expect(connected).toEqual([expect.objectContaining({ server: name, revision: '2025-11-25' })]);
      const offered = tools.all().map(({ definition }) => definition.name.replace(`${name}__`, ''));
      const isContent = (one: string): boolean => /^(get_prompt|list_prompts|list_resources|read_resource)$/.test(one);
      expect(offered.filter(isContent).sort()).toEqual(content);
      const call = { signal: new AbortController().signal, atMostOnce: false, tell: () => undefined } as unknown;
      expect(JSON.stringify(await lent.run({ ...input }, call as ToolCall))).toMatch(result);
      if (offered.includes('read_resource')) {
        const toolNamed = (one: string): Tool => tools.find(`${name}__${one}`) as Tool;
        const listed = await toolNamed('list_resources').run({}, call as ToolCall);
        const [{ uri } = { uri: '' }] = (listed as { resources: { uri: string }[] }).resources;
        expect(JSON.stringify(await toolNamed('read_resource').run({ uri }, call as ToolCall)).length).toBeGreaterThan(
          20,
        );
      }
      expect(warned.filter((line) => !/which is not supported$/.test(line))).toEqual([]);
    } finally {
      await servers.onApplicationShutdown();
    }
  });
});
