// The token and the revocation endpoint (RFC 6749, 7009, 7636): codes and refresh tokens for opaque tokens.
import { SERVICE } from '../../generated/service.ts';
import { networkOf } from '../base/network-address.ts';
import { english } from '../base/said.ts';
import type { Client } from '../domain/parties/oauth/client.ts';
import {
  exchangeCode,
  type Refused,
  refreshTokens,
  revokeToken,
  type Tokens,
} from '../domain/parties/oauth/grant.ts';
import { knownScopes } from '../domain/parties/oauth/role-scopes.ts';
import { isReply, type OAuthForm, readOAuthForm } from './body.ts';
import { isClient } from './clients.ts';
import { tellOfReuse } from './mail.ts';
import type { Asked } from './parts.ts';
import { type JsonReply, oauthError, slowDown } from './reply.ts';
import { checkResource } from './resource.ts';

/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

const missing = (name: string): JsonReply => oauthError('missing', { name });

interface Shown {
  readonly form: OAuthForm;
  readonly client: Client;
}

/** The form with the program that sent it, or why it is refused. */
const readShown = async ({ req, parts, issuer, now }: Asked): Promise<Shown | JsonReply | undefined> => {
  const form = await readOAuthForm(req);
  if (form === undefined || isReply(form)) return form;
  const { authorization } = req.headers;
  const client = await parts.clients.authenticate({ authorization, form, issuer, now });
  if (isClient(client)) return { form, client };
  const basic =
    authorization === undefined ? {} : { 'WWW-Authenticate': `Basic realm="${SERVICE.protocol.auth_realm}"` };
  return client.malformed === true
    ? oauthError('invalid_request', { fault: english(client.reason) })
    : oauthError('invalid_client', { fault: english(client.reason) }, basic);
};

const tokenReply = ({ access_token, refresh_token, scopes }: Tokens): JsonReply => ({
  status: 200,
  body: {
    access_token,
    token_type: 'Bearer',
    expires_in: SERVICE.oauth.access_hours * 3600,
    refresh_token,
    scope: scopes.join(' '),
  },
  headers: { Pragma: 'no-cache' },
});

const byCode = async (
  { parts, now }: Asked,
  { form, client }: Shown,
): Promise<Tokens | Refused | JsonReply> => {
  const code = form.get('code');
  const verifier = form.get('code_verifier');
  if (code === undefined) return missing('code');
  if (verifier === undefined) return missing('code_verifier');
  if (!VERIFIER.test(verifier)) return { fault: 'verifier_malformed' };
  const proof = { code, client, redirect_uri: form.get('redirect_uri'), verifier };
  return exchangeCode(parts.books, proof, now);
};

const byRefresh = async (
  { parts, now }: Asked,
  { form, client }: Shown,
): Promise<Tokens | Refused | JsonReply> => {
  const token = form.get('refresh_token');
  if (token === undefined) return missing('refresh_token');
  const asked = form.get('scope');
  const scopes = asked === undefined ? undefined : knownScopes(asked.split(' '));
  const proof = { token, client, scopes, waits: (app: string) => parts.clients.limits.refreshes.take(app) };
  const result = await refreshTokens(parts.books, proof, now);
  if ('wait_s' in result) return slowDown(result.wait_s);
  return 'beyond' in result ? oauthError('invalid_scope', { scope: result.beyond }) : result;
};

type GrantType = (typeof SERVICE.oauth.grant_types)[number];

const GRANTS: Readonly<Record<GrantType, typeof byCode>> = {
  authorization_code: byCode,
  refresh_token: byRefresh,
};

const isGrant = (word: string): word is GrantType => Object.hasOwn(GRANTS, word);

/** What is unknown has ended already (RFC 7009, 2.2): it is told as done, and counted as what it is. */
const ENDED_BEFORE: JsonReply = { status: 200, body: {} };

/** What is refused counts against the network that sent it; what is right costs it nothing. */
const counted =
  (run: (asked: Asked) => Promise<JsonReply | undefined>) =>
  async (asked: Asked): Promise<JsonReply | undefined> => {
    const { misses } = asked.parts.clients.limits;
    const network = networkOf(asked.source);
    const seconds = misses.take(network);
    if (seconds > 0) return slowDown(seconds);
    const reply = await run(asked);
    if (reply?.status === 200 && reply !== ENDED_BEFORE) misses.charge(network, -1);
    return reply;
  };

export const token = counted(async (asked) => {
  const shown = await readShown(asked);
  if (shown === undefined || 'status' in shown) return shown;
  const grant = shown.form.get('grant_type');
  if (grant === undefined) return missing('grant_type');
  if (!isGrant(grant))
    return oauthError('unsupported_grant_type', { allowed: SERVICE.oauth.grant_types.join(', ') });
  const foreign = checkResource(asked.issuer, shown.form);
  if (foreign !== undefined) return foreign;
  const result = await GRANTS[grant](asked, shown);
  if ('status' in result) return result;
  if ('access_token' in result) return tokenReply(result);
  if (result.ended !== undefined) await tellOfReuse(asked, result.ended);
  return oauthError(result.fault, {});
});

export const revoke = counted(async (asked) => {
  const shown = await readShown(asked);
  if (shown === undefined || 'status' in shown) return shown;
  const { form, client } = shown;
  const given = form.get('token');
  if (given === undefined) return missing('token');
  const outcome = await revokeToken(asked.parts.books, { token: given, client }, asked.now);
  if (outcome === 'foreign') return oauthError('token_of_another', {});
  return outcome === 'done' ? { status: 200, body: {} } : ENDED_BEFORE;
});
