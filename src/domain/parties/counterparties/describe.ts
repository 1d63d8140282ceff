// What others see of a counterparty: callers, documents, the trail and search.
import { detailFields } from '../../../../generated/countries.ts';
import type { CounterpartyId } from '../../../../generated/ids.ts';
import type {
  Counterparty,
  CounterpartyCandidate,
  CounterpartyCountryDetails,
  CounterpartyRef,
  ListedCounterparty,
  ListedParty,
  StandingOfCurrency,
} from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import { nameKeys, parseName } from '../../../base/names/same-name.ts';
import { neededToInvoice } from '../../../einvoicing/needed.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';
import type { CounterpartyRow } from './store/counterparties.ts';

/** What it owes and is owed, worked out by the documents that say so. */
export interface Balances {
  /** One amount per currency, never a sum across them. */
  readonly receivable: readonly StandingOfCurrency[];
  readonly payable: readonly StandingOfCurrency[];
}

export const NO_BALANCES: Balances = { receivable: [], payable: [] };

/** All fields of the counterparty's country, null where unknown; none of another country. */
const describeDetails = ({ country_code, details }: CounterpartyRow): CounterpartyCountryDetails =>
  Object.fromEntries(
    Object.keys(detailFields('counterparty', country_code)).map((field) => [field, details[field] ?? null]),
  );

/** The record without what other records make of it. */
export type CounterpartyFacts = Omit<Counterparty, 'receivable_balance' | 'payable_balance'>;

export const counterpartyFacts = (row: CounterpartyRow): CounterpartyFacts => {
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
    ...(row.payment_terms === null ? {} : { payment_terms: row.payment_terms }),
    created_at: instantToIso(row.created_at),
    updated_at: instantToIso(row.updated_at),
  };
};

export const describeCounterparty = (row: CounterpartyRow, balances: Balances | undefined): Counterparty => {
  const { receivable, payable } = balances ?? NO_BALANCES;
  const { created_at, updated_at, ...facts } = counterpartyFacts(row);
  return {
    ...facts,
    receivable_balance: [...receivable],
    payable_balance: [...payable],
    created_at,
    updated_at,
  };
};

/** In a list: of its country's fields those that it has. */
export const toListed = ({
  created_at: _created,
  updated_at: _updated,
  country_details,
  ...told
}: Counterparty): ListedCounterparty => ({
  ...told,
  country_details: Object.fromEntries(Object.entries(country_details).filter(([, value]) => value !== null)),
});

/** What it lacks to be invoiced is said only where there is something. */
export const describeForCaller = (
  { entity, today }: Pick<ReadScope, 'entity' | 'today'>,
  row: CounterpartyRow,
  balances: Balances | undefined,
): Counterparty => {
  const told = describeCounterparty(row, balances);
  const needed = row.is_customer ? neededToInvoice(entity, row, today) : [];
  return needed.length === 0 ? told : { ...told, needed_to_invoice: [...needed] };
};

/** What stands in the trail. */
export const counterpartyState = (row: CounterpartyRow): object => ({
  ...counterpartyFacts(row),
  external_id: row.external_id,
});

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

/** How lists of documents name it. */
export const toListedParty = (row: Pick<CounterpartyRow, 'id' | 'name' | 'tax_id'>): ListedParty => ({
  counterparty_id: row.id as CounterpartyId,
  name: row.name,
  tax_id: row.tax_id,
});

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
