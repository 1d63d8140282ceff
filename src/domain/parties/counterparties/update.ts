// Changes a counterparty, from the admin side and from repeated imports.
import { toolError } from '../../../base/errors.ts';
import { toInstant } from '../../../db/instant.ts';
import { keepLookUp, statedDetails } from '../../../einvoicing/peppol-ubl/look-up.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { reindexRecord } from '../../ground/search-index/index-record.ts';
import {
  type ChangeRaises,
  type ChangeWarns,
  checkFields,
  type CounterpartyFields,
  writeUniqueTaxId,
  findTaxIdOwner,
} from './checks.ts';
import { givenDetails, type NewCounterparty, warnOfNamesakes, warnOfPostalCode } from './create.ts';
import { counterpartyState, indexedCounterparty } from './describe.ts';
import { type CounterpartyRow, findCounterparty, replaceCounterparty } from './store/counterparties.ts';

/** Only what is given changes; country fields are merged one by one. */
export type CounterpartyPatch = {
  readonly [F in keyof NewCounterparty]?:
    | NewCounterparty[F]
    | undefined
    // What may be emptied.
    | (F extends 'email' | 'postal_code' ? null : never);
};

/** How often the change is repeated when somebody else changed the record meanwhile. */
const MAX_TRIES = 5;

export type UpdateCounterpartyScope = WriteScope &
  ChangeRaises &
  ChangeWarns &
  Raises<'counterparty_not_found'>;

export const updateCounterparty = async (
  ctx: UpdateCounterpartyScope,
  id: string,
  patch: CounterpartyPatch,
): Promise<CounterpartyRow> => {
  const { before, after } = await writeChange(ctx, id, patch);
  await reindexRecord(ctx, indexedCounterparty(before), indexedCounterparty(after));
  if (before.name_norm !== after.name_norm) await warnOfNamesakes(ctx, after.name, id);
  if (before.postal_code !== after.postal_code) warnOfPostalCode(ctx, after.postal_code);
  ctx.record({
    event: 'counterparty.updated',
    record_type: 'counterparty',
    record_id: id,
    before: counterpartyState(before),
    after: counterpartyState(after),
  });
  return after;
};

const writeChange = async (
  ctx: UpdateCounterpartyScope,
  id: string,
  patch: CounterpartyPatch,
): Promise<{ before: CounterpartyRow; after: CounterpartyRow }> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await findCounterparty(ctx, id);
    if (before === undefined)
      throw ctx.error('counterparty_not_found', { path: 'counterparty_id', received: id.slice(0, 100) });
    const columns = checkFields(
      ctx,
      merged(before, patch),
      new Set(Object.keys(givenDetails(patch.country_details))),
    );
    const taken = await findTaxIdOwner(ctx, columns, id);
    if (taken !== undefined) throw taken;
    const details = { ...keepLookUp(before.details, columns.details) };
    const after = {
      ...before,
      ...columns,
      details,
      version: before.version + 1,
      updated_at: toInstant(ctx.now),
    };
    const replaced = await writeUniqueTaxId(ctx, after, id, () =>
      replaceCounterparty(ctx, after, before.version),
    );
    if (replaced) return { before, after };
  }
  throw toolError('changed_by_others', { record_id: id });
};

export const merged = (before: CounterpartyRow, patch: CounterpartyPatch): CounterpartyFields => {
  const country_code = patch.country_code ?? before.country_code;
  // The fields of another country mean nothing in the new one.
  const kept = country_code === before.country_code ? statedDetails(before.details) : {};
  return {
    name: patch.name ?? before.name,
    country_code,
    country_details: { ...kept, ...givenDetails(patch.country_details) },
    email: patch.email === null ? null : (patch.email?.trim() ?? before.email),
    postal_code: patch.postal_code === null ? null : (patch.postal_code ?? before.postal_code),
    is_customer: patch.is_customer ?? before.is_customer,
    is_supplier: patch.is_supplier ?? before.is_supplier,
    external_id: patch.external_id ?? before.external_id,
  };
};
