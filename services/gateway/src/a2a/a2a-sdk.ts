type Main = typeof import('@a2a-js/sdk', { with: { 'resolution-mode': 'import' } });
type Errors = typeof import('@a2a-js/sdk/errors', { with: { 'resolution-mode': 'import' } });
type Server = typeof import('@a2a-js/sdk/server', { with: { 'resolution-mode': 'import' } });
type Express = typeof import('@a2a-js/sdk/server/express', { with: { 'resolution-mode': 'import' } });

/** A2A's own library. */
export type A2aSdk = Main & Errors & Server & Express;

/** Loads the library, which most gateways never need. */
export async function loadA2aSdk(): Promise<A2aSdk> {
  const parts = await Promise.all([
    import('@a2a-js/sdk'),
    import('@a2a-js/sdk/errors'),
    import('@a2a-js/sdk/server'),
    import('@a2a-js/sdk/server/express'),
  ]);
  return Object.assign({}, ...parts) as A2aSdk;
}
