/** Where clients of A2A find the gateway. */
export abstract class A2aSettings {
  /** The address of the gateway in agent cards, without a slash at its end. Absent: as the request names it. */
  readonly publicUrl?: string;
}
