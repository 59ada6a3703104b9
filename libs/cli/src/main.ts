import { Interrupts } from './interrupts';
import { run } from './run';

const interrupts = new Interrupts();
process.on('SIGINT', () => {
  if (interrupts.signal.aborted) process.exit(130);
  interrupts.trigger();
});
// A reader that has seen enough (head, less) ends this quietly.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
}
const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr };
void run(process.argv.slice(2), terminal, interrupts).then((code) => {
  process.exitCode = code;
  // What still holds the process, such as a prompt on standard input, is of no more use.
  process.stdin.unref?.();
});
