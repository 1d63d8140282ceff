import type { ApiKeyRequest } from '../../../generated/types.ts';
import type { StoredRequest } from '../../domain/parties/key-requests/store.ts';
import type { PageUrl } from '../handler.ts';

/** Who decided is for people; an agent is told what and why. */
export const describeRequest = (
  { decided_by: _by, organisation_id: _organisation, ...request }: StoredRequest,
  pageUrl: PageUrl,
): ApiKeyRequest => ({
  ...request,
  request_id: request.id,
  review_url: pageUrl(`/settings/keys/requests/${request.id}`),
});
