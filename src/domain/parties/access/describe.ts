// A key as tools show it.
import type { ApiKeyId, EntityId, MemberId } from '../../../../generated/ids.ts';
import type { ApiKey } from '../../../../generated/types.ts';
import type { Identity } from './identity.ts';
import type { KeyRecord } from './store.ts';

export const describeApiKey = (key: KeyRecord, caller: Identity): ApiKey => ({
  object: 'api_key',
  id: key.id as ApiKeyId,
  name: key.name,
  hint: key.hint,
  status: key.status,
  scopes: [...key.scopes],
  toolsets: [...key.toolsets],
  entity_id: key.entity_id as EntityId | null,
  created_by: key.created_by as MemberId | null,
  created_at: key.created_at,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
  previous_until: key.previous_until,
  revoked_at: key.revoked_at,
  is_calling_key: key.id === caller.key_id,
});
