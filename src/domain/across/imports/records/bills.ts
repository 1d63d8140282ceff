// Bills of an earlier system: opening items with their remaining balances.
import type { BillValidation, Deductibility } from '../../../../../generated/types.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { RowOf } from '../../../../../generated/imports.ts';
import { newId } from '../../../../db/ids.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { NamedCounterparty } from '../../../parties/counterparties/store/bulk.ts';
import type { KnownDocument } from '../../../documents/shared/imported.ts';
import { billState, billTotal, indexedBill } from '../../../documents/bills/describe.ts';
import { billReceived, billReversed } from '../../../documents/bills/decide.ts';
import { warnOfDifferences, warnOfUntaxed } from '../../../documents/bills/warn.ts';
import { type BillPlan, NOT_CHECKED, newDeductibility, planBill } from '../../../documents/bills/plan.ts';
import { numberColumns } from '../../../documents/bills/number.ts';
import type { BillHeader } from '../../../documents/bills/record.ts';
import {
  type ImportedBill,
  billsByExternalId,
  billsByNumber,
  findBill,
  insertBills,
  replaceBill,
} from '../../../documents/bills/store.ts';
import { formatBillFolio } from '../../../documents/shared/document.ts';
import { warnOfImportedBill } from '../../../documents/shared/plausibility/bill.ts';
import { countOpen } from '../../../documents/shared/open-months.ts';
import { textOrNull } from '../../../documents/shared/line-text.ts';
import { billsByUuid } from '../../../documents/shared/store/bill-uuids.ts';
import { uniqueUuid } from '../../../documents/shared/uuid.ts';
import { amount, minorToWire } from '../../../../base/money/amount.ts';
import { readAmount } from '../../../../base/money/wire.ts';
import { requireCurrency } from '../../../../base/money/currency.ts';
import { Refusal } from '../../../../base/refusal.ts';
import type { EntityImporter, Exported, ImportScope } from '../importer.ts';
import { creditBills } from './bills-credited.ts';
import { type Opening, type OpeningKind, changedMeanwhile, storeOpenings } from './opening.ts';
import { type Rates, readFigures, requireTotal } from './opening-figures.ts';

type Row = RowOf<'bills'>;

/** The validation fields that follow from the bill's state. */
const VALIDATION: Readonly<Record<Row['status'], BillValidation['status']>> = {
  inbox: 'not_checked',
  received: 'not_checked',
  validated: 'valid',
  rejected: 'invalid',
  reversed: 'not_checked',
};

const CLOSED: readonly Row['status'][] = ['rejected', 'reversed'];

