import { findChromium } from '@crumbtrail/setup/chromium';
import type { Browser } from 'playwright-core';

/** Starts this machine's Chromium, which can reach only this machine; without one, throws an error with the remedy. */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: findChromium().file,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}
