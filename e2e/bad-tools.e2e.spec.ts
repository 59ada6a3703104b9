import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DeadLetter, ToolConfig } from '@crumbtrail/contracts';
import type { ScriptedCall } from '@crumbtrail/testing';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { ToolTurns } from './support/tool-turns';
import { useFixture, useStack } from './support/fixture';

const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-odd-'));
const notes = join(folder, 'notes');
const odd = resolve(__dirname, '../services/tool-runner/test/odd-server.mjs');

const stack = useStack(() => {
  const MCP_SERVERS = join(folder, 'servers.json');
  const server = { command: process.execPath, args: [odd, notes] };
  writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { odd: server } }));
  return { services: { ...WITHOUT_MEMORY, 'tool-runner': { env: { MCP_SERVERS } } } };
});
const turns = useFixture(() => new ToolTurns(stack));

beforeAll(async () => {
  await turns.conversations.append({ schema_name: ToolConfig.name, context: { tool: 'odd__wait', timeout_ms: 1_000 } });
  await turns.whenAvailable('odd__wait');
  await turns.whenAvailable('calculator');
  await turns.grant({ tools: ['odd__*', 'calculator', 'nowhere'], tool_options: { max_tools: 64 } });
});

const noted = (line: string): number =>
  readFileSync(notes, 'utf8')
    .split('\n')
    .filter((one) => one === line).length;

/** What goes wrong, the tool and arguments that the model calls, and the error text that it receives. */
type Row = readonly [failure: string, name: string, args: ScriptedCall['arguments'], error: RegExp];

const rows: readonly Row[] = [
  ['a tool that does not exist', 'nowhere', {}, /no tool.*nowhere/i],
  ['a tool that is not granted', 'dice', { notation: 'd6' }, /no tool "dice" that you may call/],
  ['arguments that are not JSON', 'calculator', '{"expression": ', /arguments.*JSON/i],
  [
    'arguments that do not match the schema',
    'calculator',
    { sum: 5 },
    /arguments of calculator are invalid: .*expression/,
  ],
  ['a result that does not match the schema', 'odd__lies', {}, /does not match its output schema.*must be number/],
  ['a tool that throws', 'odd__throws', {}, /odd__throws was rejected: .*no luck today/],
  ['a tool that hangs', 'odd__wait', {}, /odd__wait returned no result within 1000 ms/],
  ['a result of five megabytes', 'odd__huge', {}, /returned 5\d\d\d KB; the maximum is 1024 KB/],
  ['a server that dies during a call that must not run twice', 'odd__once', {}, /it may or may not have taken effect/],
  ['a server that dies during every call', 'odd__die', {}, /the server odd is unavailable/],
];

describe('a turn whose tool fails', () => {
  it.each(rows)(
    '%s: the model gets the error in its next prompt, and the turn is answered',
    async (_failure, name, args, error) => {
      if (name.startsWith('odd__')) await turns.whenAvailable(name);
      const session = `bad-${name}-${rows.findIndex(([, , given]) => given === args)}`;
      const { said, answer } = await turns.run(session, { name, arguments: args });
      expect(answer).toMatch(/^it gave: /);
      expect(answer).toMatch(error);
      const [end] = await turns.conversations.waitForTurns([said]);
      expect(end?.response.context).toMatchObject({ action: 'speak', steps: 1 });
      expect(answer.length).toBeLessThan(500);
    },
    60_000,
  );

  it('never runs an unrepeatable tool twice, and writes no dead letter', async () => {
    expect(noted('ran once')).toBe(1);
    expect(await turns.conversations.listCrumbs(DeadLetter.name)).toEqual([]);
  });
});
