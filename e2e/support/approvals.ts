import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApprovalDecision, type AgentDefV1, type ApprovalDecisionV1, type Envelope } from '@crumbtrail/contracts';
import type { Approval, ApprovalPage } from '@crumbtrail/contracts/http/approvals';
import { eventually, TestStack } from '@crumbtrail/testing';
import { countingTools, type CountingTools } from './counting-tools';
import { ToolTurns } from './tool-turns';

/** A stack whose agent may use the tools of a counting server; each of its calls of `shop__pay` waits for a person. */
export class ApprovalScene {
  private constructor(
    readonly stack: TestStack,
    readonly shop: CountingTools,
    readonly turns: ToolTurns,
  ) {}

  static async start(more: Partial<AgentDefV1> = {}): Promise<ApprovalScene> {
    const shop = await countingTools(() => 0);
    const MCP_SERVERS = join(mkdtempSync(join(tmpdir(), 'crumbtrail-shop-')), 'servers.json');
    writeFileSync(MCP_SERVERS, JSON.stringify({ mcpServers: { shop: { type: 'http', url: shop.url } } }));
    const stack = await TestStack.start({ services: { 'tool-runner': { env: { MCP_SERVERS } } } });
    const turns = new ToolTurns(stack);
    await turns.whenAvailable('shop__pay');
    await turns.grant({
      tools: ['shop__*', 'ask_person'],
      approvals: [{ tools: ['shop__pay'], approval: 'always' }],
      ...more,
    });
    return new ApprovalScene(stack, shop, turns);
  }

  async list(query = ''): Promise<readonly Approval[]> {
    return (await this.stack.api.get<ApprovalPage>(`/v1/approvals?${query}`)).approvals;
  }

  /** Waits until the session has a call that waits for a person, of this tool if it is given, and returns it. */
  async waiting(session: string, tool?: string): Promise<Approval> {
    const look = async (): Promise<Approval | undefined> =>
      (await this.list(`session=${session}`)).find((one) => tool === undefined || one.tool === tool);
    return eventually(look, { withinMs: 60_000, everyMs: 100 });
  }

  decide(id: string, verb: 'approve' | 'deny' | 'answer', body: object = {}, key?: string): Promise<Approval> {
    return this.stack.api.post<Approval>(`/v1/approvals/${id}/${verb}`, body, key === undefined ? {} : { key });
  }

  decisions(session: string): Promise<Envelope<ApprovalDecisionV1>[]> {
    return this.turns.conversations.listCrumbs<ApprovalDecisionV1>(ApprovalDecision.name, session);
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    await this.shop.close();
  }
}
