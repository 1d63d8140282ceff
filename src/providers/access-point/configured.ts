// Creates the configured access point.
import type { AccessPointConfig } from '../../base/config.ts';
import type { Transport } from '../../einvoicing/filing.ts';
import { phossAp } from './phoss-ap.ts';
import type { NetworkQueue } from '../../domain/across/network/pull.ts';
import { storecoveQueue } from './storecove-queue.ts';
import { storecove } from './storecove.ts';

const STORECOVE_API = '/api/v2';

/** For Storecove's own API the host alone is enough. */
const storecoveUrl = (url: string): string => {
  const { hostname, pathname } = new URL(url);
  const isBare = pathname === '/' && (hostname === 'storecove.com' || hostname.endsWith('.storecove.com'));
  return isBare ? new URL(STORECOVE_API, url).href : url;
};

export const configuredAccessPoint = ({ kind, url, token }: AccessPointConfig): Transport => {
  const adapters: Readonly<Record<AccessPointConfig['kind'], () => Transport>> = {
    storecove: () => storecove({ url: storecoveUrl(url), token, sandbox: false }),
    'phoss-ap': () => phossAp({ url, token, sandbox: false }),
  };
  return adapters[kind]();
};

/** Null where nobody is to ask it, or where it brings documents itself. */
export const configuredQueue = ({ kind, url, token, pull }: AccessPointConfig): NetworkQueue | null =>
  kind === 'storecove' && pull ? storecoveQueue({ url: storecoveUrl(url), token }) : null;