const planRow = (ctx: ImportScope, row: Row, party: NamedCounterparty, rates: Rates): BillPlan => {
  const currency = requireCurrency(ctx, row.currency ?? ctx.entity.currency, 'currency');
  if (row.line_items === undefined && (row.allowances ?? row.charges) !== undefined)
    throw new Refusal('invalid_value', 'allowances and charges belong to a bill with line_items');
  const { header, lines, supplier, taxed } = planBill(ctx, {
    entity: ctx.entity,
    supplier: party,
    currency,
    rate: rates(currency, row.issue_date),
    input: { ...row, line_items: row.line_items ?? [openingLine(row)] },
  });
  requireTotal(readAmount(ctx, 'total', row.total, currency), amount(billTotal(header), currency));
  // What was paid before the bill never was owed on it.
  const due = minorToWire(header.total_minor, currency);
  const { columns } = readFigures(ctx, 'bill', { ...row, total: due }, currency);
  warnOfImportedBill(ctx, header);
  warnOfUntaxed(ctx, taxed);
  warnOfDifferences(ctx, taxed, currency);
  const uuid = textOrNull(row.uuid);
  const isGone = row.status === 'rejected';
  return {
    header: {
      ...header,
      ...columns,
      status: row.status,
      uuid,
      uuid_unique: isGone ? null : uniqueUuid(uuid),
      // The earlier system's closing date is unknown, so the document is overdue on no day.
      closed_on: CLOSED.includes(row.status) ? asDay(row.issue_date) : null,
      number_unique: isGone ? null : header.number_unique,
      deductibility: readDeductibility(ctx, row),
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

const readDeductibility = ({ entity }: ImportScope, { deductibility }: Row): Deductibility | null => {
  const usual = newDeductibility(entity);
  if (usual !== null || deductibility === undefined) return deductibility ?? usual;
  throw new Refusal('invalid_value', `bills have no deductibility in ${entity.country_code}`);
};

/** The header before it is stored. */
const unstored = ({ id, plan }: Opening<BillPlan>): BillHeader => ({
  ...plan.header,
  id,
  version: 1,
  created_at: '',
  updated_at: '',
});

/** The document as stored in this version. */
const toImported = ({ id, hash, plan }: Opening<BillPlan>, ctx: ImportScope, version = 1): ImportedBill => {
  const now = toInstant(ctx.now);
  const header = { ...plan.header, id, version, created_at: now, updated_at: now };
  return { header, lines: plan.lines, import_hash: hash };
};

const joinNumberKey = ({
  counterparty_id,
  number_unique,
}: Pick<BillHeader, 'counterparty_id' | 'number_unique'>) =>
  number_unique === null ? null : `${counterparty_id} ${number_unique}`;

/** By their keys: a UUID has no blank in it, as every number with its supplier has. */
const withKeys = async (ctx: ImportScope, plans: readonly BillPlan[]): Promise<Map<string, KnownDocument>> =>
  new Map([
    ...(await billsByUuid(
      ctx,
      plans.flatMap(({ header }) => header.uuid_unique ?? []),
    )),
    ...(await withNumbers(ctx, plans)),
  ]);

const withNumbers = async (
  ctx: ImportScope,
  plans: readonly BillPlan[],
): Promise<Map<string, KnownDocument>> => {
  const bySupplier = new Map<string, string[]>();
  for (const { header } of plans) {
    const { counterparty_id, number_unique, number_key } = header;
    if (number_unique === null || number_key === null) continue;
    bySupplier.set(counterparty_id, [...(bySupplier.get(counterparty_id) ?? []), number_key]);
  }
  if (bySupplier.size === 0) return new Map();
  const rows = await billsByNumber(ctx, bySupplier);
  // Those of an earlier release have another form in the books.
  return new Map(rows.map((row) => [joinNumberKey({ ...row, ...numberColumns(row) }) ?? '', row]));
};

const KIND: OpeningKind<Row, BillPlan> = {
  noun: 'bill',
  newId: () => newId('BillId'),
  plan: planRow,
  // The supplier role is required for new bills only; imported ones may be older.
  warnings: (_row, { name, is_supplier }) =>
    is_supplier ? [] : [`${name} is not a supplier, so create_bill takes no bill of it`],
  keys: ({ header }) => {
    const number = joinNumberKey(header);
    const { uuid_unique } = header;
    return [
      ...(number === null ? [] : [{ key: number, text: `the bill ${formatBillFolio(header) ?? ''}` }]),
      ...(uuid_unique === null ? [] : [{ key: uuid_unique, text: `the UUID ${uuid_unique}` }]),
    ];
  },
  withExternalIds: billsByExternalId,
  withKeys,
  insert: async (ctx, openings) => {
    const imported = openings.map((opening) => toImported(opening, ctx));
    await insertBills(ctx, imported);
    await countOpen(
      ctx,
      imported.map(({ header }) => ({ kind: 'bill', before: null, after: header })),
    );
  },
  replace: async (ctx, { id, version }, opening) => {
    const before = await findBill(ctx, id);
    const imported = toImported(opening, ctx, version + 1);
    const isReplaced = before !== undefined && (await replaceBill(ctx, imported));
    if (!isReplaced) throw changedMeanwhile(id);
    await countOpen(ctx, [{ kind: 'bill', before: before.header, after: imported.header }]);
    return { indexed: indexedBill(before.header, before.supplier), state: billState(before.header) };
  },
  indexed: (opening) => indexedBill(unstored(opening), opening.plan.supplier),
  movements: (opening) => {
    const bill = unstored(opening);
    if (bill.status === 'inbox') return [];
    const received = billReceived(bill);
    return bill.closed_on === null
      ? [received]
      : [received, billReversed(bill, bill.closed_on, bill.total_minor)];
  },
  presettledMinor: ({ header }) => header.presettled_minor,
  state: (opening) => billState(unstored(opening)),
  tell: async (ctx, openings, options) => {
    const deducted = openings.flatMap(({ id, plan: { header, supplier } }) =>
      supplier.tax_id === null || CLOSED.includes(header.status) ? [] : [{ id, tax_id: supplier.tax_id }],
    );
    // Elsewhere nothing is deducted by the list.
    if (newDeductibility(ctx.entity) !== null && deducted.length > 0)
      await ctx.tell('bills_imported', deducted);
    await creditBills(ctx, openings, options);
  },
  events: { created: () => 'bill.created', updated: 'bill.updated' },
};

/** Columns of `export_bills` that follow from others, or are of the supplier. */
const DERIVED = [
  'bill_id',
  'folio',
  'payment_status',
  'days_overdue',
  'closed_on',
  'counterparty_name',
  'counterparty_tax_id',
  'exchange_rate',
  'subtotal',
  'tax_total',
  'amount_paid',
  'amount_credited',
  'withheld_total',
  'amount_due',
  'settled_early_payment_discount',
  'settled_rounding',
];

const EXPORTED: Exported = {
  told_by: 'bill_id',
  fields: new Map([
    ['counterparty_id', 'counterparty'],
    ...DERIVED.map((heading) => [heading, null] as const),
  ]),
};

export const BILLS: EntityImporter<'bills'> = {
  level: 'entity',
  exported: EXPORTED,
  // What was rejected may come again under its number and UUID.
  hasKey: ({ status }) => status !== 'rejected',
  store: (ctx, rows, options) => storeOpenings(ctx, KIND, rows, options),
};
