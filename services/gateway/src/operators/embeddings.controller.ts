import { Controller } from '@nestjs/common';
import { Embeddings, type EmbeddingsReply } from '@crumbtrail/contracts';
import { ChooseEmbedder, ReadEmbeddings, TestEmbedder } from '@crumbtrail/contracts/http/operators';
import { TryEmbedder, type EmbedderTrial } from '@crumbtrail/contracts/operations/stack';
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

  @Route(TestEmbedder)
  async test(@Input() { body, caller }: RouteInput<typeof TestEmbedder>): Promise<EmbedderTrial> {
    return this.requests.request(TryEmbedder, caller, body);
  }
}
