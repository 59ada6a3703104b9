/** Opens pages of the console for its benchmark, and counts in them what a person waits for. */

/** How long a page may take before a measurement fails. */
const LONG = { timeout: 60_000 };

/** Opens a view in a new page; resolves when it is signed in. */
async function enter(browser, { url, apiKey }, hash) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/${hash}`);
  await page.fill('#key', apiKey);
  await page.click('button >> text=Sign in');
  await page.waitForSelector('.shell', LONG);
  return page;
}

/** Makes the page compute `rate` times slower, as on a slow laptop or a phone. */
async function slowDown(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** Milliseconds from the change of the address to the frame that shows the selected element; a frame later, it is painted. */
const openedWithin = (page, hash, selector) =>
  page.evaluate(`new Promise((done) => {
    const from = performance.now();
    location.hash = ${JSON.stringify(hash)};
    const look = () =>
      requestAnimationFrame(() => {
        if (!document.querySelector(${JSON.stringify(selector)})) return look();
        requestAnimationFrame(() => done(performance.now() - from));
      });
    look();
  })`);

/** Starts to record, for each key, the milliseconds from its event to the task after the frame that it changed. */
const recordKeys = (page) =>
  page.evaluate(`(() => {
    const times = (window.keys_ = []);
    const channel = new MessageChannel();
    const waiting = [];
    channel.port1.onmessage = () => times.push(performance.now() - waiting.shift());
    addEventListener('keydown', ({ timeStamp }) => {
      waiting.push(timeStamp);
      requestAnimationFrame(() => channel.port2.postMessage(0));
    }, true);
  })()`);

/** The times of the keys since {@link recordKeys}, once all `count` of them are known. */
async function keyTimes(page, count) {
  await page.waitForFunction(`window.keys_.length >= ${count}`, undefined, LONG);
  return page.evaluate('window.keys_.splice(0)');
}

module.exports = { LONG, enter, keyTimes, openedWithin, recordKeys, slowDown };
