/** What has to be removed at the end: also after an error, and when a person or the system ends the process. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Exit code of a process that was interrupted. */
const INTERRUPTED = 130;

/** Runs `work(atEnd)`. What it has given to `atEnd` runs when it ends, however that is: the last given first, each even if another fails. */
async function withCleanUp(work) {
  const endings = [];
  let running;
  const runAll = async () => {
    for (let end = endings.pop(); end; end = endings.pop())
      await Promise.resolve()
        .then(end)
        .catch((error) => console.error(`Not everything was removed: ${error.message}`));
  };
  const run = () => (running ??= runAll());
  const interrupt = () => {
    console.error('\nInterrupted: removing what was created.');
    run().finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await work((end) => endings.push(end));
  } finally {
    await run();
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

module.exports = { withCleanUp };
