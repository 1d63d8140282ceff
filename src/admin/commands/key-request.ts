// Keys that agents ask for: an administrator approves, who alone sees the secret, or rejects.
import type { OrganisationId } from '../../../generated/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import { approveKeyRequest, rejectKeyRequest } from '../../domain/parties/key-requests/decide.ts';
import { findRequest, listRequests } from '../../domain/parties/key-requests/store.ts';
import type { Noun } from '../define.ts';
import { requestCommands } from './request-commands.ts';

export const keyRequestCommands: Noun = {
  about: 'keys that agents ask for',
  commands: requestCommands({
    ids: 'ApiKeyRequestId',
    find: async ({ database, now }, id) => {
      const request = await findRequest(database.reader, null, id, now);
      if (request === undefined) throw new Refusal('not_found', `There is no request ${id} for an API key.`);
      return request;
    },
    list: listRequests,
    columns: [
      'id',
      'status',
      'name',
      'reason',
      'entity_id',
      'scopes',
      'toolsets',
      'requested_by',
      'expires_at',
    ],
    about: {
      approve: 'make the key; its secret is shown only now',
      reject: 'refuse it; the agent reads the reason',
    },
    decide: ({ books }, verdict, request, { id, by, act, reason }) =>
      books.changeOrganisation<object>(request.organisation_id as OrganisationId, act, async (ctx) => {
        if (verdict === 'reject') return rejectKeyRequest(ctx, id, by, reason);
        const created = await approveKeyRequest(ctx, id, by);
        return { id: created.id, secret: created.secret, request_id: id };
      }),
  }),
};
