import { Injectable } from '@nestjs/common';
import { CrumbStore, isErased, validateCrumb } from '@crumbtrail/bus';
import { AgentDef, mayRead, ModelConnection, ModelPrices, singletonId, type AgentDefV1 } from '@crumbtrail/contracts';
import { AgentDefinitions, type PricedDefinition } from '../ports';

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

  async readPriced(workspace: string, agent: string): Promise<PricedDefinition | null> {
    const ids = [
      singletonId(workspace, 'agent', agent),
      singletonId(workspace, 'prices', 'prices'),
      singletonId(workspace, 'model', 'model'),
    ];
    const { crumbs } = await this.store.in(workspace).read({ refs: ids.map((id) => ({ id })) });
    const [definition = null, prices = null, connected = null] = crumbs;
    if (definition === null || isErased(definition)) return null;
    return {
      definition: validateCrumb(AgentDef, definition),
      ...(prices !== null && !isErased(prices) && { prices: validateCrumb(ModelPrices, prices).context.models }),
      ...(connected !== null &&
        !isErased(connected) && { connection: validateCrumb(ModelConnection, connected).context }),
    };
  }
}
