import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** axe-core as a script; the debugger runs it, which the page's content security policy does not restrict. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, as far as axe covers it; its only rule of 2.1 A is experimental and wrong for trees whose rows are named by sentences. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The violations that axe finds on the page, one line for each place. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(AXE);
  const only = JSON.stringify({ runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] });
  const { violations: found, passes } = (await page.evaluate(`axe.run(document, ${only})`)) as {
    readonly violations: readonly Violation[];
    readonly passes: readonly unknown[];
  };
  if (passes.length < 5) throw new Error(`axe checked nothing: ${passes.length} rules applied`);
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** One element that Tab reached. */
export interface TabStop {
  readonly name: string;
  /** True if there is an outline around the focused element or its active descendant. */
  readonly isShown: boolean;
  readonly isInView: boolean;
}

/** An expression for the focused element, which it marks as reached. */
const FOCUS = `(() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const seen = at.hasAttribute('data-reached');
  at.setAttribute('data-reached', '');
  const style = getComputedStyle(at);
  const descendant = at.getAttribute('aria-activedescendant');
  const marked = descendant ? getComputedStyle(document.getElementById(descendant) ?? at) : style;
  const outlined = ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  const { top, left, bottom, right, width, height } = at.getBoundingClientRect();
  return {
    seen,
    name: at.tagName.toLowerCase() + ' ' + (at.getAttribute('aria-label') ?? at.id ?? '') + ' ' + at.textContent.slice(0, 40),
    isShown: outlined(style) || outlined(marked),
    isInView: width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
  };
})()`;

const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';

/** Every visible control that Tab did not reach. Rows of the log are left out: arrow keys select them. */
const MISSED = `[...document.querySelectorAll(${JSON.stringify(CONTROLS)})]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('dialog:not([open])'))
  .filter((one) => one.tabIndex >= 0 && !one.matches('.log-row, [data-reached]'))
  .map((one) => one.outerHTML.slice(0, 160))`;

/** Presses Tab until the focus returns to the start; the elements it reached, and the controls it missed. */
export async function walkWithTab(
  page: Page,
  most = 400,
): Promise<{ stops: readonly TabStop[]; missed: readonly string[] }> {
  await page.evaluate(`document.activeElement.blur();
    document.querySelectorAll('[data-reached]').forEach((one) => one.removeAttribute('data-reached'))`);
  const stops: TabStop[] = [];
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press('Tab');
    const focus = (await page.evaluate(FOCUS)) as (TabStop & { seen: boolean }) | null;
    if (focus?.seen) break;
    // Null is the browser window, between the page's last stop and its first.
    if (focus !== null) stops.push(focus);
  }
  return { stops, missed: (await page.evaluate(MISSED)) as readonly string[] };
}
