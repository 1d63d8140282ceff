// The endpoints for programs, on the public listener beside /mcp. None reads a cookie, so every origin may ask.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { originMeant } from '../base/net/origin.ts';
import { clientAddress } from '../base/network-address.ts';
import { authorizationServer, noOpenId, protectedResource, RESOURCE_PATHS } from './documents.ts';
import type { Asked, OAuthSurroundings } from './parts.ts';
import { register } from './register.ts';
import { type JsonReply, oauthError, writeJson } from './reply.ts';
import { revoke, token } from './token.ts';

/** Undefined: who asked went away. */
type Run = (asked: Asked) => Promise<JsonReply | undefined> | JsonReply;

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly run: Run;
}

const get = (run: Run): Endpoint => ({ method: 'GET', run });
const post = (run: Run): Endpoint => ({ method: 'POST', run });

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  ...Object.fromEntries(RESOURCE_PATHS.map((path) => [path, get(protectedResource)])),
  '/.well-known/oauth-authorization-server': get(authorizationServer),
  '/.well-known/openid-configuration': get(noOpenId),
  '/oauth/register': post(register),
  '/oauth/token': post(token),
  '/oauth/revoke': post(revoke),
};

const allowed = ({ method }: Endpoint): string => (method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS');

const preflight = (endpoint: Endpoint): JsonReply => ({
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': allowed(endpoint),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
    'Access-Control-Max-Age': '86400',
  },
});

const answer = async (endpoint: Endpoint, asked: Asked): Promise<JsonReply | undefined> => {
  const { method } = asked.req;
  if (method === 'OPTIONS') return preflight(endpoint);
  const taken = method === endpoint.method || (method === 'HEAD' && endpoint.method === 'GET');
  const allow = allowed(endpoint);
  return taken ? endpoint.run(asked) : oauthError('method_not_allowed', { allow }, { Allow: allow });
};

const outcomeOf = ({ body = {} }: JsonReply): string =>
  'error' in body && typeof body.error === 'string' ? body.error : 'ok';

/** Answers a request of one of these endpoints; false when the path is none of them, or the host is foreign. */
export const handleOAuth = async (
  parts: OAuthSurroundings,
  req: IncomingMessage,
  res: ServerResponse,
  request_id: string,
): Promise<boolean> => {
  const [path = ''] = (req.url ?? '').split('?');
  const endpoint = Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
  const issuer = originMeant(parts.origin, req.headers.host);
  if (endpoint === undefined || issuer === undefined) return false;
  const { socket, headers } = req;
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const source = clientAddress(parts.trustedProxies, socket.remoteAddress ?? '', forwarded);
  const asked: Asked = { parts, req, request_id, now: parts.now(), issuer, source };
  let reply: JsonReply | undefined;
  try {
    reply = await answer(endpoint, asked);
  } catch (error) {
    parts.log.error({ err: error, request_id }, 'an endpoint for programs failed');
    reply = oauthError('server_error', { request_id });
  }
  if (reply === undefined) res.destroy();
  else {
    parts.count?.(path.slice(1), outcomeOf(reply));
    writeJson(res, request_id, reply);
  }
  return true;
};
