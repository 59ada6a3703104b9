import { MAX_HELPER_CHARACTERS, MAX_OUTPUT, MAX_RENDER_MS, MAX_STEPS } from '../limits';

/** A rendering asked for more work or more text than one may. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** What one rendering may still do. Counts, so that the same template and payload always stop at the same place. */
export class Meter {
  private steps = 0;
  private characters = 0;
  private readonly until: number;

  constructor(
    private readonly nodes: number,
    private readonly clock: () => number,
  ) {
    this.until = clock() + MAX_RENDER_MS;
  }

  /** One more run of a block: at most every node of the template once. */
  repeat(): void {
    this.steps += this.nodes;
    if (this.steps > MAX_STEPS) throw new OverBudget('the template repeats too often');
    if (this.clock() > this.until) throw new OverBudget('the template takes too long');
  }

  /** Text that a helper reads or writes. */
  handle(text: string): string {
    this.characters += text.length;
    if (this.characters > MAX_HELPER_CHARACTERS)
      throw new OverBudget('the helpers of the template handle too much text');
    return text;
  }

  /** Text that stays in the result. Asks only for the length, so a rope is never flattened. */
  output(text: string): string {
    if (text.length > MAX_OUTPUT) throw new OverBudget(`the template writes more than ${MAX_OUTPUT} characters`);
    return text;
  }
}

let running: Meter | null = null;

/** Runs a rendering under a meter. Rendering is synchronous, so there is never more than one. */
export function metered<T>(meter: Meter, work: () => T): T {
  const outer = running;
  running = meter;
  try {
    return work();
  } finally {
    running = outer;
  }
}

/** The meter of the rendering that calls. */
export function meter(): Meter {
  if (!running) throw new OverBudget('a template helper runs only inside a rendering');
  return running;
}
