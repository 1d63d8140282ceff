// Every statement on bills and their lines.
import type { Reader, Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { type Tenant, scoped, own, updateVersion } from '../../../db/scoped.ts';
import type { BillStatus, Deductibility } from '../../../../generated/types.ts';
import { plainNumber } from '../shared/number-key.ts';
import { isSameNumber } from './number.ts';
import type { BillHeader, BillLineRow, BillRecord } from './record.ts';
import { inChunks } from '../../../base/chunks.ts';
import type { KnownDocument, NamedDocument } from '../shared/imported.ts';

type Books = Tenant<Reader>;
type Changing = Tenant<Writer>;

/** The unique index that decides when two calls bring the same number at once. */
export const NUMBER_INDEX = 'uq_bill_number';

/** What is only told, as JSON. */
const toColumns = <H extends BillHeader>(header: H) => ({
  ...header,
  validation: JSON.stringify(header.validation),
  content: header.content === null ? null : JSON.stringify(header.content),
});

const toLineColumns = (bill_id: string, line: BillLineRow) => ({
  ...line,
  bill_id,
  content: line.content === null ? null : JSON.stringify(line.content),
});

export const insertBillHeader = async (ctx: Changing, header: BillHeader): Promise<void> => {
  await scoped(ctx, 'bill').insert(toColumns(header)).execute();
};

export const insertBillLines = async (
  ctx: Changing,
  billId: string,
  lines: readonly BillLineRow[],
): Promise<void> => {
  await scoped(ctx, 'bill_line')
    .insert(lines.map((line) => toLineColumns(billId, line)))
    .later()
    .execute();
};

/** More of one key, which signs and years tell apart, are not looked through. */
const MOST_ALIKE = 100;

/** The bill in the books that has this number with this supplier in this year, whichever release wrote it. */
export const findByNumber = async (
  ctx: Books,
  bill: Pick<BillHeader, 'counterparty_id' | 'number_key' | 'series' | 'bill_number' | 'issue_date'>,
) => {
  const { counterparty_id, number_key } = bill;
  if (number_key === null) return undefined;
  const alike = await scoped(ctx, 'bill')
    .select({ index: 'ix_bill_number_key' })
    .select(['id', 'bill_number', 'series', 'issue_date'])
    .where('number_key', '=', number_key)
    .where('counterparty_id', '=', counterparty_id)
    .where('status', '<>', 'rejected')
    .limit(MOST_ALIKE)
    .execute();
  return alike.find((other) => isSameNumber(bill, other));
};

/** Of a supplier, those in the books that one of the names is the number or the UUID of; case does not count. */
export const billsWithNumberOrUuid = async (
  ctx: Books,
  counterpartyId: string,
  names: readonly string[],
): Promise<readonly Pick<BillHeader, 'id' | 'currency'>[]> => {
  const forms = [...new Set(names.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]))];
  const numbers = [...new Set(names.map(plainNumber))];
  const found = await Promise.all([
    scoped(ctx, 'bill')
      .select({ index: 'ix_bill_uuid' })
      .select(['id', 'currency', 'status', 'counterparty_id'])
      .where('uuid', 'in', forms)
      .execute(),
    scoped(ctx, 'bill')
      .select({ index: 'ix_bill_number_key' })
      .select(['id', 'currency', 'status', 'counterparty_id'])
      .where('number_key', 'in', numbers)
      .where('counterparty_id', '=', counterpartyId)
      .where('status', '<>', 'rejected')
      .execute(),
  ]);
  const mine = found.flat().filter((bill) => bill.counterparty_id === counterpartyId);
  return [...new Map(mine.map((bill) => [bill.id, bill])).values()];
};

