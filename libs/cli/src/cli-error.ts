/** An error the user can fix: one sentence, empty when the output already explains it, and the exit code (default 1). */
export class CliError extends Error {
  override readonly name = 'CliError';
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
