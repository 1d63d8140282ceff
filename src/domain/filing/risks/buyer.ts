// Whether the customer is who the person takes it for.
import { SERVICE } from '../../../../generated/service.ts';
import type { RiskFlag } from '../../../../generated/types.ts';
import { mixesAlphabets, plainLetters } from '../../../base/names/same-name.ts';
import { parseInstant } from '../../../db/instant.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { contradictsTaxIds } from '../../../einvoicing/peppol-ubl/participant.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { counterpartyFacts } from '../../parties/counterparties/describe.ts';
import { findAlike } from '../../parties/counterparties/known-names.ts';
import { type CounterpartyRow, findCounterparty } from '../../parties/counterparties/store/counterparties.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import { changesSince, filingOf } from '../store/risks.ts';
import type { Looked } from './risks.ts';
import { flag } from './words.ts';

export const buyerRisks = async (ctx: ReadScope, looked: Looked): Promise<RiskFlag[]> => {
  const { customer_id, document, toCustomer, kind } = looked;
  const row = await findCounterparty(ctx, customer_id);
  const [last] = toCustomer;
  const first = kind === 'invoice' && last === undefined ? [flag('first_document', document.buyer.name)] : [];
  if (row === undefined) return first;
  return [
    ...first,
    ...(last === undefined ? [] : await changedSince(ctx, row, await shownAt(ctx, last.id))),
    ...(await lookAlikes(ctx, row, toCustomer.length)),
    ...mismatches(looked),
  ];
};

/** When it was approved, where that is known: what changed before it was sent was not filed. */
const shownAt = async (ctx: ReadScope, id: string): Promise<Date> => {
  const last = await filingOf(ctx, id);
  const { approval, filed_at } = storedFiling(last);
  const at = approval?.decided_at ?? filed_at;
  return typeof at === 'string' ? new Date(at) : parseInstant(last.created_at);
};

/** What decides who gets the document, and where. */
const WATCHED = ['name', 'tax_id', 'country_code', 'postal_code', 'email'] as const;

type Facts = Readonly<Record<string, string>>;

const factsOf = (state: unknown): Facts => {
  const fields = (state ?? {}) as Readonly<Record<string, unknown>>;
  const details = (fields['country_details'] ?? {}) as Readonly<Record<string, unknown>>;
  const watched = [...WATCHED.map((name) => [name, fields[name]] as const), ...Object.entries(details)];
  return Object.fromEntries(watched.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
};

const changedSince = async (ctx: ReadScope, row: CounterpartyRow, since: Date): Promise<RiskFlag[]> => {
  const [change] = await changesSince(ctx, row.id, since);
  if (change === undefined) return [];
  // Of a customer that is younger than what was filed to it elsewhere: as it was made.
  const before = factsOf(change.before ?? change.after);
  const now = factsOf(counterpartyFacts(row));
  const changed = Object.keys({ ...before, ...now }).filter(
    (name) => name !== 'participant_verified' && (before[name] ?? '') !== (now[name] ?? ''),
  );
  if (changed.length === 0) return [];
  const tell = (facts: Facts): string => changed.map((name) => `${name} ${facts[name] || '–'}`).join(', ');
  return [flag('buyer_changed', tell(now), tell(before))];
};

/** Of an equal name only before anything is filed: two records of one customer are no fraud. */
const lookAlikes = async (ctx: ReadScope, row: CounterpartyRow, filed: number): Promise<RiskFlag[]> => {
  if (filed >= SERVICE.risks.known_documents) return [];
  const others = (await findAlike(ctx, row)).filter(
    ({ tax_id, name_norm }) =>
      (tax_id === null || tax_id !== row.tax_id) && (filed === 0 || name_norm !== row.name_norm),
  );
  const names = others.map(({ name, tax_id }) => (tax_id === null ? name : `${name} (${tax_id})`));
  if (names.length > 0) return [flag('lookalike_name', row.name, names.join(', '))];
  return mixesAlphabets(row.name) ? [flag('lookalike_name', row.name, plainLetters(row.name))] : [];
};

const mismatches = ({ document: { buyer, seller } }: Looked): RiskFlag[] => {
  const { participant_id, vat_id, tax_number } = buyer.details;
  if (participant_id === undefined || regimeOf(seller.country_code).model !== 'network') return [];
  const ids = { vat_id: vat_id ?? buyer.tax_id ?? undefined, tax_number };
  if (!contradictsTaxIds(participant_id, buyer.country_code, ids)) return [];
  const known = [ids.vat_id, tax_number].filter((id) => id !== undefined).join(', ');
  return [flag('receiver_mismatch', participant_id, known === '' ? buyer.country_code : known)];
};
