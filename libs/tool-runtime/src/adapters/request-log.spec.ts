import type { WorkspaceStore } from '@crumbtrail/bus';
import { ToolRequest, type Envelope, type ListRequest } from '@crumbtrail/contracts';
import type { ReceivedToolRequest } from '../ports';
import { RequestLog } from './request-log';

/** Timers of a service, newest first, for one agent each. */
function storeOf(agents: readonly string[]): WorkspaceStore {
  const all = agents.map((agent, at) => ({ id: `t${at}`, context: { agent } }) as unknown as Envelope);
  const list = async ({ limit = 100, cursor = '0' }: ListRequest) => {
    const next = Number(cursor) + limit;
    const more = next < all.length ? { next_cursor: String(next) } : {};
    return { crumbs: all.slice(Number(cursor), next), position: 1, ...more };
  };
  return { list } as unknown as WorkspaceStore;
}

const logOf = (agents: readonly string[]): RequestLog => {
  const received = {
    workspace: 'w',
    request: { schema_name: ToolRequest.name, context: { agent: 'abe' } },
  } as unknown as ReceivedToolRequest;
  const acting = { runner: 'tool-runner', viewer: 'abe', fence: { key: 'tool:x', fence: 1 } };
  return new RequestLog(storeOf(agents), received, acting);
};

describe('RequestLog.listOwn', () => {
  it('finds a crumb of the agent behind newer crumbs for other agents', async () => {
    const others = Array.from({ length: 1_200 }, () => 'zoe');
    expect((await logOf([...others, 'abe', ...others, 'abe']).listOwn('timer.v1')).map(({ id }) => id)).toEqual([
      't1200',
      't2401',
    ]);
  });

  it('returns nothing that was created for other agents', async () => {
    expect(await logOf(['zoe', 'abel', 'ABE']).listOwn('timer.v1')).toEqual([]);
  });
});
