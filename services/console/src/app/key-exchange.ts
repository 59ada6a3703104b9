/** What the tabs of one browser, on the origin of this gateway, tell each other. */
type TabMessage =
  | { readonly type: 'ask' }
  | { readonly type: 'key'; readonly key: string; readonly usedAt: number }
  | { readonly type: 'sign-out'; readonly key: string };

const CHANNEL = 'crumbtrail.key';
/** How long a new tab waits for the other tabs. */
const WAIT_MS = 150;

/** When somebody last clicked or typed in this tab: a link that opens a new tab is clicked in the tab that has the key for it. */
let usedAt = 0;

/** Asks the other tabs for their key; resolves to that of the tab that was used last, or null if no tab is signed in. */
export async function askOtherTabs(): Promise<string | null> {
  const channel = new BroadcastChannel(CHANNEL);
  const answers: { readonly key: string; readonly usedAt: number }[] = [];
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'key') answers.push(data);
  });
  channel.postMessage({ type: 'ask' } satisfies TabMessage);
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  channel.close();
  return answers.sort((a, b) => b.usedAt - a.usedAt)[0]?.key ?? null;
}

/** Gives new tabs the key of this one, and signs out when another tab with this key does; returns a function that ends this. */
export function shareKey(key: string, onSignOut: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const onUse = (): void => void (usedAt = Date.now());
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'ask') channel.postMessage({ type: 'key', key, usedAt } satisfies TabMessage);
    if (data.type === 'sign-out' && data.key === key) onSignOut();
  });
  window.addEventListener('pointerdown', onUse, { capture: true });
  window.addEventListener('keydown', onUse, { capture: true });
  return () => {
    channel.close();
    window.removeEventListener('pointerdown', onUse, { capture: true });
    window.removeEventListener('keydown', onUse, { capture: true });
  };
}

/** Signs the other tabs with this key out. */
export function signOutOtherTabs(key: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ type: 'sign-out', key } satisfies TabMessage);
  channel.close();
}
