import { nameKeys, parseName } from '../../base/names/same-name.ts';
import type { IndexedRecord } from '../search-index/index-record.ts';
import type { CounterpartyRow } from './rows.ts';

/** By which words and numbers search finds a counterparty. */
export const indexedCounterparty = (
  row: Pick<CounterpartyRow, 'id' | 'name' | 'tax_id' | 'email' | 'external_id'>,
): IndexedRecord => ({
  record_id: row.id,
  type: 'counterparties',
  label: row.name,
  identifiers: [row.tax_id, row.email, row.external_id],
  keys: nameKeys(parseName(row.name)),
});
