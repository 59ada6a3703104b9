/**
 * The process of a stack that the spec files of one worker of Jest share: starts it, tells its parent where it is or why it is not, and stops it when
 * the parent has gone. Its model is served by the spec files.
 */
import { TestStack } from './test-stack';

const [modelUrl = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const stack = await TestStack.start({ env: { MODEL_BASE_URL: modelUrl } });
  const stop = (): void => void stack.stop().finally(() => process.exit());
  process.once('disconnect', stop);
  if (process.connected) process.send?.({ url: stack.api.url, key: stack.key });
  else stop();
}

main().catch((error: Error) => process.send?.({ failure: error.message }, () => process.exit(1)));
