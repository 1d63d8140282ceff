// From the row to the record that callers see.
import { detailFields } from '../../../generated/countries.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import type {
  Counterparty,
  CounterpartyCandidate,
  CounterpartyCountryDetails,
  CounterpartyRef,
} from '../../../generated/types.ts';
import { instantToIso } from '../../db/instant.ts';
import { type Balances, NO_BALANCES } from './balances.ts';
import type { CounterpartyRow } from './rows.ts';

/** All fields of the counterparty's country, null where unknown; none of another country. */
const describeDetails = ({ country_code, details }: CounterpartyRow): CounterpartyCountryDetails =>
  Object.fromEntries(
    Object.keys(detailFields('counterparty', country_code)).map((field) => [field, details[field] ?? null]),
  );

export const describeCounterparty = (
  row: CounterpartyRow,
  balances: Balances = NO_BALANCES,
): Counterparty => {
  const id = row.id as CounterpartyId;
  return {
    object: 'counterparty',
    id,
    counterparty_id: id,
    name: row.name,
    country_code: row.country_code,
    tax_id: row.tax_id,
    email: row.email,
    postal_code: row.postal_code,
    is_customer: row.is_customer,
    is_supplier: row.is_supplier,
    country_details: describeDetails(row),
    receivable_balance: [...balances.receivable],
    payable_balance: [...balances.payable],
    created_at: instantToIso(row.created_at),
    updated_at: instantToIso(row.updated_at),
  };
};

/** What stands in the trail: the record without what other records make of it. */
export const counterpartyState = (row: CounterpartyRow): object => {
  const { receivable_balance: _receivable, payable_balance: _payable, ...state } = describeCounterparty(row);
  return { ...state, external_id: row.external_id };
};

export const toCandidate = (row: CounterpartyRow): CounterpartyCandidate => ({
  counterparty_id: row.id as CounterpartyId,
  name: row.name,
  tax_id: row.tax_id,
});

/** How documents name their counterparty. */
export const toCounterpartyRef = (row: Pick<CounterpartyRow, 'id' | 'name' | 'tax_id'>): CounterpartyRef => ({
  id: row.id as CounterpartyId,
  counterparty_id: row.id as CounterpartyId,
  name: row.name,
  tax_id: row.tax_id,
});
