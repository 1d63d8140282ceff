// The pages for people, on the public listener beside /mcp.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listNetworks } from '../base/network-address.ts';
import { loadAssets } from './assets.ts';
import { createMatcher } from './match.ts';
import { findOrigin, originMeant } from '../base/net/origin.ts';
import { isOwnHost, movedTo } from './origin.ts';
import type { ConsoleParts, Surroundings } from './parts.ts';
import { writeAsset, writeRedirect } from './reply.ts';
import { PAGES } from './routes.ts';
import { servePage } from './serve.tsx';

export interface Pages {
  /** Answers a request for a page or one of its files; false when the path is none of these pages. */
  handle(req: IncomingMessage, res: ServerResponse, request_id: string): Promise<boolean>;
  /** Where people open them. */
  readonly href: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST']);

/** Null when there is no address to trust: bound to the outside without PUBLIC_URL. */
export const openPages = (parts: ConsoleParts, boundHost: string, port: number): Pages | null => {
  const origin = findOrigin(parts.config.public_url, boundHost, port);
  if (origin === null) return null;
  const assets = loadAssets();
  const surroundings: Surroundings = {
    ...parts,
    origin,
    assets,
    trustedProxies: listNetworks(parts.config.trusted_proxies),
  };
  const match = createMatcher(PAGES);
  const handle: Pages['handle'] = async (req, res, request_id) => {
    const path = pathOf(req.url ?? '/');
    if (path === undefined || !METHODS.has(req.method ?? '')) return false;
    const asset = assets.find(path);
    const page = asset === undefined ? match(path) : undefined;
    const anyName = page?.page.anyName === true;
    const moved = req.method === 'POST' || anyName ? undefined : movedTo(origin, req);
    if (asset === undefined && page === undefined) return false;
    if (moved !== undefined) writeRedirect(res, 302, moved);
    else if (!(anyName ? originMeant(origin, req.headers.host) : isOwnHost(origin, req))) return false;
    else if (asset !== undefined) await writeAsset(req, res, asset);
    else if (page !== undefined) await servePage(surroundings, page, { req, res, request_id });
    return true;
  };
  return { handle, href: `${origin.href}/` };
};

const pathOf = (target: string): string | undefined => {
  const [path = ''] = target.split('?');
  try {
    return path.startsWith('/') && !path.startsWith('//') ? decodeURIComponent(path) : undefined;
  } catch {
    return undefined;
  }
};
