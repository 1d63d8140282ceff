// The request for a key, for the agent that made it.
import type { ApiKeyRequest } from '../../../../generated/types.ts';
import type { StoredRequest } from './store.ts';

/** Who decided is for people; an agent is told what and why. */
export const describeKeyRequest = (
  { decided_by: _by, organisation_id: _organisation, ...request }: StoredRequest,
  pageUrl: (path: string) => string | null,
): ApiKeyRequest => ({
  ...request,
  request_id: request.id,
  review_url: pageUrl(`/settings/keys/requests/${request.id}`),
});
