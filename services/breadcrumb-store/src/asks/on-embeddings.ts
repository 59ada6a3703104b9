import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Embeddings, refuse, type EmbeddingsReply, type EmbeddingsRequest } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { HOME } from '../identity/workspaces';
import { SearchIndex } from '../search/index/search-index';
import { shaped, shapes } from './request-shape';

/** Token under which Nest gives what turns a name that a person says into that of an embedder's rows, or refuses it. */
export const EMBEDDER_NAMES = Symbol('EmbedderNames');

/** Says which embedder serves, and changes it. All workspaces share one, so only operators of `default` change it. */
@Controller()
export class OnEmbeddings {
  constructor(
    private readonly callers: Callers,
    private readonly index: SearchIndex,
    @Inject(EMBEDDER_NAMES) private readonly rowName: (said: string) => string,
  ) {}

  @Respond(Embeddings)
  async handle(request: EmbeddingsRequest, from: RequestContext): Promise<EmbeddingsReply> {
    const { workspace } = await this.callers.of(Embeddings, from);
    const { use } = shaped(shapes.embeddings, request);
    if (use !== undefined) {
      if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} change the embedder.`);
      await this.index.embeddings.chooseEmbedder(this.rowName(use));
    }
    return this.index.embeddings.status();
  }
}
