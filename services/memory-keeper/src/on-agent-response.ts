import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentResponse, listReaders, type CrumbEvent } from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';
import { MemoryAgents, MemoryStore } from './ports';

/** Keeps the memory of an agent after each of its turns: no reply waits for it. */
@Controller()
export class OnReply {
  constructor(
    private readonly agents: MemoryAgents,
    private readonly store: MemoryStore,
    private readonly keeper: MemoryKeeper,
  ) {}

  // The bare event names the agent: a reply of an agent without a memory is not even read.
  @OnCrumb(AgentResponse, { suffix: 'replies', start: 'head', skipsImported: true, withoutCrumb: true })
  async handle(event: CrumbEvent): Promise<void> {
    const { workspace, session, author, position } = event;
    if (session === undefined || author.kind !== 'agent') return;
    const settings = await this.agents.settings(workspace, author.id);
    if (settings === null) return;
    const reply = await this.store.readEvent(event);
    if (reply === null) return;
    const group = { workspace, agent: author.id, session, readers: listReaders(reply) };
    await this.keeper.keep({ group, settings, min_position: position }, event.at);
  }
}
