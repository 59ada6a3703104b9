import { MAX_HELPER_CHARACTERS, MAX_OUTPUT, MAX_RENDER_MS, MAX_STEPS } from '../limits';

/** A rendering needs more work or writes more text than is allowed. */
export class RenderLimitExceeded extends Error {
  override readonly name = 'RenderLimitExceeded';
}

/** How much work one rendering may still do. It counts, so that the same template and payload always stop at the same place. */
export class RenderMeter {
  private steps = 0;
  private characters = 0;
  private readonly until: number;

  /**
   * @param nodes nodes of the template's syntax tree
   * @param clock milliseconds
   */
  constructor(
    private readonly nodes: number,
    private readonly clock: () => number,
  ) {
    this.until = clock() + MAX_RENDER_MS;
  }

  /** Counts one more run of a block, as if it ran every node of the template once. */
  countRun(): void {
    this.steps += this.nodes;
    if (this.steps > MAX_STEPS) throw new RenderLimitExceeded('the template repeats too often');
    if (this.clock() > this.until) throw new RenderLimitExceeded('the template takes too long');
  }

  /** Counts text that a helper reads or writes. */
  countText(text: string): string {
    this.characters += text.length;
    if (this.characters > MAX_HELPER_CHARACTERS)
      throw new RenderLimitExceeded('the helpers of the template handle too much text');
    return text;
  }

  /** Checks the length of the result so far. Reads only the length, so that V8 need not flatten a concatenated string. */
  checkOutput(text: string): string {
    if (text.length > MAX_OUTPUT)
      throw new RenderLimitExceeded(`the template writes more than ${MAX_OUTPUT} characters`);
    return text;
  }
}
