import { Controller } from '@nestjs/common';
import { Respond, CrumbStream, explainDurableRefusal, type RequestContext } from '@crumbtrail/bus';
import { refuse, Subscribe, type SubscribeRequest } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { Relay } from '../relay/relay';
import { shaped, shapes } from './request-shape';

/** Makes a service's durable, or makes it again, at the right place of the stream. */
@Controller()
export class OnSubscribe {
  constructor(
    private readonly callers: Callers,
    private readonly relay: Relay,
    private readonly crumbs: CrumbStream,
  ) {}

  @Respond(Subscribe)
  async handle(request: SubscribeRequest, from: RequestContext): Promise<{ stream: string; epoch: number }> {
    const { principal } = await this.callers.of(Subscribe, from);
    const wish = shaped(shapes.subscribe, request);
    const why = explainDurableRefusal(principal, wish);
    if (why !== null) throw refuse('forbidden', `${principal} may not have this durable: ${why}.`);
    await this.relay.subscribe(wish);
    return { stream: this.crumbs.name, epoch: this.relay.epoch };
  }
}
