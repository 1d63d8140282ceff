// Changes a counterparty, from the admin side and from repeated imports.
import { toolError } from '../../../base/errors.ts';
import { changedPaths } from '../../../base/arguments/changed-paths.ts';
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
import { findTwin } from './twin.ts';
import { givenDetails, type NewCounterparty, warnOfNamesakes, warnOfPostalCode } from './create.ts';
import { counterpartyState, indexedCounterparty } from './describe.ts';
import { type CounterpartyRow, findCounterparty, replaceCounterparty } from './store/counterparties.ts';

/** What may be emptied. */
export const CLEARABLE = ['email', 'postal_code', 'payment_terms'] as const;

/** Only what is given changes; country fields are merged one by one. */
export type CounterpartyPatch = {
  readonly [F in keyof NewCounterparty]?:
    | NewCounterparty[F]
    | undefined
    | (F extends (typeof CLEARABLE)[number] ? null : never)
    | (F extends 'country_details' ? Readonly<Record<string, unknown>> : never);
};

export interface UpdatedCounterparty {
  readonly counterparty: CounterpartyRow;
  /** What has another value now, by the paths of the parameters. */
  readonly changed: readonly string[];
}

/** How often the change is repeated when somebody else changed the record meanwhile. */
const MAX_TRIES = 5;

export type UpdateCounterpartyScope = WriteScope &
  ChangeRaises &
  ChangeWarns &
  Raises<'counterparty_not_found'>;

/** Without a difference nothing is written. */
export const changeCounterparty = async (
  ctx: UpdateCounterpartyScope,
  id: string,
  patch: CounterpartyPatch,
): Promise<UpdatedCounterparty> => {
  const { before, after, changed } = await writeChange(ctx, id, patch);
  if (changed.length === 0) {
    ctx.unchanged();
    return { counterparty: before, changed };
  }
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
  return { counterparty: after, changed };
};

export const updateCounterparty = async (
  ctx: UpdateCounterpartyScope,
  id: string,
  patch: CounterpartyPatch,
): Promise<CounterpartyRow> => (await changeCounterparty(ctx, id, patch)).counterparty;

/** The parameters that a row stands for. */
const paramsOf = ({ details, ...row }: CounterpartyRow): object => ({
  name: row.name,
  country_code: row.country_code,
  country_details: statedDetails(details),
  email: row.email,
  postal_code: row.postal_code,
  payment_terms: row.payment_terms,
  is_customer: row.is_customer,
  is_supplier: row.is_supplier,
  external_id: row.external_id,
});

interface Change {
  readonly before: CounterpartyRow;
  readonly after: CounterpartyRow;
  readonly changed: readonly string[];
}

const writeChange = async (
  ctx: UpdateCounterpartyScope,
  id: string,
  patch: CounterpartyPatch,
): Promise<Change> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await findCounterparty(ctx, id);
    if (before === undefined)
      throw ctx.error('counterparty_not_found', { path: 'counterparty_id', received: id.slice(0, 100) });
    const columns = checkFields(
      ctx,
      merged(before, patch),
      new Set(Object.keys(givenDetails(patch.country_details))),
    );
    const isNamedAnew = before.name_norm !== columns.name_norm || before.tax_id !== columns.tax_id;
    const taken =
      (await findTaxIdOwner(ctx, columns, id)) ??
      (isNamedAnew ? await findTwin(ctx, columns, id) : undefined);
    if (taken !== undefined) throw taken;
    const details = { ...keepLookUp(before.details, columns.details) };
    const after = {
      ...before,
      ...columns,
      details,
      version: before.version + 1,
      updated_at: toInstant(ctx.now),
    };
    const changed = changedPaths(paramsOf(before), paramsOf(after));
    if (changed.length === 0) return { before, after, changed };
    const replaced = await writeUniqueTaxId(ctx, after, id, () =>
      replaceCounterparty(ctx, after, before.version),
    );
    if (replaced) return { before, after, changed };
  }
  throw toolError('changed_by_others', { record_id: id });
};

const withoutEmptied = (
  kept: Readonly<Record<string, string>>,
  changes: object = {},
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kept).filter(([field]) => Reflect.get(changes, field) !== null));

export const merged = (before: CounterpartyRow, patch: CounterpartyPatch): CounterpartyFields => {
  const country_code = patch.country_code ?? before.country_code;
  // The fields of another country mean nothing in the new one.
  const kept = country_code === before.country_code ? statedDetails(before.details) : {};
  return {
    name: patch.name ?? before.name,
    country_code,
    country_details: {
      ...withoutEmptied(kept, patch.country_details),
      ...givenDetails(patch.country_details),
    },
    email: patch.email === null ? null : (patch.email?.trim() ?? before.email),
    postal_code: patch.postal_code === null ? null : (patch.postal_code ?? before.postal_code),
    payment_terms: patch.payment_terms === null ? null : (patch.payment_terms ?? before.payment_terms),
    is_customer: patch.is_customer ?? before.is_customer,
    is_supplier: patch.is_supplier ?? before.is_supplier,
    external_id: patch.external_id ?? before.external_id,
  };
};
