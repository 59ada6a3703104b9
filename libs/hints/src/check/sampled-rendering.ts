import type { Renderable } from '../record-view';

/** A rendering that was shown, to be compared with a fresh one. */
export interface SampledRendering {
  readonly crumb: Renderable;
  readonly text: string;
}

/** The latest rendering that ran a template or a transform, also one that came from the cache. One for the process: what is checked belongs to no caller. */
let latest: SampledRendering | undefined;

/** Offers a rendering to the next check. */
export function sampleRendering(crumb: Renderable, text: string): void {
  latest = { crumb, text };
}

/** The latest rendering since the last call; undefined if there was none. */
export function takeSample(): SampledRendering | undefined {
  const taken = latest;
  latest = undefined;
  return taken;
}
