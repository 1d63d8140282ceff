// The authorization server in front of the pages, which carry the part of it that people see.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findOrigin, originMeant } from '../base/net/origin.ts';
import { listNetworks } from '../base/network-address.ts';
import { RESOURCE_METADATA } from './documents.ts';
import { handleOAuth } from './endpoints.ts';
import type { OAuthParts } from './parts.ts';

interface Pages {
  handle(req: IncomingMessage, res: ServerResponse, request_id: string): Promise<boolean>;
  readonly href: string;
}

export interface OAuthPages extends Pages {
  /** Where a program that has no token finds out how to get one; undefined for a foreign host. */
  readonly metadataOf: (req: IncomingMessage) => string | undefined;
}

export interface OAuthConfig {
  readonly public_url: string | null;
  readonly trusted_proxies: readonly string[];
}

/** Null when there is no address to trust: bound to the outside without PUBLIC_URL. */
export const openOAuth = (
  parts: OAuthParts,
  { public_url, trusted_proxies }: OAuthConfig,
  bound: { readonly host: string; readonly port: number },
  pages: Pages | null,
): OAuthPages | null => {
  const origin = findOrigin(public_url, bound.host, bound.port);
  if (origin === null || pages === null) return null;
  const surroundings = { ...parts, origin, trustedProxies: listNetworks(trusted_proxies) };
  return {
    href: pages.href,
    handle: async (req, res, request_id) =>
      (await handleOAuth(surroundings, req, res, request_id)) || pages.handle(req, res, request_id),
    metadataOf: ({ headers }) => {
      const issuer = originMeant(origin, headers.host);
      return issuer === undefined ? undefined : `${issuer}${RESOURCE_METADATA}`;
    },
  };
};
