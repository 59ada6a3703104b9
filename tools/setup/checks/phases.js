/** How long each phase of a run took. */

const seconds = (milliseconds) => Math.round(milliseconds / 1000);

/** 83_000 → "1 min 23 s", 9_000 → "9 s". */
function formatDuration(milliseconds) {
  const total = seconds(milliseconds);
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${total % 60} s`;
}

/** Collects the phases of a run, in the order they ran. `now` reads a clock in milliseconds. */
class Phases {
  #now;
  #taken = [];

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Runs `work` as the phase of that name; resolves to its result. A phase that fails is counted too. */
  async measure(name, work) {
    const startedAt = this.#now();
    try {
      return await work();
    } finally {
      this.#taken.push({ name, took: this.#now() - startedAt });
    }
  }

  /** One line for each phase and one for the total. */
  table() {
    const total = this.#taken.reduce((sum, { took }) => sum + took, 0);
    const rows = [...this.#taken, { name: 'total', took: total }];
    const width = Math.max(...rows.map(({ name }) => name.length));
    return rows.map(({ name, took }) => `  ${name.padEnd(width)}  ${formatDuration(took)}`).join('\n');
  }
}

module.exports = { Phases, formatDuration };
