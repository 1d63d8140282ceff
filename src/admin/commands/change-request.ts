// Changes that keys ask for, of what others made: an administrator has one made, or refuses.
import type { OrganisationId } from '../../../generated/ids.ts';
import { Refusal } from '../../base/refusal.ts';
import { approveForCompany, approveForOrganisation, rejectAsk } from '../../domain/across/asks/decide.ts';
import { findAsk, listAsks } from '../../domain/across/asks/store.ts';
import { webhookParts } from '../../domain/across/webhooks/parts.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { getEntity } from '../../domain/ground/entities/store.ts';
import type { Rows } from '../define.ts';
import { requestCommands } from './request-commands.ts';

export const changeRequestCommands: Rows = {
  change: {
    about: 'changes that keys ask for, of what others made',
    commands: requestCommands({
      ids: 'ChangeRequestId',
      find: async ({ database, now }, id) => {
        const ask = await findAsk(database.reader, null, id, now);
        if (ask === undefined) throw new Refusal('not_found', `There is no request ${id} for a change.`);
        return ask;
      },
      list: listAsks,
      columns: ['id', 'status', 'tool', 'subject', 'arguments', 'entity_id', 'requested_by', 'expires_at'],
      about: { approve: 'make the change', reject: 'refuse it; nothing changes' },
      decide: async ({ books, config, database, secrets }, verdict, ask, { by, act, reason }) => {
        if (ask.entity_id !== null) {
          const entity = await getEntity(database.reader, ask.entity_id);
          const { result } = await books.change(entity, act, (ctx: Unlimited) =>
            verdict === 'approve' ? approveForCompany(ctx, ask, by) : rejectAsk(ctx, ask, by, reason),
          );
          return result;
        }
        const parts = webhookParts(config, await secrets());
        return books.changeOrganisation(ask.organisation_id as OrganisationId, act, (ctx) =>
          verdict === 'approve'
            ? approveForOrganisation(ctx, parts, ask, by)
            : rejectAsk(ctx, ask, by, reason),
        );
      },
    }),
  },
};
