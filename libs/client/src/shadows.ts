import type { ContextConfigV1, ContextShadowBuildV1, ContextShadowV1, Envelope } from '@crumbtrail/contracts';
import type { Receipt } from '@crumbtrail/contracts/http/breadcrumbs';
import { mergeConfigs, shadowTag } from '@crumbtrail/contracts/shadows';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { call, type GatewayAddress } from './call';
import type { ListFilter } from './reply-types';

/** The largest page of a list. */
const PAGE = 500;
/** The newest builds of a shadow that are read. */
const MOST_BUILDS = 2_000;

/** A second configuration of an agent's contexts. */
export type Shadow = Envelope<ContextShadowV1>;

/** What a shadow is started with. */
export type ShadowSettings = Pick<ContextShadowV1, 'config' | 'share' | 'limits'>;

/** Second configurations that are built beside answers. Only operators can read them. */
export class Shadows {
  constructor(
    private readonly gateway: GatewayAddress,
    private readonly all: (filter: ListFilter) => AsyncIterable<Envelope>,
  ) {}

  /** All shadows, also those that are stopped, by agent. */
  async list(): Promise<readonly Shadow[]> {
    const found: Shadow[] = [];
    for await (const crumb of this.all({ schema: WIRE.contextShadow, limit: PAGE }))
      found.push(crumb as unknown as Shadow);
    return found.sort((a, b) => a.context.agent.localeCompare(b.context.agent));
  }

  /** The shadow of an agent; undefined where it has none that the key may read. */
  async find(agent: string): Promise<Shadow | undefined> {
    return (await this.list()).find(({ context }) => context.agent === agent);
  }

  /** What a shadow has built in its version, newest first, without texts; at most the newest 2,000. */
  async builds(shadow: Shadow): Promise<readonly ContextShadowBuildV1[]> {
    const found: ContextShadowBuildV1[] = [];
    const filter = { schema: WIRE.contextShadowBuild, tag: shadowTag(shadow), limit: PAGE };
    for await (const { context } of this.all(filter)) {
      found.push(context as unknown as ContextShadowBuildV1);
      if (found.length >= MOST_BUILDS) break;
    }
    return found;
  }

  /** Starts a shadow of an agent, in place of the one that it may have. */
  async start(agent: string, settings: ShadowSettings): Promise<Receipt> {
    return this.write(await this.find(agent), { agent, state: 'running', ...settings });
  }

  /** Stops a shadow; what it has built can still be read. */
  stop(shadow: Shadow): Promise<Receipt> {
    const { because: _, ...context } = shadow.context;
    return this.write(shadow, { ...context, state: 'stopped' });
  }

  /**
   * Writes the settings of a shadow into the context.config.v1 of its agent, which keeps its others, and ends the shadow. They apply from the next turn. Rejects
   * with ApiError 412 if somebody has changed one of them meanwhile.
   */
  async promote(shadow: Shadow): Promise<Receipt> {
    const { agent, config } = shadow.context;
    const existing = await this.configOf(agent);
    const { consumer: _, ...before } = existing?.context ?? { consumer: agent };
    const receipt = await this.put(existing, WIRE.contextConfig, { consumer: agent, ...mergeConfigs(before, config) });
    const { because: _because, ...ended } = shadow.context;
    await this.write(shadow, { ...ended, state: 'promoted' });
    return receipt;
  }

  private async configOf(agent: string): Promise<Envelope<ContextConfigV1> | undefined> {
    for await (const crumb of this.all({ schema: WIRE.contextConfig, limit: PAGE })) {
      const found = crumb as unknown as Envelope<ContextConfigV1>;
      if (found.context.consumer === agent) return found;
    }
    return undefined;
  }

  private write(before: Shadow | undefined, context: ContextShadowV1): Promise<Receipt> {
    return this.put(before, WIRE.contextShadow, context);
  }

  private put(
    before: { readonly id: string; readonly version: number } | undefined,
    schema_name: string,
    payload: ContextShadowV1 | ({ readonly consumer: string } & object),
  ): Promise<Receipt> {
    const context = payload as unknown as Record<string, unknown>;
    if (before === undefined) return call(this.gateway, 'POST /v1/breadcrumbs', { body: { schema_name, context } });
    const { id, version } = before;
    return call(this.gateway, 'PATCH /v1/breadcrumbs/:id', { params: { id }, ifMatch: version, body: { context } });
  }
}
