import { sql } from 'kysely';
import type { Migration } from './steps.ts';

/**
 * Who came by a link of the operator, or by a recovery, which was never shown to anybody, has proven their address.
 * Invitations did not keep whether they were mailed or handed over.
 */
export const personKnownProofs: Migration = {
  name: '0302_person_with_known_proofs',
  run: async (kysely) => {
    await sql`update person set email_proven_at = created_at
      where email_proven_at is null and exists (
        select 1 from organisation join audit
          on audit.entity_id = organisation.id and audit.record_id = person.id and audit.action = 'welcome'
        where json_unquote(json_extract(audit.${sql.id('after')}, '$.kind')) in ('bootstrap', 'recovery'))`.execute(
      kysely,
    );
  },
};
