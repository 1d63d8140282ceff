// Takes records as they are, in the name of a person and for a reason that stand in the trail.
import type { OrganisationId } from '../../../generated/ids.ts';
import { acceptable, acceptRecords } from '../../domain/views/trail/accept.ts';
import { NONE_KEPT, withKnown } from '../../domain/views/trail/verify/kept.ts';
import { verifyTrail } from '../../domain/views/trail/verify/verify.ts';
import { type Answer, manyRecords } from '../answer.ts';
import { resolveAct } from '../command.ts';
import type { Call } from '../define.ts';
import { organisationOf } from './audit-filters.ts';
import { catchUp, headsOf } from './audit-verify.ts';

interface AcceptOptions {
  readonly org?: OrganisationId;
  readonly by: string;
  readonly reason: string;
}

export const accept = async (call: Call, options: AcceptOptions): Promise<Answer> => {
  const { run, books, database, now, signer } = call;
  const organisation = await organisationOf(database.reader, options.org);
  const act = await resolveAct(database.reader, organisation.id, call.path, options, now);
  const key = await signer();
  const heads = headsOf(run, call);
  await catchUp(call, heads, key, organisation);
  const known = withKnown(NONE_KEPT, await heads.read(organisation.id));
  const verdict = await verifyTrail({ database, key, now }, organisation, known);
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
};
