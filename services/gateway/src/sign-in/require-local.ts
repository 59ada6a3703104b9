import { refuse } from '@crumbtrail/contracts';
import type { Request } from 'express';
import { hostWithoutPort, isLoopback } from '../http/allowed-hosts';

/** Headers of proxies: behind one, the peer's address says nothing about who asks. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Whether the request comes from this machine, under a loopback name, and not through a proxy. */
export function isLocal({ headers, socket }: Pick<Request, 'headers' | 'socket'>): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return (
    isLoopback(peer) && isLoopback(hostWithoutPort(headers.host ?? '')) && !FORWARDED.some((name) => name in headers)
  );
}

/** Refuses sign-in links to whoever is not on the machine of the gateway. */
export function requireLocal(request: Pick<Request, 'headers' | 'socket'>): void {
  if (isLocal(request)) return;
  throw refuse(
    'forbidden',
    'Sign-in links work only on the machine of the gateway, at its loopback address. Elsewhere, sign in with an API key.',
  );
}
