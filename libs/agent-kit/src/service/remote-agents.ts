import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Model } from '@crumbtrail/prompting';
import { A2aAgent } from './a2a-agent';
import { ConnectedModels } from './connected-models';
import { SERVICE_OPTIONS, type TurnsOptions } from './options';

/** One question to an agent elsewhere. */
export interface RemoteCall {
  readonly workspace: string;
  readonly agent: string;
  readonly session: string | undefined;
  readonly turn: string;
  /** The address of its agent card. */
  readonly url: string;
  /** The same whenever the same question is asked again. */
  readonly messageId: string;
}

/** Reaches the agents elsewhere that definitions name. */
@Injectable()
export class RemoteAgents {
  constructor(
    private readonly models: ConnectedModels,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {}

  /** The agent as what answers this one question. */
  of({ workspace, agent, session, turn, url, messageId }: RemoteCall): Model {
    const key = this.options.connections?.a2aKeys?.[workspace]?.[url];
    const place = JSON.stringify([workspace, agent, session ?? turn, url]);
    const contextId = createHash('sha256').update(place).digest('hex').slice(0, 32);
    return new A2aAgent({ url, contextId, messageId, key, fetch: this.models.fetchFor(workspace) });
  }
}
