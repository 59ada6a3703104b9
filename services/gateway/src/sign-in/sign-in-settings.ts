/** What the gateway knows about signing in on this machine. */
export abstract class SignInSettings {
  /** The file of the first operator key. Default: unknown. */
  readonly keyFile?: string;
}
