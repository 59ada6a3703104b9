import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { Embed, type EmbedReply, refuse, type RequestOf } from '@crumbtrail/contracts';
import {
  Embeddings,
  TryEmbedder,
  type EmbedderOption,
  type EmbedderTrial,
  type EmbeddingsReply,
} from '@crumbtrail/contracts/operations/stack';
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
    const status = await this.index.embeddings.status();
    return { ...status, choices: this.listChoices(), may_change: workspace === HOME };
  }

  @Respond(TryEmbedder)
  async tryEmbedder(
    @Payload() { use, text, other }: RequestOf<typeof TryEmbedder>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<EmbedderTrial> {
    if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} try embedders.`);
    return this.index.embeddings.tryEmbedder(this.rowName(use), [text, other]);
  }

  /** Every kind, with what it lacks where the environment does not allow it. */
  private listChoices(): EmbedderOption[] {
    const whyNot = (said: string): string | undefined => {
      try {
        this.rowName(said);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    return (['words', 'lexical', 'openai', 'onnx'] as const).map((use) => {
      const missing = whyNot(use === 'openai' ? 'openai/any' : use);
      return { use, ...(missing !== undefined && { missing }) };
    });
  }

  @Respond(Embed)
  async embed(@Payload() { embedder, texts }: RequestOf<typeof Embed>): Promise<EmbedReply> {
    const serving = this.index.embedder;
    if (embedder !== undefined && embedder !== serving)
      throw refuse('not_found', `There is no embedding model ${embedder} here; the one that serves is ${serving}.`);
    return this.index.embeddings.embedTexts(texts);
  }
}
