// Reads what earlier releases left, of all companies.
import type { Reader } from '../../../../db/database.ts';
import { acrossTenants } from '../../../../db/scoped.ts';

/** Notes to customers that count and have no sign of a filing. */
export const unfiledNotes = (db: Reader, entityIds: readonly string[]) =>
  acrossTenants(db, entityIds, 'credit_note')
    .select([
      'id',
      'type',
      'status',
      'filing_status',
      'historic',
      'external_id',
      'uuid',
      'series',
      'number',
      'record_id',
    ])
    .where('type', '=', 'invoice_credit_note')
    .where('status', '=', 'filed')
    .where('filing_status', '=', 'not_submitted')
    .where('historic', '=', false)
    .where('external_id', 'is', null)
    .where('uuid', 'is', null)
    .orderBy('id', 'desc')
    .execute();
