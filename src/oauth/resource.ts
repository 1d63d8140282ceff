// The one thing that tokens are for (RFC 8707): the endpoint of the tools, in the spellings that programs use.
import type { OAuthForm } from './body.ts';
import { type JsonReply, oauthError } from './reply.ts';

/** Exactly what people type. */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`;

/** With or without the path or a slash at the end, and with the host in any case. */
export const isOurs = (issuer: string, resource: string): boolean => {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  const { origin, pathname, search, username, password } = new URL(resource);
  const path = pathname.replace(/\/$/, '');
  return origin === issuer && (path === '' || path === '/mcp') && search + username + password === '';
};

/** Undefined: all that were named are ours. */
export const checkResource = (issuer: string, form: OAuthForm): JsonReply | undefined => {
  const resources = form.get('resource')?.split(' ') ?? [];
  return resources.every((resource) => isOurs(issuer, resource))
    ? undefined
    : oauthError('invalid_target', { resource: resourceOf(issuer) });
};
