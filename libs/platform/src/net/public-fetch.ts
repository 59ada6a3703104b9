import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, type AddressPolicy } from './public-address';

export { isPublicAddress, type AddressPolicy } from './public-address';

/** An address that no connection is made to. `fetch` has it as the cause of its error where a name leads there. */
export class AddressRefusal extends TypeError {}

/** Why no connection is made to a name with these addresses; null where one may be. */
function refusalOf(host: string, addresses: readonly LookupAddress[], isAllowed: AddressPolicy): Error | null {
  if (addresses.length === 0) return new Error(`${host} has no address`);
  const denied = addresses.find(({ address }) => !isAllowed(address));
  return denied ? new AddressRefusal(`${host} has the address ${denied.address}, which is not a public address`) : null;
}

/** Resolves a name, and fails if one of its addresses is not allowed: the connection goes to an address that was checked. */
const checkedLookup =
  (isAllowed: AddressPolicy): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses = []) => {
      const failure = error ?? refusalOf(host, addresses, isAllowed);
      const [{ address, family } = { address: '', family: 0 }] = addresses;
      if (failure) callback(failure, []);
      else if (options.all) callback(null, addresses);
      else callback(null, address, family);
    });
  };

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** Why no connection is made to a URL with an address in place of a name; undefined where one may be, and for names, which are checked when they are resolved. */
export function refusePrivateUrl(url: string, isAllowed: AddressPolicy = isPublicAddress): AddressRefusal | undefined {
  const host = hostOf(url);
  const isRefused = isIP(host) !== 0 && !isAllowed(host);
  return isRefused ? new AddressRefusal(`${host} is not a public address`) : undefined;
}

/**
 * A `fetch` that connects to addresses of the public internet only, whatever names and redirects say: for addresses that come from somebody who may not look
 * into the network that this process is in.
 * @param isAllowed Default: addresses of the public internet.
 */
export function createPublicFetch(isAllowed: AddressPolicy = isPublicAddress): typeof fetch {
  let loading: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const refusal = refusePrivateUrl(url, isAllowed);
    if (refusal) throw refusal;
    const request = await (loading ??= loadFetch(isAllowed));
    // A redirect would lead elsewhere, and is never followed.
    return request(url, { ...init, redirect: init?.redirect === 'manual' ? 'manual' : 'error' });
  };
}

/** Loads undici when it is first needed: it takes some 20 MB. */
async function loadFetch(isAllowed: AddressPolicy): Promise<typeof fetch> {
  const undici = await import('undici');
  const dispatcher = new undici.Agent({ connect: { lookup: checkedLookup(isAllowed) } });
  const request = undici.fetch as unknown as typeof fetch;
  return (input, init) => request(input, { ...init, dispatcher } as unknown as RequestInit);
}
