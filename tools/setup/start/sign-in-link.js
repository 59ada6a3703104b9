/** The link that signs a browser in to the console of this stack. */
const { spawn } = require('node:child_process');

const PATIENCE_MS = 10_000;

/** A link that is valid once, for a minute; undefined where the gateway gives none, as on an address that is not the loopback's. */
async function signInLink({ url, apiKey }) {
  if (!apiKey) return undefined;
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${url}/v1/console/codes`, {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return response.ok ? url + (await response.json()).path : undefined;
}

/** The program that opens an address in the browser of this machine; undefined without a desktop. */
function browserProgram(platform, env) {
  if (env.BROWSER) return env.BROWSER;
  if (platform === 'darwin') return 'open';
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined;
}

/** Opens an address in the browser, if this machine has a desktop. It is printed too, so a failure needs no message. */
function openInBrowser(address) {
  const program = browserProgram(process.platform, process.env);
  if (!program) return;
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

module.exports = { browserProgram, openInBrowser, signInLink };
