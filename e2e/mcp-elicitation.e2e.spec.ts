import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrailNode } from '@crumbtrail/contracts';
import type { Approval, ApprovalPage } from '@crumbtrail/contracts/http/approvals';
import { EVERYTHING_OVER_STDIO, eventually } from '@crumbtrail/testing';
import { WITHOUT_MEMORY } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { ToolTurns } from './support/tool-turns';

const ASKING = join(__dirname, '..', 'services', 'tool-runner', 'test', 'asking-server.mjs');

const stack = useStack(() => {
  const MCP_SERVERS = join(mkdtempSync(join(tmpdir(), 'crumbtrail-asking-')), 'servers.json');
  const asking = { command: process.execPath, args: [ASKING] };
  writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { asking, everything: EVERYTHING_OVER_STDIO } }));
  return { services: { ...WITHOUT_MEMORY, 'tool-runner': { env: { MCP_SERVERS } } } };
});
const turns = useFixture(() => new ToolTurns(stack));
const TOOLS = ['asking__*', 'everything__*'];

beforeAll(async () => {
  await turns.grant({ tools: [...TOOLS, 'ask_person'], tool_options: { max_tools: 64 } });
  for (const tool of ['asking__book', 'everything__read_resource']) await turns.whenAvailable(tool);
});

/** Waits for the question of a session that comes after these. */
const question = (session: string, ...before: string[]): Promise<Approval> =>
  eventually(
    async () => {
      const { approvals } = await stack.api.get<ApprovalPage>(`/v1/approvals?session=${session}`);
      return approvals.find(({ id }) => !before.includes(id)) ?? null;
    },
    { withinMs: 30_000, everyMs: 100 },
  );

const answer = (id: string, body: object): Promise<Approval> =>
  stack.api.post<Approval>(`/v1/approvals/${id}/answer`, body);

const call = (name: string, args: object = {}) => ({ name, arguments: args });

describe('what an MCP server asks while a tool of it runs', () => {
  it('is a question to a person, whose answers its tool gets, and stands in the trail', async () => {
    const said = await turns.say('booking', call('asking__book'));
    const day = await question('booking');
    expect(day).toMatchObject({ kind: 'question', may_decide: true, arguments: { choices: ['Tuesday', 'Thursday'] } });
    expect(day.arguments['question']).toMatch(
      /^The server asking asks this while asking__book runs:\nWhen shall I book\?/,
    );
    await expect(answer(day.id, { choices: ['Monday'] })).rejects.toMatchObject({ status: 422 });
    await answer(day.id, { choices: ['Thursday'] });
    const guests = await question('booking', day.id);
    await answer(guests.id, { text: '3' });
    const note = await question('booking', day.id, guests.id);
    await answer(note.id, { text: 'by the window' });
    const turn = await turns.ended(said);
    expect(turn.answer).toContain('"content":{"day":"Thursday","guests":3,"note":"by the window"}');
    expect(turn.parts.map(({ context }) => context.tool)).toEqual(['ask_person', 'ask_person', 'ask_person']);
    const { nodes } = await stack.api.get<{ nodes: TrailNode[] }>(`/v1/trails/${said.id}`);
    const waited = nodes.filter(({ schema_name, approval }) => schema_name === 'tool.request.v1' && approval);
    expect(waited.map(({ approval }) => approval)).toEqual(['answered', 'answered', 'answered']);
    expect(nodes.filter(({ schema_name }) => schema_name === 'approval.decision.v1')).toHaveLength(3);
  });

  it('is declined where a person declines, and where the agent may not ask people', async () => {
    const said = await turns.say('declined', call('asking__confirm'));
    await stack.api.post(`/v1/approvals/${(await question('declined')).id}/deny`, { reason: 'No.' });
    expect((await turns.ended(said)).answer).toContain('{"action":"decline"}');
    await turns.grant({ tools: TOOLS });
    expect((await turns.run('alone', call('asking__confirm'))).answer).toContain('{"action":"decline"}');
    await turns.grant({ tools: [...TOOLS, 'ask_person'] });
    expect((await stack.api.get<ApprovalPage>('/v1/approvals?session=alone')).approvals).toEqual([]);
  });

  it('ends with the turn when somebody stops it', async () => {
    const said = await turns.say('stopped', call('asking__confirm'));
    const { id, turn } = await question('stopped');
    await stack.api.post(`/v1/turns/${turn}/stop`, {});
    await turns.ended(said);
    await expect(answer(id, { choices: ['Yes'] })).rejects.toMatchObject({ status: 409 });
  });
});

describe('resources, prompts and progress of an MCP server', () => {
  it('reach an agent by tools of that server, and the log of the run', async () => {
    const uri = 'demo://resource/dynamic/text/1';
    expect((await turns.run('resource', call('everything__read_resource', { uri }))).answer).toContain('Resource 1');
    const prompt = call('everything__get_prompt', { name: 'args-prompt', arguments: { city: 'Oslo' } });
    expect((await turns.run('prompt', prompt)).answer).toContain('Oslo');
    const slow = call('everything__trigger-long-running-operation', { duration: 1, steps: 3 });
    const { responses } = await turns.run('progress', slow);
    expect([...responses.values()][0]?.context.logs).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });
});
