// Whom the books of a company know by an RFC, and what they have of such a supplier.
import type { Reader } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

/** RFCs of counterparties and of issuers of received documents, in their order; each may come twice. */
export const rfcsAfter = async (
  ctx: Tenant<Reader>,
  after: string,
  most: number,
): Promise<readonly string[]> => {
  const known = await scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_tax_id' })
    .select('tax_id')
    .distinct()
    .where('tax_id', '>', after)
    .orderBy('tax_id')
    .limit(most)
    .execute();
  const sent = await scoped(ctx, 'received_document')
    .select({ index: 'ix_received_document_tax_id' })
    .select('supplier_tax_id as tax_id')
    .distinct()
    .where('supplier_tax_id', '>', after)
    .orderBy('supplier_tax_id')
    .limit(most)
    .execute();
  const found = [...known, ...sent].flatMap(({ tax_id }) => (tax_id === null ? [] : [tax_id]));
  return [...new Set(found)].toSorted(byBytes).slice(0, most);
};

/** As the columns are compared. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const billsOf = (ctx: Tenant<Reader>, rfc: string) =>
  scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_tax_id' })
    .innerJoin('bill', (join) =>
      join
        .onRef('bill.entity_id', '=', 'counterparty.entity_id')
        .onRef('bill.counterparty_id', '=', 'counterparty.id'),
    )
    .where('counterparty.tax_id', '=', rfc)
    .where('bill.status', 'not in', ['rejected', 'reversed']);

/** Bills of the supplier that do not say yet where it stands. */
export const billsToTell = async (
  ctx: Tenant<Reader>,
  { rfc, situation }: { readonly rfc: string; readonly situation: string },
  after: string,
  most: number,
): Promise<readonly string[]> => {
  const rows = await billsOf(ctx, rfc)
    .leftJoin('efos_bill', (join) =>
      join.onRef('efos_bill.entity_id', '=', 'bill.entity_id').onRef('efos_bill.bill_id', '=', 'bill.id'),
    )
    .select('bill.id')
    .where((eb) => eb.or([eb('efos_bill.situation', 'is', null), eb('efos_bill.situation', '<>', situation)]))
    .where('bill.id', '>', after)
    .orderBy('bill.id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};

/** The supplier, where the company has bills of it or received something from it. */
export const dealtWith = async (
  ctx: Tenant<Reader>,
  rfc: string,
): Promise<{ readonly counterparty_id: string | null } | undefined> => {
  const billed = await billsOf(ctx, rfc)
    .select('counterparty.id as counterparty_id')
    .limit(1)
    .executeTakeFirst();
  return (
    billed ??
    scoped(ctx, 'received_document')
      .select({ index: 'ix_received_document_tax_id' })
      .select('counterparty_id')
      .where('supplier_tax_id', '=', rfc)
      .where('status', '<>', 'rejected')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  );
};

/** What the supplier sent and nobody rejected, with what was found in it. */
export const documentsOf = (ctx: Tenant<Reader>, rfc: string, after: string, most: number) =>
  scoped(ctx, 'received_document')
    .select({ index: 'ix_received_document_tax_id' })
    .select(['id', 'issues'])
    .where('supplier_tax_id', '=', rfc)
    .where('status', '<>', 'rejected')
    // What is being read is judged by its reading.
    .where('due_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
