import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  asPayload,
  ContextShadowBuild,
  CrumbError,
  toJsonObject,
  type ContextShadowBuildV1,
  type ContextShadowV1,
  type Envelope,
  type Ref,
} from '@crumbtrail/contracts';
import { shadowTag } from '@crumbtrail/contracts/shadows';
import { ShadowStore } from '../ports';

/** Shadows and their comparisons in the store, in the name of this service. */
@Injectable()
export class ShadowStoreNats extends ShadowStore {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async record(workspace: string, build: ContextShadowBuildV1): Promise<void> {
    // Without a cause and a session: it follows the answer neither on its trail nor in its conversation.
    const draft = {
      schema_name: ContextShadowBuild.name,
      tags: [shadowTag(build.shadow)],
      context: toJsonObject(build),
    };
    await this.store.in(workspace).commit({ writes: [{ op: 'create', draft }] });
  }

  async spent(workspace: string, shadow: Ref): Promise<number> {
    const filter = { schema: ContextShadowBuild.name, tag: shadowTag(shadow), limit: 1 };
    const [newest] = (await this.store.in(workspace).list(filter)).crumbs;
    return newest === undefined ? 0 : asPayload(ContextShadowBuild.name, newest.context).spent_ms;
  }

  async stop({ workspace, id, version, context }: Envelope<ContextShadowV1>, because: string): Promise<void> {
    const patch = { context: toJsonObject({ ...context, state: 'stopped', because }) };
    try {
      await this.store.in(workspace).commit({ writes: [{ op: 'update', id, if_match: version, patch }] });
    } catch (error) {
      // Somebody has changed it meanwhile: their version decides.
      if (!(error instanceof CrumbError) || error.code !== 'version_conflict') throw error;
    }
  }
}
