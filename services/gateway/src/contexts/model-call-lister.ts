import { Injectable } from '@nestjs/common';
import { ReadModelCalls } from '@crumbtrail/contracts/operations/model-calls';
import type { ModelCallList } from '@crumbtrail/contracts/http/model-calls';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { requireContext } from './require-context';

/** Lists what the model was sent in the calls of a turn. Only operators read the results of all tools, so only they may ask. */
@Injectable()
export class ModelCallLister {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async list(caller: Caller, id: string): Promise<ModelCallList> {
    const { workspace, cell } = await this.requests.requireOperator(caller, 'read what a model was sent');
    const crumb = await this.reader.read(caller, id);
    const { position, context } = requireContext(crumb);
    const { turn, runner } = context;
    if (runner === 'service')
      return { context: id, calls: [], gone: 'The agent runs as its own service, which builds its prompts.' };
    const wanted = { workspace, turn: turn.id, position };
    return { context: id, ...(await this.requests.requestAsGateway(ReadModelCalls, wanted, { cell })) };
  }
}
