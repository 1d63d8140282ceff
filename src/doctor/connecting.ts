// Whether apps that ask persons for access find this service, and which of them can.
import { isIP } from 'node:net';
import type { Config } from '../base/config.ts';
import { isLoopbackHost } from '../base/net/origin.ts';
import { type Check, ok, warn } from './check.ts';

const CHECK = 'apps';
const EXAMPLE =
  'Set PUBLIC_URL to the https address by which people and apps reach the service, such as https://books.example.com.';

const PROXY =
  'Set TRUSTED_PROXY to the address of the proxy that takes the https connections, such as 10.0.0.5.';

/** The service itself speaks http, so that whoever reaches it by https comes through a proxy. */
const checkProxy = ({ trusted_proxies }: Config, origin: string): Check =>
  trusted_proxies.length > 0
    ? ok(CHECK, `they connect at ${origin}/mcp`)
    : warn(
        CHECK,
        `they connect at ${origin}/mcp, but all of them seem to come from the address of the proxy: limits by address count them as one, and the trail names no other address`,
        PROXY,
      );

export const checkConnecting = (config: Config): Check => {
  const { console: pages, public_url, host, port } = config;
  if (!pages) return ok(CHECK, 'people connect none: there are no pages (CONSOLE)');
  if (public_url === null && !isLoopbackHost(host))
    return warn(
      CHECK,
      `nobody can connect one: ${host} is no address to trust, so pages and sign-in are off`,
      EXAMPLE,
    );
  const url = new URL(public_url ?? `http://localhost:${port}`);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackHost(url.hostname))
    return ok(CHECK, `those on this machine connect at ${url.origin}/mcp; others need PUBLIC_URL`);
  if (url.protocol !== 'https:')
    return warn(CHECK, `apps and browsers refuse to sign in at ${url.origin}, which is not https`, EXAMPLE);
  if (isIP(name) !== 0)
    return warn(CHECK, `${name} has no name, so that passkeys do not work and most apps refuse it`, EXAMPLE);
  return checkProxy(config, url.origin);
};