/** Whether the entity has the bill. */
export const hasBill = async (ctx: Books, id: string): Promise<boolean> =>
  (await scoped(ctx, 'bill').select().select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** What of the bill was paid before it, in minor units: it is not owed, and is ours again where it is credited. */
export const paidBefore = async (ctx: Books, id: string): Promise<number> => {
  const { prepaid_minor, rounding_minor } = await scoped(ctx, 'bill')
    .select()
    .select(['prepaid_minor', 'rounding_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return prepaid_minor - rounding_minor;
};

/** The bill with its supplier and lines: two statements. */
export const findBill = async (ctx: Books, id: string): Promise<Omit<BillRecord, 'payments'> | undefined> => {
  const row = await scoped(ctx, 'bill')
    .select()
    .innerJoin('counterparty', own('counterparty', 'bill'))
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
  return { header: row, lines, supplier };
};

export interface BillSettlement extends Pick<
  BillHeader,
  'id' | 'currency' | 'subtotal_minor' | 'tax_minor' | 'content'
> {
  /** Of those whose header states no taxes; in the order of the bill. */
  readonly lines: readonly BillLineRow['content'][];
}

/** What settling bills without money has to know of them: their taxes, and the discounts that were agreed. */
export const readBillSettlement = async (
  ctx: Books,
  ids: readonly string[],
): Promise<readonly (BillSettlement & { readonly payment_terms: string | null })[]> => {
  const bills = await scoped(ctx, 'bill')
    .select()
    .innerJoin('counterparty', own('counterparty', 'bill'))
    .select(['bill.id', 'bill.currency', 'bill.subtotal_minor', 'bill.tax_minor', 'bill.content'])
    .select('counterparty.payment_terms')
    .where('bill.id', 'in', ids)
    .execute();
  const bare = bills.flatMap(({ id, content }) => ((content?.taxes.length ?? 0) > 0 ? [] : [id]));
  const lines =
    bare.length === 0
      ? []
      : await scoped(ctx, 'bill_line')
          .select()
          .select(['bill_id', 'content'])
          .where('bill_id', 'in', bare)
          .orderBy('bill_id')
          .orderBy('position')
          .execute();
  return bills.map((bill) => ({
    ...bill,
    lines: lines.filter(({ bill_id }) => bill_id === bill.id).map(({ content }) => content),
  }));
};

/** False when the bill is no longer at this version: a payment may have come in between. */
export const updateBill = async (
  ctx: Changing,
  id: string,
  versionBefore: number,
  { validation, ...columns }: Partial<Omit<BillHeader, 'content'>> & Pick<BillHeader, 'validation'>,
): Promise<boolean> => {
  return updateVersion(
    ctx,
    'bill',
    { id: id, version: versionBefore },
    { ...columns, validation: JSON.stringify(validation) },
  );
};

/** False when the bill is in one of the other states by now. */
export const updateDeductibility = async (
  ctx: Changing & { readonly now: Date },
  id: string,
  deductibility: Deductibility,
  notIn: readonly BillStatus[],
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'bill')
    .update()
    .set((eb) => ({ deductibility, version: eb('version', '+', 1), updated_at: toInstant(ctx.now) }))
    .where('id', '=', id)
    .where('status', 'not in', notIn)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

const KNOWN = [
  'bill.id',
  'bill.external_id',
  'bill.version',
  'bill.import_hash',
  'bill.import_version',
] as const;

export const billsByExternalId = (
  ctx: Tenant<Reader>,
  externalIds: readonly string[],
): Promise<KnownDocument[]> =>
  scoped(ctx, 'bill')
    .select({ index: 'uq_bill_external_id' })
    .select(KNOWN)
    .where('external_id', 'in', externalIds)
    .execute();

/** Those that may have one of the numbers, which are given as they are compared, by their supplier. */
export const billsByNumber = (
  ctx: Tenant<Reader>,
  keysBySupplier: ReadonlyMap<string, readonly string[]>,
): Promise<
  (KnownDocument & Pick<BillHeader, 'counterparty_id' | 'series' | 'bill_number' | 'issue_date'>)[]
> =>
  scoped(ctx, 'bill')
    // Within a long import the server does not know yet how many rows there are.
    .select({ index: 'ix_bill_number_key' })
    .select([...KNOWN, 'counterparty_id', 'series', 'bill_number', 'issue_date'])
    .where('number_unique', 'is not', null)
    .where((is) =>
      is.or(
        [...keysBySupplier].map(([supplier, keys]) =>
          is.and([is('number_key', 'in', keys), is('counterparty_id', '=', supplier)]),
        ),
      ),
    )
    .execute();

export const billsNamed = (
  ctx: Tenant<Reader>,
  column: 'id' | 'external_id',
  names: readonly string[],
): Promise<NamedDocument[]> =>
  scoped(ctx, 'bill').select().select(['id', 'external_id']).where(column, 'in', names).execute();

/** A bill as a row of a file describes it. */
export interface ImportedBill {
  readonly header: BillHeader;
  readonly lines: readonly BillLineRow[];
  readonly import_hash: string;
}

const toImportedColumns = ({ header, import_hash }: ImportedBill) => ({
  ...toColumns(header),
  import_hash,
  import_version: header.version,
});

export const insertBills = async (ctx: Tenant<Writer>, bills: readonly ImportedBill[]): Promise<void> => {
  await scoped(ctx, 'bill').insert(bills.map(toImportedColumns)).execute();
  await insertLines(ctx, bills);
};

const insertLines = (ctx: Tenant<Writer>, bills: readonly ImportedBill[]): Promise<void> =>
  inChunks(
    bills.flatMap(({ header, lines }) => lines.map((line) => toLineColumns(header.id, line))),
    (rows) => scoped(ctx, 'bill_line').insert(rows).later().execute(),
  );

/** False when the bill is no longer in the version that precedes the new one. */
export const replaceBill = async (ctx: Tenant<Writer>, bill: ImportedBill): Promise<boolean> => {
  const { created_at: _made, ...columns } = toImportedColumns(bill);
  const { numUpdatedRows } = await scoped(ctx, 'bill')
    .update()
    .set(columns)
    .where('id', '=', columns.id)
    .where('version', '=', columns.version - 1)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await scoped(ctx, 'bill_line').delete().where('bill_id', '=', columns.id).execute();
  await insertLines(ctx, [bill]);
  return true;
};
