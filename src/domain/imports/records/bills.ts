// Bills of an earlier system: opening items, with what is left of them.
import type { RowOf } from '../../../../generated/imports.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { scoped } from '../../../db/scoped.ts';
import { billState, indexedBill } from '../../bills/describe.ts';
import { billReceived, billReversed } from '../../bills/movements.ts';
import { type BillPlan, NOT_CHECKED, newDeductibility, planBill } from '../../bills/plan.ts';
import type { BillHeader } from '../../bills/record.ts';
import { findBill } from '../../bills/store.ts';
import { formatBillFolio } from '../../documents/folio.ts';
import { textOrNull } from '../../documents/line-text.ts';
import { amount } from '../../../base/money/amount.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';
import type { EntityImporter } from '../importer.ts';
import { insertInChunks } from './chunks.ts';
import type { NamedCounterparty } from './named.ts';
import {
  changedMeanwhile,
  type KnownDocument,
  type Opening,
  type OpeningKind,
  storeOpenings,
} from './opening.ts';
import { readFigures, requireTotal } from './opening-figures.ts';
import type { Rates } from './rates.ts';

type Row = RowOf<'bills'>;

/** What a bill says of having been checked, as far as its state tells. */
const VALIDATION: Readonly<Record<Row['status'], 'not_checked' | 'valid' | 'invalid'>> = {
  inbox: 'not_checked',
  received: 'not_checked',
  validated: 'valid',
  rejected: 'invalid',
  reversed: 'not_checked',
};

const CLOSED: readonly Row['status'][] = ['rejected', 'reversed'];

const planRow = (ctx: ImportScope, row: Row, party: NamedCounterparty, rates: Rates): BillPlan => {
  const currency = requireCurrency(ctx, row.currency ?? ctx.entity.currency, 'currency');
  const { total, columns } = readFigures(ctx, 'bill', row, currency);
  const { header, lines, supplier } = planBill(ctx, {
    entity: ctx.entity,
    supplier: party,
    currency,
    rate: rates(currency, row.issue_date),
    input: { ...row, line_items: row.line_items ?? [openingLine(row)] },
  });
  requireTotal(total, amount(header.total_minor, currency));
  return {
    header: {
      ...header,
      ...columns,
      status: row.status,
      uuid: textOrNull(row.uuid),
      // The day on which the earlier system closed it is not known; on its own it owes nothing on any day.
      closed_on: CLOSED.includes(row.status) ? row.issue_date : null,
      number_unique: row.status === 'rejected' ? null : header.number_unique,
      deductibility: deductibilityOf(ctx, row),
      validation: { ...NOT_CHECKED, status: VALIDATION[row.status] },
      external_id: row.external_id ?? null,
    },
    lines,
    supplier,
  };
};

const openingLine = ({ title, bill_number, total }: Row): NonNullable<Row['line_items']>[number] => ({
  description: textOrNull(title) ?? `Opening item ${bill_number}`,
  quantity: 1,
  unit_price: total,
  tax_amount: 0,
});

const deductibilityOf = ({ entity }: ImportScope, { deductibility }: Row): string | null => {
  const usual = newDeductibility(entity);
  if (usual !== null || deductibility === undefined) return deductibility ?? usual;
  throw new Refusal('invalid_value', `bills have no deductibility in ${entity.country_code}`);
};

/** The header as far as it is known before it is stored. */
const bare = ({ id, plan }: Opening<BillPlan>): BillHeader => ({
  ...plan.header,
  id,
  version: 1,
  created_at: '',
  updated_at: '',
});

const headerOf = ({ id, plan }: Opening<BillPlan>, ctx: ImportScope, version = 1): BillHeader => {
  const now = toInstant(ctx.now);
  return { ...plan.header, id, version, created_at: now, updated_at: now };
};

const insertLines = (ctx: ImportScope, openings: readonly Opening<BillPlan>[]): Promise<void> =>
  insertInChunks(
    openings.flatMap(({ id, plan }) => plan.lines.map((line) => ({ ...line, bill_id: id }))),
    (rows) => scoped(ctx, 'bill_line').insert(rows).execute(),
  );

