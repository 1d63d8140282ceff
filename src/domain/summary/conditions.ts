// Open and overdue as invoices and bills define them, for statements that ask the same of both tables.
import { type Expression, sql, type SqlBool } from 'kysely';
import type { DocumentKind } from '../../db/schema.ts';
import { billConditions } from '../documents/bill-status.ts';
import { invoiceConditions } from '../documents/invoice-status.ts';
import type { At } from '../../base/time/at.ts';

/** Holds, in the order of the due date, all that sums over open documents need. */
export const OPEN_INDEX: Readonly<Record<DocumentKind, string>> = {
  invoice: 'ix_invoice_open',
  bill: 'ix_bill_open',
};

const overdueConditions = (kind: DocumentKind, at: At) =>
  kind === 'invoice' ? invoiceConditions('overdue', at) : billConditions({ overdue_only: true }, at);

type Conditions = ReturnType<typeof overdueConditions>;

const allOf = (kind: DocumentKind, conditions: Conditions): Expression<SqlBool> => {
  const parts = conditions.map(
    ({ column, operator, value }) => sql`${sql.ref(`${kind}.${column}`)} ${sql.raw(operator)} ${value}`,
  );
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
};

export const isOverdue = (kind: DocumentKind, at: At): Expression<SqlBool> =>
  allOf(kind, overdueConditions(kind, at));

/** What is overdue, were its day past. */
export const isOpen = (kind: DocumentKind, at: At): Expression<SqlBool> =>
  allOf(kind, overdueConditions(kind, at).filter(({ column }) => column !== 'due_date') as Conditions);
