import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { Embed, type EmbedReply, refuse, type RequestOf } from '@crumbtrail/contracts';
import { Embeddings, type EmbeddingsReply } from '@crumbtrail/contracts/operations/stack';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { HOME } from '../identity/workspaces';
import { EMBEDDER_NAMES, type EmbedderNames } from '../search/embedders/embedder-names';
import { SearchIndex } from '../search/index/search-index';

/** Says which embedder serves, changes it, and embeds texts of clients with it. */
@Controller()
@UseGuards(CallerGuard)
export class EmbedderController {
  constructor(
    private readonly index: SearchIndex,
    @Inject(EMBEDDER_NAMES) private readonly rowName: EmbedderNames,
  ) {}

  @Respond(Embeddings)
  async embeddings(
    @Payload() { use }: RequestOf<typeof Embeddings>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<EmbeddingsReply> {
    if (use !== undefined) {
      if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} change the embedder.`);
      await this.index.embeddings.chooseEmbedder(this.rowName(use));
    }
    return this.index.embeddings.status();
  }

  @Respond(Embed)
  async embed(@Payload() { embedder, texts }: RequestOf<typeof Embed>): Promise<EmbedReply> {
    const serving = this.index.embedder;
    if (embedder !== undefined && embedder !== serving)
      throw refuse('not_found', `There is no embedding model ${embedder} here; the one that serves is ${serving}.`);
    return this.index.embeddings.embedTexts(texts);
  }
}
