/** A browser that runs: its program, its major version, and where it was found. */
export interface FoundChromium {
  readonly file: string;
  readonly version: number;
  readonly from: string;
}

/** The Chromium of this machine, CHROMIUM_BIN first; throws what to do when there is none. */
export function findChromium(): FoundChromium;
