// Records a supplier's bill: supplier, currency, rate, plan, rows, ledger, search index and trail.
import type { BillId } from '../../../../generated/ids.ts';
import type { CreateBillParams } from '../../../../generated/tools/create_bill.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ToolError } from '../../../base/errors.ts';
import { normaliseRfc } from '../../../einvoicing/mx-cfdi/rfc.ts';
import { resolveForWriting } from '../../parties/counterparties/resolve.ts';
import { formatBillFolio } from '../shared/document.ts';
import { warnOfBill } from '../shared/plausibility/bill.ts';
import { holdersOfUuids, UUID_INDEX } from '../shared/store/bill-uuids.ts';
import { rateIfKnown } from '../../money/exchange-rates/latest-rate.ts';
import { type Movement, post } from '../../money/ledger/post.ts';
import { requireOpenDay } from '../../ground/periods/period.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { countOpen } from '../shared/open-months.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { asDay } from '../../../base/time/day.ts';
import { billState, indexedBill } from './describe.ts';
import { billReceived } from './decide.ts';
import { isSameNumber } from './number.ts';
import { type BillPlan, type BillPlanRaises, planBill } from './plan.ts';
import type { BillHeader, BillRecord } from './record.ts';
import { warnOfDifferences, warnOfUntaxed } from './warn.ts';
import { NUMBER_INDEX, findBill, findByNumber, insertBillHeader, insertBillLines } from './store.ts';

export type CreateScope = WriteScope &
  BillPlanRaises &
  Raises<
    | 'bill_duplicate'
    | 'counterparty_ambiguous'
    | 'counterparty_no_match'
    | 'counterparty_not_found'
    | 'counterparty_not_supplier'
    | 'currency_unknown'
    | 'missing_one_of'
    | 'period_closed'
  > &
  Warns<'counterparty_by_words' | 'tax_differs' | 'tax_not_given' | 'unusual_value'>;

export const createBill = async (ctx: CreateScope, params: CreateBillParams): Promise<BillRecord> => {
  const { entity, today } = ctx;
  const currency = requireCurrency(ctx, params.currency ?? entity.currency, 'currency');
  const supplier = await resolveForWriting(ctx, params, 'supplier');
  const issue_date = params.issue_date ?? today;
  await requireOpenDay(ctx, issue_date, 'issue_date');
  const rate = await rateIfKnown(ctx, currency, asDay(issue_date));
  const plan = planBill(ctx, { entity, supplier, currency, rate, input: { ...params, issue_date } });
  // Where a person decides on each bill whether it is deducted, the list does too.
  const rfc = plan.header.deductibility === null ? '' : normaliseRfc(supplier.tax_id ?? '');
  const { numbered, isListed } = await warnOfBill(ctx, plan.header, rfc);
  // What an earlier release wrote is not in the index in the form of today.
  const repeated = numbered.find((other) => isSameNumber(plan.header, other));
  if (repeated !== undefined) throw repeats(ctx, repeated);
  warnOfUntaxed(ctx, plan.taxed);
  warnOfDifferences(ctx, plan.taxed, currency);
  const bill = await storeBill(ctx, plan, [(header) => billReceived(header)], isListed ? rfc : null);
  // What was heard of its supplier stands on it.
  return isListed ? { ...bill, ...(await findBill(ctx, bill.header.id)) } : bill;
};

/**
 * Stores a bill, and posts what it means where it is in the books. Throws `UuidTaken` where another one has its UUID.
 * `listed_rfc`: of a supplier that is on the list of article 69-B.
 */
export const storeBill = async (
  ctx: WriteScope & Repeats,
  plan: BillPlan,
  movements: readonly ((header: BillHeader) => Movement)[],
  listed_rfc: string | null = null,
): Promise<BillRecord> => {
  const bill = await insertBill(ctx, plan);
  await post(
    ctx,
    movements.map((of) => of(bill.header)),
  );
  await countOpen(ctx, [{ kind: 'bill', before: null, after: bill.header }]);
  await indexRecord(ctx, indexedBill(bill.header, bill.supplier));
  ctx.record({
    event: 'bill.created',
    record_type: 'bill',
    record_id: bill.header.id,
    before: null,
    after: billState(bill.header),
  });
  const { id, uuid } = bill.header;
  if (uuid !== null || listed_rfc !== null) await ctx.tell('bill_made', { id, uuid, listed_rfc });
  return bill;
};

type Repeats = Raises<'bill_duplicate'>;

/** Stores a planned bill, whose number its supplier may not have used before, nor the company its UUID. */
const insertBill = async (ctx: WriteScope & Repeats, plan: BillPlan): Promise<BillRecord> => {
  const now = toInstant(ctx.now);
  const id = newId('BillId');
  const header = { ...plan.header, id, version: 1, created_at: now, updated_at: now };
  await insertOnce(ctx, header);
  await insertBillLines(ctx, id, plan.lines);
  return { header, lines: plan.lines, supplier: plan.supplier, payments: [] };
};

/** Another bill of the company has the UUID. Whoever looks for it now finds that one. */
export class UuidTaken extends Error {
  constructor(bill_id: string) {
    super(`the bill ${bill_id} has the UUID`);
    this.name = 'UuidTaken';
  }
}

/** The indexes decide; a statement that failed wrote nothing. */
const insertOnce = async (ctx: WriteScope & Repeats, header: BillHeader, again = true): Promise<void> => {
  try {
    await insertBillHeader(ctx, header);
  } catch (error) {
    if (isDuplicate(error, UUID_INDEX) && header.uuid_unique !== null) {
      const holder = (await holdersOfUuids(ctx, [header.uuid_unique])).get(header.uuid_unique);
      if (holder !== undefined) throw new UuidTaken(holder.id);
      // It is free now.
      if (again) return insertOnce(ctx, header, false);
    }
    const earlier = isDuplicate(error, NUMBER_INDEX) ? await findByNumber(ctx, header) : undefined;
    throw earlier === undefined ? error : repeats(ctx, earlier);
  }
};

/** The error that names the earlier bill of this number. */
const repeats = (
  ctx: Repeats,
  { id, series, bill_number }: Pick<BillHeader, 'id' | 'series' | 'bill_number'>,
): ToolError =>
  ctx.error('bill_duplicate', {
    path: 'bill_number',
    bill_number: formatBillFolio({ series, bill_number }) ?? '',
    bill_id: id as BillId,
  });
