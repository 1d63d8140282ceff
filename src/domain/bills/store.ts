// Reads and writes bills of one entity.
import type { BillId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { isDuplicate } from '../../db/errno.ts';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped, type Tenant } from '../../db/scoped.ts';
import type { ToolError } from '../../base/errors.ts';
import { billPaymentItems } from '../payments/items.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { formatBillFolio } from '../documents/folio.ts';
import type { BillPlan } from './plan.ts';
import type { BillHeader, BillRecord } from './record.ts';

type Repeats = Raises<'bill_duplicate'>;

/** The unique index that decides when two calls bring the same number at once. */
const NUMBER_INDEX = 'uq_bill_number';

/** Stores a planned bill, whose number its supplier may not have used before. */
export const insertBill = async (ctx: WriteScope & Repeats, plan: BillPlan): Promise<BillRecord> => {
  const now = toInstant(ctx.now);
  const id = newId('BillId');
  const header = { ...plan.header, id, version: 1, created_at: now, updated_at: now };
  const repeated = await repeatOf(ctx, header);
  if (repeated !== undefined) throw repeated;
  try {
    await scoped(ctx, 'bill')
      .insert({ ...header, validation: JSON.stringify(header.validation) })
      .execute();
  } catch (error) {
    if (!isDuplicate(error, NUMBER_INDEX)) throw error;
    // The statement that failed wrote nothing, and this error ends the transaction.
    throw (await repeatOf(ctx, header)) ?? error;
  }
  await scoped(ctx, 'bill_line')
    .insert(plan.lines.map((line) => ({ ...line, bill_id: id })))
    .execute();
  return { header, lines: plan.lines, supplier: plan.supplier, payments: [] };
};

/** The error that names the earlier bill of this number; undefined when there is none. */
const repeatOf = async (
  ctx: Tenant<Reader> & Repeats,
  header: Pick<BillHeader, 'counterparty_id' | 'number_unique' | 'bill_number' | 'series'>,
): Promise<ToolError | undefined> => {
  if (header.number_unique === null) return undefined;
  const earlier = await scoped(ctx, 'bill')
    .select()
    .select(['id', 'bill_number', 'series'])
    .where('counterparty_id', '=', header.counterparty_id)
    .where('number_unique', '=', header.number_unique)
    .executeTakeFirst();
  if (earlier === undefined) return undefined;
  return ctx.error('bill_duplicate', {
    path: 'bill_number',
    bill_number: formatBillFolio(earlier) ?? '',
    bill_id: earlier.id as BillId,
  });
};

/** The bill with its supplier, lines and payments: a statement each. */
export const loadBill = async (ctx: ReadScope, id: string): Promise<BillRecord | undefined> => {
  const row = await scoped(ctx, 'bill')
    .select()
    .innerJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'bill.entity_id')
        .onRef('counterparty.id', '=', 'bill.counterparty_id'),
    )
    .selectAll('bill')
    .select(['counterparty.name as supplier_name', 'counterparty.tax_id as supplier_tax_id'])
    .where('bill.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const lines = await scoped(ctx, 'bill_line')
    .select()
    .selectAll('bill_line')
    .where('bill_line.bill_id', '=', id)
    .orderBy('bill_line.position')
    .execute();
  const supplier = { id: row.counterparty_id, name: row.supplier_name, tax_id: row.supplier_tax_id };
  return { header: row, lines, supplier, payments: await billPaymentItems(ctx, row) };
};
