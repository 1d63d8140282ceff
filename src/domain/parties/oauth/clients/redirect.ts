// Where an app wants people sent back to: the addresses that one may be registered with, and whether a request means one.
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { type SaidSentence, say } from '../../../../base/said.ts';

const { longest_uri, forbidden_schemes } = OAUTH_CLIENTS;

/** As programs on the person's own machine listen; a browser resolves no other name to it without asking. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/;

/** Of printable ASCII without blanks, quotes and angle brackets, so that what is compared is what a browser goes to. */
const PLAIN = /^[\x21\x23-\x3b\x3d\x3f-\x7e]+$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/;

/**
 * Schemes that a browser, or the system behind it, opens by itself: they run or read something, write to somebody, or
 * belong to a network protocol. None of them leads back to an app that waits for an answer.
 */
const NEVER: ReadonlySet<string> = new Set(forbidden_schemes.split(', '));
const NEVER_PREFIX = /^(?:ms-|search-ms$|web\+|x-apple|[a-z]+-extension$)/;

/** Undefined for an address that may be registered. */
export const redirectFault = (uri: string): SaidSentence | undefined => {
  const shown = uri.slice(0, 80);
  if (uri.length > longest_uri)
    return say('oauth_redirect_long', { uri: shown, count: uri.length, most: longest_uri });
  if (!PLAIN.test(uri) || !SCHEME.test(uri) || !URL.canParse(uri))
    return say('oauth_redirect_form', { uri: shown });
  const url = new URL(uri);
  if (uri.includes('#')) return say('oauth_redirect_fragment', { uri });
  if (url.username !== '' || url.password !== '') return say('oauth_redirect_password', { uri });
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'http') return LOOPBACK.test(uri) ? undefined : say('oauth_redirect_http', { uri });
  if (scheme === 'https') return httpsFault(uri, url);
  if (NEVER.has(scheme) || NEVER_PREFIX.test(scheme)) return say('oauth_redirect_scheme', { uri, scheme });
  // With a path or a host: `app:` alone, and what only looks like an address (`app:javascript…`), is none.
  return /^[a-z][a-z0-9+.-]*:\/[^/]|^[a-z][a-z0-9+.-]*:\/\/[^/?]/.test(uri)
    ? undefined
    : say('oauth_redirect_form', { uri });
};

/** A host as the browser reads it: `https:host`, `https:\host` and `https://1.2` would all lead elsewhere than they say. */
const httpsFault = (uri: string, { hostname, host }: URL): SaidSentence | undefined => {
  const written = /^https:\/\/([^/?\\]+)/.exec(uri)?.[1]?.replace(/:443$/, '');
  return hostname !== '' && written === host && !uri.includes('\\')
    ? undefined
    : say('oauth_redirect_form', { uri });
};

/**
 * Whether a request means this registered address: the same text, but for the port on loopback, which the system gives a
 * program anew each time (RFC 8252, 7.3; also by the name localhost, as the programs in use write it).
 */
export const isSameRedirect = (registered: string, asked: string): boolean => {
  if (registered === asked) return true;
  const [known, given] = [LOOPBACK.exec(registered), LOOPBACK.exec(asked)];
  if (known === null || given === null || Number(given[2] ?? 0) > 65_535) return false;
  return known[1] === given[1] && known[3] === given[3];
};

/** Of the person's own machine: by http alone, since of another scheme the host is whatever its app makes of it. */
export const isLoopbackRedirect = (uri: string): boolean => LOOPBACK.test(uri);

/** The one that a request means; with none in the request, the only one that there is (RFC 6749, 3.1.2.3). */
export const matchRedirect = (
  registered: readonly string[],
  asked: string | undefined,
): string | undefined => {
  if (asked === undefined) {
    const [only, ...others] = registered;
    return others.length === 0 ? only : undefined;
  }
  return registered.some((each) => isSameRedirect(each, asked)) ? asked : undefined;
};

/** Whom people see that they are sent back to. */
export const redirectHost = (uri: string): string => {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//${host}`;
};
