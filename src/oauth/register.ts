// The registration endpoint (RFC 7591): for programs that neither publish who they are nor were typed in.
import { SERVICE } from '../../generated/service.ts';
import { OAUTH_CLIENTS } from '../../generated/vocabulary/oauth-clients.ts';
import { english, say } from '../base/said.ts';
import { readBytes } from './body.ts';
import type { Asked } from './parts.ts';
import { type JsonReply, oauthError, slowDown } from './reply.ts';

const JSON_TYPE = /^application\/json[ \t]*(;|$)/i;
const { registration_bytes: most } = OAUTH_CLIENTS;

export const register = async ({ parts, req, source, now }: Asked): Promise<JsonReply | undefined> => {
  const bytes = await readBytes(req);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '') || bytes.length > most)
    return oauthError('invalid_client_metadata', {
      fault: english(say('oauth_registration_form', { most })),
    });
  const made = await parts.clients.register(bytes.toString('utf8'), source);
  if ('wait_s' in made) return slowDown(made.wait_s);
  if ('fault' in made) return oauthError(made.error, { fault: english(made.fault) });
  return {
    status: 201,
    body: {
      client_id: made.id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: made.name,
      redirect_uris: made.redirect_uris,
      grant_types: SERVICE.oauth.grant_types,
      response_types: SERVICE.oauth.response_types,
      token_endpoint_auth_method: 'none',
    },
  };
};