const KNOWN = [
  'bill.id',
  'bill.external_id',
  'bill.version',
  'bill.import_hash',
  'bill.import_version',
] as const;

const keyOf = ({ counterparty_id, number_unique }: Pick<BillHeader, 'counterparty_id' | 'number_unique'>) =>
  number_unique === null ? null : `${counterparty_id} ${number_unique}`;

const withNumbers = async (
  ctx: ImportScope,
  plans: readonly BillPlan[],
): Promise<Map<string, KnownDocument>> => {
  const bySupplier = new Map<string, string[]>();
  for (const { header } of plans) {
    const { counterparty_id, number_unique } = header;
    if (number_unique === null) continue;
    bySupplier.set(counterparty_id, [...(bySupplier.get(counterparty_id) ?? []), number_unique]);
  }
  if (bySupplier.size === 0) return new Map();
  const rows = await scoped(ctx, 'bill')
    // Within a long import the server does not know yet how many rows there are.
    .select({ index: 'uq_bill_number' })
    .select([...KNOWN, 'counterparty_id', 'number_unique'])
    .where((is) =>
      is.or(
        [...bySupplier].map(([supplier, numbers]) =>
          is.and([is('counterparty_id', '=', supplier), is('number_unique', 'in', numbers)]),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [keyOf(row) ?? '', row]));
};

const KIND: OpeningKind<Row, BillPlan> = {
  noun: 'bill',
  newId: () => newId('BillId'),
  plan: planRow,
  // Old bills outlive the role; it says who may have new ones.
  warnings: (_row, { name, is_supplier }) =>
    is_supplier === 1 ? [] : [`${name} is not a supplier, so create_bill takes no bill of it`],
  numberKey: ({ header }) => keyOf(header),
  numberText: ({ header }) => formatBillFolio(header) ?? '',
  withExternalIds: (ctx, ids) =>
    scoped(ctx, 'bill')
      .select({ index: 'uq_bill_external_id' })
      .select(KNOWN)
      .where('external_id', 'in', ids)
      .execute(),
  withNumbers,
  insert: async (ctx, openings) => {
    const rows = openings.map((opening) => {
      const header = headerOf(opening, ctx);
      const validation = JSON.stringify(header.validation);
      return { ...header, validation, import_hash: opening.hash, import_version: 1 };
    });
    await scoped(ctx, 'bill').insert(rows).execute();
    await insertLines(ctx, openings);
  },
  replace: async (ctx, { id, version }, opening) => {
    const before = await findBill(ctx, id);
    if (before === undefined) throw changedMeanwhile(id);
    const { created_at: _made, ...header } = headerOf(opening, ctx, version + 1);
    const marks = { import_hash: opening.hash, import_version: version + 1 };
    const { numUpdatedRows } = await scoped(ctx, 'bill')
      .update()
      .set({ ...header, ...marks, validation: JSON.stringify(header.validation) })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw changedMeanwhile(id);
    await scoped(ctx, 'bill_line').delete().where('bill_id', '=', id).execute();
    await insertLines(ctx, [opening]);
    return { indexed: indexedBill(before.header, before.supplier), state: billState(before.header) };
  },
  indexed: (opening) => indexedBill(bare(opening), opening.plan.supplier),
  movements: (opening) => {
    const bill = bare(opening);
    if (bill.status === 'inbox') return [];
    const received = billReceived(bill);
    return bill.closed_on === null
      ? [received]
      : [received, billReversed(bill, bill.closed_on, bill.total_minor)];
  },
  presettledMinor: ({ header }) => header.presettled_minor,
  state: (opening) => billState(bare(opening)),
  events: { created: () => 'bill.created', updated: 'bill.updated' },
};

export const BILLS: EntityImporter<'bills'> = {
  level: 'entity',
  store: (ctx, rows, options) => storeOpenings(ctx, KIND, rows, options),
};
