import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { AgentDef, mayRead, singletonId, type AgentDefV1 } from '@crumbtrail/contracts';
import { AgentDefinitions } from '../ports';

/** Reads definitions from the store. */
@Injectable()
export class AgentDefinitionsNats extends AgentDefinitions {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read(workspace: string, agent: string, reader: string): Promise<AgentDefV1 | null> {
    const crumb = await this.store.in(workspace).readOne(AgentDef, singletonId(workspace, 'agent', agent));
    return crumb && mayRead(crumb, { participant: { kind: 'agent', id: reader } }) ? crumb.context : null;
  }
}
