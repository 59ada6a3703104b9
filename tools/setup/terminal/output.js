/** What set-up prints: one line for a step, one sentence for a failure. */
const began = Date.now();

/** A failure that a person can act on: its message is the one sentence they see. */
class ActionableError extends Error {
  name = 'ActionableError';
}

const printStep = (line) => console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s] ${line}`);

/** Runs `main`; an ActionableError becomes its sentence and exit 1, anything else keeps its stack. */
async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ActionableError ? `\n${error.message}` : error);
    process.exitCode = 1;
    setImmediate(() => process.exit(1));
  }
}

module.exports = { ActionableError, printStep, runMain };
