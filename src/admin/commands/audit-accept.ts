// Takes records as they are, in the name of a person and for a reason that stand in the trail.
import type { OrganisationId } from '../../../generated/ids.ts';
import { acceptable, acceptRecords } from '../../domain/trail/accept.ts';
import { catchUpLog } from '../../domain/trail/log/catch-up.ts';
import { NONE_KEPT } from '../../domain/trail/verify/kept.ts';
import { verifyTrail } from '../../domain/trail/verify/verify.ts';
import { manyRecords } from '../answer.ts';
import { resolveAct, type Surroundings } from '../command.ts';
import { organisationOf } from './audit-filters.ts';
import { CATCH_UP_MS } from './audit-verify.ts';

interface AcceptOptions {
  readonly org?: OrganisationId;
  readonly by: string;
  readonly reason: string;
}

export const accept = (run: Surroundings, options: AcceptOptions): Promise<void> =>
  run.onDatabase(async ({ books, database, now, signer }) => {
    const organisation = await organisationOf(database.reader, options.org);
    const act = await resolveAct(database.reader, organisation.id, 'audit accept', options, now);
    const key = await signer();
    await catchUpLog({ database, signer: key, now: () => now }, organisation.id, CATCH_UP_MS);
    const verdict = await verifyTrail({ database, key, now }, organisation, NONE_KEPT);
    const faults = acceptable(verdict);
    const records = await books.changeOrganisation(organisation.id, act, (ctx) =>
      acceptRecords(ctx, faults, options),
    );
    const { value: accepted, text } = manyRecords(records, [
      'record_type',
      'record_id',
      'version',
      'entity_id',
    ]);
    return { value: { accepted, by: options.by, reason: options.reason }, text };
  });
