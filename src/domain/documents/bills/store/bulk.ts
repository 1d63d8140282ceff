// Bills of an earlier system, as imports find, store and replace them.
import type { Reader, Writer } from '../../../../db/database.ts';
import { inChunks } from '../../../../db/chunks.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { KnownDocument, NamedDocument } from '../../shared/imported.ts';
import type { BillHeader, BillLineRow } from '../record.ts';

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

/** Those that have one of the numbers, which are given by their supplier. */
export const billsByNumber = (
  ctx: Tenant<Reader>,
  numbersBySupplier: ReadonlyMap<string, readonly string[]>,
): Promise<(KnownDocument & Pick<BillHeader, 'counterparty_id' | 'number_unique'>)[]> =>
  scoped(ctx, 'bill')
    // Within a long import the server does not know yet how many rows there are.
    .select({ index: 'uq_bill_number' })
    .select([...KNOWN, 'counterparty_id', 'number_unique'])
    .where((is) =>
      is.or(
        [...numbersBySupplier].map(([supplier, numbers]) =>
          is.and([is('counterparty_id', '=', supplier), is('number_unique', 'in', numbers)]),
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

const toColumns = ({ header, import_hash }: ImportedBill) => ({
  ...header,
  validation: JSON.stringify(header.validation),
  import_hash,
  import_version: header.version,
});

export const insertBills = async (ctx: Tenant<Writer>, bills: readonly ImportedBill[]): Promise<void> => {
  await scoped(ctx, 'bill').insert(bills.map(toColumns)).execute();
  await insertLines(ctx, bills);
};

const insertLines = (ctx: Tenant<Writer>, bills: readonly ImportedBill[]): Promise<void> =>
  inChunks(
    bills.flatMap(({ header, lines }) => lines.map((line) => ({ ...line, bill_id: header.id }))),
    (rows) => scoped(ctx, 'bill_line').insert(rows).execute(),
  );

/** False when the bill is no longer in the version that precedes the new one. */
export const replaceBill = async (ctx: Tenant<Writer>, bill: ImportedBill): Promise<boolean> => {
  const { created_at: _made, ...columns } = toColumns(bill);
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
