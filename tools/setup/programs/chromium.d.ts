/** A working browser: its program, its major version, and where it was found. */
export interface FoundChromium {
  readonly file: string;
  readonly version: number;
  readonly from: string;
}

/** The Chromium of this machine, CHROMIUM_BIN first; without one, throws an error that names the remedy. */
export function findChromium(): FoundChromium;
