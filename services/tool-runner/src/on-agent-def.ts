import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentDef, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { Announcer } from './announcer';

/** An agent appears in a workspace that has come since we started: it finds our tools there. */
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
