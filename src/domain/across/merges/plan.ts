// What a merge would do, and what stands in its way: shown before it, and checked again when it is done.
import { type ToolError, toolError } from '../../../base/errors.ts';
import { english, say } from '../../../base/said.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type CounterpartyRow, findCounterparty } from '../../parties/counterparties/store/counterparties.ts';
import { findMerged } from '../../parties/counterparties/store/merged.ts';
import { formatBillFolio } from '../../documents/shared/document.ts';
import { repeatedBills } from '../../documents/shared/store/reassign.ts';
import { type Held, countHeld, findPendingRequest, findUnderWay } from './store.ts';
import { keepLookUp, statedDetails } from '../../../einvoicing/peppol-ubl/look-up.ts';
import { haveTwoTaxIds } from '../../parties/counterparties/known-names.ts';

export interface Pair {
  readonly duplicate: string;
  readonly survivor: string;
}

export interface MergePlan {
  readonly duplicate: CounterpartyRow;
  /** As it is before. */
  readonly survivor: CounterpartyRow;
  /** As it will be. */
  readonly after: CounterpartyRow;
  readonly moves: Held;
  /** Numbers of bills that both have: probably the same bills. */
  readonly repeated_bills: readonly string[];
  /** Why it cannot be done now. */
  readonly obstacle: ToolError | null;
}

/** The counterparty of this id itself; a refusal says what became of a merged one. */
const requireOwn = async (ctx: ReadScope, id: string): Promise<CounterpartyRow> => {
  const found = await findCounterparty(ctx, id);
  if (found !== undefined) return found;
  const merged = await findMerged(ctx, id);
  const survivor = merged === undefined ? undefined : await findCounterparty(ctx, merged.survivor_id);
  if (merged === undefined || survivor === undefined)
    throw toolError('no_counterparty', { counterparty_id: id.slice(0, 100) });
  throw toolError('counterparty_merged', {
    name: merged.name,
    counterparty_id: id,
    survivor: survivor.name,
    survivor_id: survivor.id,
  });
};

export const planMerge = async (ctx: ReadScope, pair: Pair): Promise<MergePlan> => {
  if (pair.duplicate === pair.survivor) throw toolError('merge_into_itself', {});
  const duplicate = await requireOwn(ctx, pair.duplicate);
  const survivor = await requireOwn(ctx, pair.survivor);
  const obstacle =
    explainTwo(duplicate, survivor) ?? (await explainUnderWay(ctx, [duplicate.id, survivor.id]));
  const repeated = await repeatedBills(ctx, { from: duplicate.id, to: survivor.id });
  return {
    duplicate,
    survivor,
    after: complete(duplicate, survivor),
    moves: await countHeld(ctx, duplicate.id),
    repeated_bills: repeated.slice(0, 50).map((bill) => formatBillFolio(bill) ?? bill.id),
    obstacle,
  };
};

/** About a document of these that waits for a person or for the authority; null when there is none. */
export const explainUnderWay = async (ctx: ReadScope, ids: readonly string[]): Promise<ToolError | null> => {
  const found = await findUnderWay(ctx, ids);
  if (found === undefined) return null;
  const request = await findPendingRequest(ctx, found.id);
  const kind = say(`the_${found.kind}`, {});
  const about = { kind: english(kind), document: found.id, said: { kind } };
  return found.filing_status === 'awaiting_approval'
    ? toolError('merge_awaits_approval', { ...about, request_id: request ?? found.id })
    : toolError('merge_document_being_filed', about);
};

const told = ({ name, id }: CounterpartyRow): string => `${name} (${id})`;

/** Why the two cannot be one. */
export const explainTwo = (duplicate: CounterpartyRow, survivor: CounterpartyRow): ToolError | null => {
  const about = { duplicate: told(duplicate), survivor: told(survivor) };
  if (haveTwoTaxIds(duplicate, survivor))
    return toolError('merge_two_tax_ids', {
      ...about,
      tax_id: duplicate.tax_id ?? '',
      other_tax_id: survivor.tax_id ?? '',
    });
  if (duplicate.country_code !== survivor.country_code && duplicate.tax_id_unique !== null)
    return toolError('merge_other_way_round', {
      ...about,
      country: duplicate.country_code,
      other_country: survivor.country_code,
    });
  return null;
};

/** Whether the survivor gets the duplicate's tax id, because it has none of its own. */
const takesTaxId = (duplicate: CounterpartyRow, survivor: CounterpartyRow): boolean =>
  survivor.tax_id_unique === null && duplicate.tax_id_unique !== null;

/** Column by column, so that a new one does not compile before somebody has said what becomes of it. */
const unite = (duplicate: CounterpartyRow, survivor: CounterpartyRow): CounterpartyRow => ({
  entity_id: survivor.entity_id,
  id: survivor.id,
  name: survivor.name,
  name_norm: survivor.name_norm,
  country_code: survivor.country_code,
  // These four go together; `complete` decides on them.
  tax_id: survivor.tax_id,
  tax_id_unique: survivor.tax_id_unique,
  details: survivor.details,
  postal_code: survivor.postal_code,
  payment_terms: survivor.payment_terms ?? duplicate.payment_terms,
  email: survivor.email ?? duplicate.email,
  external_id: survivor.external_id ?? duplicate.external_id,
  is_customer: survivor.is_customer || duplicate.is_customer,
  is_supplier: survivor.is_supplier || duplicate.is_supplier,
  version: survivor.version,
  created_at: survivor.created_at,
  updated_at: survivor.updated_at,
});

/** Roles are united; what the survivor says stays, and what it does not say comes from the duplicate. */
export const complete = (duplicate: CounterpartyRow, survivor: CounterpartyRow): CounterpartyRow => {
  const common = unite(duplicate, survivor);
  if (duplicate.country_code !== survivor.country_code) return common;
  if (!takesTaxId(duplicate, survivor)) {
    // A generic tax id brings what belongs to it: it completes nobody.
    if (duplicate.tax_id !== null && duplicate.tax_id !== survivor.tax_id) return common;
    const details = { ...statedDetails(duplicate.details), ...statedDetails(survivor.details) };
    return {
      ...common,
      postal_code: survivor.postal_code ?? duplicate.postal_code,
      details: { ...keepLookUp(survivor.details, details) },
    };
  }
  const { tax_id, tax_id_unique } = duplicate;
  // With a generic tax id regime, use and postal code are generic too.
  if (survivor.tax_id !== null)
    return {
      ...common,
      tax_id,
      tax_id_unique,
      postal_code: duplicate.postal_code,
      details: duplicate.details,
    };
  const details = { ...statedDetails(survivor.details), ...statedDetails(duplicate.details) };
  return {
    ...common,
    tax_id,
    tax_id_unique,
    postal_code: survivor.postal_code ?? duplicate.postal_code,
    details: { ...keepLookUp(duplicate.details, details) },
  };
};
