// What counterparties were paid, or have paid, beyond all documents.
import { sql } from 'kysely';
import type { DocumentType } from '../../../../generated/types.ts';
import type { Reader } from '../../../db/database.ts';
import { acrossTenants } from '../../../db/scoped.ts';
import { OWED } from '../../documents/shared/bill-status.ts';
import { EFFECTIVE_NOTES } from '../../documents/shared/settle.ts';

/** Above zero: on the side of invoices a customer's, on that of bills ours with a supplier. */
export interface Credit {
  readonly entity_id: string;
  readonly kind: DocumentType;
  readonly counterparty_id: string;
  readonly currency: string;
  /** Of a bill, not of a payment. */
  readonly overpaid: boolean;
  readonly minor: number;
}

/**
 * Of companies, and of these counterparties alone where they are named: what no document takes of payments and of credit
 * notes (those on account, and what one credits beyond what was owed of its bill), and what bills were paid in excess. Each is found by an index of
 * what is left, so that settled books cost nothing.
 */
export const sumCredits = async (
  db: Reader,
  entityIds: readonly string[],
  counterpartyIds?: readonly string[],
): Promise<readonly Credit[]> => {
  let payments = acrossTenants(db, entityIds, 'payment', { index: 'ix_payment_credit' })
    .where('unallocated_minor', '>', 0)
    .where('status', '=', 'recorded');
  let bills = acrossTenants(db, entityIds, 'bill', { index: 'ix_bill_balance' })
    .where('balance_minor', '<', 0)
    .where('status', 'in', OWED);
  // Of a page of counterparties by each of them; of all by what is left.
  const byParty = counterpartyIds !== undefined;
  let notes = acrossTenants(db, entityIds, 'credit_note', {
    index: byParty ? 'ix_credit_note_party' : 'ix_credit_note_record',
  })
    .where('record_id', 'is', null)
    .where('status', 'in', EFFECTIVE_NOTES)
    .where('historic', '=', false);
  let excess = acrossTenants(db, entityIds, 'credit_note', {
    index: byParty ? 'ix_credit_note_party_excess' : 'ix_credit_note_excess',
  }).where('excess_minor', '>', 0);
  if (byParty) {
    notes = notes.where('counterparty_id', 'in', counterpartyIds);
    excess = excess.where('counterparty_id', 'in', counterpartyIds);
    payments = payments.where('counterparty_id', 'in', counterpartyIds);
    bills = bills.where('counterparty_id', 'in', counterpartyIds);
  }
  const rows = await payments
    .select(['entity_id', 'counterparty_id', 'currency', sql<string>`type`.as('of')])
    .select(sql<string>`sum(unallocated_minor)`.as('minor'))
    .groupBy(['entity_id', 'type', 'currency', 'counterparty_id'])
    .unionAll(
      bills
        .select(['entity_id', 'counterparty_id', 'currency', sql<string>`'bill'`.as('of')])
        .select(sql<string>`sum(-balance_minor)`.as('minor'))
        .groupBy(['entity_id', 'currency', 'counterparty_id']),
    )
    .unionAll(
      notes
        .select(['entity_id', 'counterparty_id', 'currency', sql<string>`type`.as('of')])
        .select(sql<string>`sum(total_minor)`.as('minor'))
        .groupBy(['entity_id', 'type', 'currency', 'counterparty_id']),
    )
    .unionAll(
      excess
        .select(['entity_id', 'counterparty_id', 'currency', sql<string>`type`.as('of')])
        .select(sql<string>`sum(excess_minor)`.as('minor'))
        .groupBy(['entity_id', 'type', 'currency', 'counterparty_id']),
    )
    .execute();
  return rows.map(({ of, minor, ...row }) => ({
    ...row,
    kind: of.startsWith('invoice_') ? 'invoice' : 'bill',
    overpaid: of === 'bill',
    minor: Number(minor),
  }));
};
