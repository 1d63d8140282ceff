import type { ReferenceRecordTable } from '../../db/schema.ts';
import type { SearchType } from '../../../generated/types.ts';
import type { IndexedRecord } from './index-record.ts';

/** The types that live in `reference_record`, whose `type` column holds the name that search uses. */
export type ReferenceType = Extract<
  SearchType,
  'clients' | 'invoicing_arrangements' | 'products' | 'ledger_accounts' | 'bill_tickets'
>;

/** By which words and numbers search finds an imported record; `numbers` are codes, tax ids and the like. */
export const indexedReference = (
  row: Pick<ReferenceRecordTable, 'id' | 'label' | 'external_id'> & { readonly type: ReferenceType },
  numbers: readonly (string | null)[] = [],
): IndexedRecord => ({
  record_id: row.id,
  type: row.type,
  label: row.label,
  identifiers: [row.external_id, ...numbers],
});
