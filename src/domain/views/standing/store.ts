// What counterparties were paid, or have paid, beyond all documents.
import { sql } from 'kysely';
import { type DocumentType, DocumentTypeValues, LedgerSideValues } from '../../../../generated/types.ts';
import type { Reader } from '../../../db/database.ts';
import { acrossTenants, scoped, type Tenant } from '../../../db/scoped.ts';
import { OWED } from '../../documents/shared/bill-status.ts';
import { EFFECTIVE_NOTES } from '../../documents/shared/settle.ts';

/** Above zero: on the side of invoices customers', on that of bills ours with suppliers. */
export interface Credit {
  readonly entity_id: string;
  readonly kind: DocumentType;
  readonly currency: string;
  readonly minor: number;
}

/** Of one counterparty. */
export interface PartyCredit extends Credit {
  readonly counterparty_id: string;
}

/**
 * Of these counterparties: what no document takes of payments and of credit notes (those on account, and what one credits
 * beyond what was owed of its bill), and what bills were paid in excess. Each is found by an index of what is left, so that
 * settled books cost nothing.
 */
export const sumCredits = async (
  db: Reader,
  entityIds: readonly string[],
  counterpartyIds: readonly string[],
): Promise<readonly PartyCredit[]> => {
  const payments = acrossTenants(db, entityIds, 'payment', { index: 'ix_payment_credit' })
    .where('unallocated_minor', '>', 0)
    .where('status', '=', 'recorded')
    .where('counterparty_id', 'in', counterpartyIds);
  const bills = acrossTenants(db, entityIds, 'bill', { index: 'ix_bill_balance' })
    .where('balance_minor', '<', 0)
    .where('status', 'in', OWED)
    .where('counterparty_id', 'in', counterpartyIds);
  const notes = acrossTenants(db, entityIds, 'credit_note', { index: 'ix_credit_note_party' })
    .where('record_id', 'is', null)
    .where('status', 'in', EFFECTIVE_NOTES)
    .where('historic', '=', false)
    .where('counterparty_id', 'in', counterpartyIds);
  const excess = acrossTenants(db, entityIds, 'credit_note', { index: 'ix_credit_note_party_excess' })
    .where('excess_minor', '>', 0)
    .where('counterparty_id', 'in', counterpartyIds);
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
    minor: Number(minor),
  }));
};

/**
 * Of all counterparties of companies together, however many credits there are: what is open less the balance of the ledger,
 * both from the sums that are kept of each month. One statement reads both, so that no booking comes between them.
 */
export const sumAllCredits = async (db: Reader, entityIds: readonly string[]): Promise<readonly Credit[]> => {
  const rows = await acrossTenants(db, entityIds, 'open_month')
    .select(['entity_id', 'currency', sql<string>`kind`.as('of')])
    .select(sql<string>`sum(balance_minor)`.as('minor'))
    .where('kind', 'in', DocumentTypeValues)
    .groupBy(['entity_id', 'kind', 'currency'])
    .unionAll(
      acrossTenants(db, entityIds, 'ledger_month')
        .select(['entity_id', 'currency', sql<string>`ledger`.as('of')])
        .select(
          sql<string>`sum(if(ledger = 'ar', credit_minor - debit_minor, debit_minor - credit_minor))`.as(
            'minor',
          ),
        )
        .where('ledger', 'in', LedgerSideValues)
        .groupBy(['entity_id', 'ledger', 'currency']),
    )
    .execute();
  const credits = new Map<string, Credit>();
  for (const { entity_id, of, currency, minor } of rows) {
    const kind = of === 'ar' || of === 'invoice' ? 'invoice' : 'bill';
    const key = `${entity_id} ${kind} ${currency}`;
    credits.set(key, { entity_id, kind, currency, minor: (credits.get(key)?.minor ?? 0) + Number(minor) });
  }
  return [...credits.values()].filter(({ minor }) => minor !== 0);
};

/** What bills of the company were paid in excess, by currency. */
export const sumOverpaid = async (
  ctx: Tenant<Reader>,
): Promise<readonly Omit<Credit, 'entity_id' | 'kind'>[]> => {
  const rows = await scoped(ctx, 'bill')
    .select({ index: 'ix_bill_balance' })
    .select(['currency', sql<string>`sum(-balance_minor)`.as('minor')])
    .where('balance_minor', '<', 0)
    .where('status', 'in', OWED)
    .groupBy('currency')
    .execute();
  return rows.map(({ currency, minor }) => ({ currency, minor: Number(minor) }));
};
