// Makes a counterparty: checked by the rules of its country, unlike every other, findable at once.
import type { Warns } from '../../../base/raises.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { CounterpartyDetailsInput } from '../../../../generated/types.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { type IndexedRecord, indexRecord } from '../../ground/search-index/index-record.ts';
import {
  type ChangeRaises,
  type ChangeWarns,
  checkFields,
  writeUniqueTaxId,
  findTaxIdOwner,
} from './checks.ts';
import { findTwin } from './twin.ts';
import { counterpartyState, indexedCounterparty, toCandidate } from './describe.ts';
import { findSameNamed } from './known-names.ts';
import { type CounterpartyRow, insertCounterparty } from './store/counterparties.ts';

/** As a call or an import row gives it; absent fields take the defaults of entity and country. */
export interface NewCounterparty {
  readonly name: string;
  readonly country_code?: string | undefined;
  readonly country_details?: CounterpartyDetailsInput | undefined;
  readonly email?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly payment_terms?: string | undefined;
  readonly is_customer: boolean;
  readonly is_supplier: boolean;
  readonly external_id?: string | undefined;
}

/** Country fields without those that were not given. */
export const givenDetails = (details: object = {}): Record<string, string> => {
  const entries: [string, unknown][] = Object.entries(details);
  return Object.fromEntries(
    entries.flatMap(([field, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[field, value.trim()]] : [],
    ),
  );
};

/** `99999`, `00000`, `12345`: typed where nobody knew it. */
const OF_CONVENIENCE = /^(?:(.)\1{3,}|0?1234\d*)$/u;

export const warnOfPostalCode = (ctx: Warns<'unusual_value'>, code: string | null): void => {
  if (code === null || !OF_CONVENIENCE.test(code)) return;
  const usual = 'the postal code of the tax address';
  ctx.warn('unusual_value', { path: 'postal_code', received: code, usual });
};

/** `index` makes the new record findable; an import gathers many and writes them at once. */
export const createCounterparty = async (
  ctx: WriteScope & ChangeRaises & ChangeWarns,
  input: NewCounterparty,
  index: (record: IndexedRecord) => Promise<void> = (record) => indexRecord(ctx, record),
): Promise<CounterpartyRow> => {
  const country_details = givenDetails(input.country_details);
  const fields = {
    name: input.name,
    country_code: input.country_code ?? ctx.entity.country_code,
    country_details,
    email: input.email?.trim() ?? null,
    postal_code: input.postal_code ?? null,
    payment_terms: input.payment_terms ?? null,
    is_customer: input.is_customer,
    is_supplier: input.is_supplier,
    external_id: input.external_id ?? null,
  };
  const columns = checkFields(ctx, fields, new Set(Object.keys(country_details)));
  warnOfPostalCode(ctx, columns.postal_code);
  const id = newId('CounterpartyId');
  const taken = (await findTaxIdOwner(ctx, columns, id)) ?? (await findTwin(ctx, columns, id));
  if (taken !== undefined) throw taken;
  await warnOfNamesakes(ctx, columns.name, id);
  const now = toInstant(ctx.now);
  const row = { ...columns, entity_id: ctx.entity.id, id, version: 1, created_at: now, updated_at: now };
  await writeUniqueTaxId(ctx, columns, id, () => insertCounterparty(ctx, row));
  await index(indexedCounterparty(row));
  ctx.record({
    event: 'counterparty.created',
    record_type: 'counterparty',
    record_id: id,
    before: null,
    after: counterpartyState(row),
  });
  return row;
};

/** Branches and twins share names rightly, so the same name is not refused. */
export const warnOfNamesakes = async (
  ctx: WriteScope & ChangeWarns,
  name: string,
  ownId: string,
): Promise<void> => {
  const others = (await findSameNamed(ctx, name)).filter(({ id }) => id !== ownId);
  if (others.length === 0) return;
  const candidates = others.slice(0, SERVICE.limits.max_candidates).map(toCandidate);
  ctx.warn('similar_name_exists', { path: 'name', candidates });
};
