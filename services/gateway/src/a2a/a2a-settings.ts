import type { KeyObject } from 'node:crypto';

/** With what agent cards are signed. */
export interface CardSigning {
  /** A private key. */
  readonly key: KeyObject;
  /** As {@link A2aSettings.publicUrl}: a signed card names no address that a request has chosen. */
  readonly publicUrl: string;
}

/** Where clients of A2A find the gateway. */
export abstract class A2aSettings {
  /** The address of the gateway in agent cards, without a slash at its end. Absent: as the request names it. */
  readonly publicUrl?: string;
  /** Absent: cards are not signed. */
  readonly signing?: CardSigning;
}
