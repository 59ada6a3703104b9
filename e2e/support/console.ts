import { openBrowser, type TestStack } from '@crumbtrail/testing';
import type { Browser, Page } from 'playwright-core';

/** The window sizes that the console is designed for. */
export const WIDTHS = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } } as const;

/** How long a page may take to show what a test waits for. */
export const LONG = { timeout: 30_000 };

/** An id that no breadcrumb has. */
export const NOBODY = '01890000-0000-7000-8000-00000000dead';

/** The console in a browser tab, and the errors that the browser reports. */
export interface OpenConsole {
  readonly page: Page;
  /** Errors in the page, and violations of its content security policy. Lost connections, which tests cause on purpose, are left out. */
  readonly complaints: readonly string[];
  /** Navigates to a view, such as `#/log?schema=…`. When it resolves, the previous view is gone. */
  readonly at: (hash: string) => Promise<void>;
  /** The text of the one element that this selects. */
  readonly textOf: (selector: string) => Promise<string>;
}

/** The API key, window size and first view of a console. */
export interface Opening {
  readonly key?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly hash?: string;
  /** Of the browser; that of the machine if absent. */
  readonly timezoneId?: string;
}

/** The page's own hashchange listener runs first, so the new view is drawn when this one runs. */
const going = (hash: string): string => `new Promise((resolve) => {
  const before = location.hash;
  addEventListener('hashchange', () => resolve(), { once: true });
  location.hash = ${JSON.stringify(hash)};
  if (location.hash === before) resolve();
})`;

/** Opens the console and signs in: with the operator's key, unless another is given. */
export async function openConsole(
  browser: Browser,
  stack: Pick<TestStack, 'api' | 'key'>,
  opening: Opening = {},
): Promise<OpenConsole> {
  const { key = stack.key, viewport = WIDTHS.desk, hash = '', timezoneId } = opening;
  const page = await browser.newPage({ viewport, ...(timezoneId !== undefined && { timezoneId }) });
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy|Trusted|Warning/i.test(line.text())) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const answer = await page.goto(`${stack.api.url}/${hash}`);
  if (!answer?.ok()) throw new Error(`The gateway has no console: ${(await answer?.text()) ?? 'no answer'}`);
  await page.fill('#key', key);
  await page.click('button >> text=Sign in');
  await page.waitForSelector('.shell');
  const at = async (place: string): Promise<void> => void (await page.evaluate(going(place)));
  return { page, complaints, at, textOf: async (selector) => (await page.locator(selector).textContent()) ?? '' };
}

/** A browser for the tests around this call. */
export interface InChromium {
  readonly browser: Browser;
}

/** Opens a browser before the tests around this call, and closes it after them. */
export function inChromium(): InChromium {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 90_000);
  afterAll(() => browser?.close());
  return {
    get browser() {
      if (!browser) throw new Error('The browser is open only while tests run.');
      return browser;
    },
  };
}

/** The operator's tab, and a way to open more tabs. */
export interface ConsoleInChromium extends OpenConsole, InChromium {
  /** Opens another, independent tab; the caller closes it. */
  readonly another: (opening: Opening) => Promise<OpenConsole>;
}

/** Opens the console of a stack, as its operator, before the tests around this call, and closes it after them. */
export function consoleInChromium(stackOf: () => Pick<TestStack, 'api' | 'key'>): ConsoleInChromium {
  const chromium = inChromium();
  const another = (opening?: Opening): Promise<OpenConsole> => openConsole(chromium.browser, stackOf(), opening);
  let opened: OpenConsole | undefined;
  beforeAll(async () => {
    opened = await another();
  }, 90_000);
  beforeEach(() => opened?.page.setViewportSize(WIDTHS.desk));
  const now = (): OpenConsole => {
    if (!opened) throw new Error('The console is open only while tests run.');
    return opened;
  };
  return {
    another,
    get browser() {
      return chromium.browser;
    },
    get page() {
      return now().page;
    },
    get complaints() {
      return now().complaints;
    },
    at: (hash) => now().at(hash),
    textOf: (selector) => now().textOf(selector),
  };
}

/** The number of pixels by which the view is wider than its window. */
export async function tooWide(page: Page): Promise<number> {
  return (await page.evaluate(
    '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("main"))',
  )) as number;
}
