import type { TestStack } from '@crumbtrail/testing';
import type { Browser, Page } from 'playwright-core';

/** The widths that the console is made for. */
export const WIDTHS = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } } as const;

/** The console in a browser's tab, and what the browser complains about while it is used. */
export interface OpenConsole {
  readonly page: Page;
  /** Errors in the page, and breaches of its policy. Nothing that a test breaks on purpose, such as connections, is here. */
  readonly complaints: readonly string[];
  /** Goes to a place of the page: `#/log?schema=…`. */
  readonly at: (hash: string) => Promise<void>;
}

/** Opens the console and enters a key. */
export async function openConsole(
  browser: Browser,
  stack: Pick<TestStack, 'api' | 'key'>,
  { key = stack.key, viewport = WIDTHS.desk as { width: number; height: number } } = {},
): Promise<OpenConsole> {
  const page = await browser.newPage({ viewport });
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy|Trusted|Warning/i.test(line.text())) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${stack.api.url}/`);
  await page.fill('#key', key);
  await page.click('text=Enter');
  await page.waitForSelector('.shell');
  const at = async (hash: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  };
  return { page, complaints, at };
}

/** By how many pixels the view is wider than its window. */
export async function tooWide(page: Page): Promise<number> {
  return (await page.evaluate(
    '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("main"))',
  )) as number;
}
