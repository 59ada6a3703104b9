/** The arguments with which `script`, which every Linux and macOS has, runs a command in a pseudo-terminal of its own. */
export const inTerminal = (command: string): string[] =>
  process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', command] : ['-qec', command, '/dev/null'];
