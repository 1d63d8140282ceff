// The documents by which programs find out how to ask (RFC 9728, RFC 8414). Nothing stands in them that is not done.
import { SCOPES } from '../../generated/scopes.ts';
import { SERVICE } from '../../generated/service.ts';
import { CLIENT_METADATA } from './clients.ts';
import type { Asked } from './parts.ts';
import type { JsonReply } from './reply.ts';
import { resourceOf } from './resource.ts';

const { oauth: OAUTH } = SERVICE;
const SCOPE_NAMES = Object.keys(SCOPES);

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp';
/** With and without the path of the resource: clients know one or the other. */
export const RESOURCE_PATHS: readonly string[] = [RESOURCE_METADATA, '/.well-known/oauth-protected-resource'];

export const protectedResource = ({ issuer }: Asked): JsonReply => ({
  status: 200,
  body: {
    resource: resourceOf(issuer),
    authorization_servers: [issuer],
    scopes_supported: SCOPE_NAMES,
    bearer_methods_supported: ['header'],
    resource_name: SERVICE.title,
  },
});

export const authorizationServer = ({ issuer }: Asked): JsonReply => ({
  status: 200,
  body: {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: OAUTH.response_types,
    response_modes_supported: OAUTH.response_modes,
    grant_types_supported: OAUTH.grant_types,
    code_challenge_methods_supported: OAUTH.challenge_methods,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...SCOPE_NAMES, 'offline_access'],
    ...CLIENT_METADATA(issuer),
  },
});

/** Clients of OpenID expect keys here, of which there are none. */
export const noOpenId = (): JsonReply => ({ status: 404, body: { error: 'not_found' } });
