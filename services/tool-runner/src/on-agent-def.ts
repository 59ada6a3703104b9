import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentDef, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { Announcer } from './announcer';

/** Publishes our tools in a workspace that was created after start-up, when its first agent appears. */
@Controller()
export class OnAgentDef {
  private readonly known = new Set<string>();

  constructor(private readonly announcing: Announcer) {}

  @OnCrumb(AgentDef, { kinds: ['created', 'updated'], suffix: 'agents', slots: 1 })
  async handle(_agent: Crumb<typeof AgentDef>, { workspace }: CrumbEvent): Promise<void> {
    if (this.known.has(workspace)) return;
    await this.announcing.announceIn(workspace);
    this.known.add(workspace);
  }
}
