/** The test-only crash point, `name` or `name:n` (the nth time it is reached). */
export function crashAt(): string | undefined {
  return process.env['CRASH_AT'];
}

/** Does a supervisor hold this process's life line (IPC channel or stdin)? */
export function isSupervised(): boolean {
  return process.env['CRUMBTRAIL_SUPERVISED'] === '1';
}
