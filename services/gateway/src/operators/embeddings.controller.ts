import { Controller } from '@nestjs/common';
import { Embeddings, type EmbeddingsReply } from '@crumbtrail/contracts';
import { ChooseEmbedder, ReadEmbeddings } from '@crumbtrail/contracts/http/operators';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** The embedder of the store, for operators. */
@Controller()
export class EmbeddingsController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ReadEmbeddings)
  async read(@Input() { caller }: RouteInput<typeof ReadEmbeddings>): Promise<EmbeddingsReply> {
    return this.requests.request(Embeddings, caller, {});
  }

  @Route(ChooseEmbedder)
  async choose(@Input() { body, caller }: RouteInput<typeof ChooseEmbedder>): Promise<EmbeddingsReply> {
    return this.requests.request(Embeddings, caller, { use: body.use });
  }
}
