// What counterparties may take off what they pay, each as a record of its own.
import type { DocumentType } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { notesOnAccount, waitingNotes } from '../../../documents/credit-notes/store/notes.ts';
import { OWED } from '../../../documents/shared/bill-status.ts';

export interface OpenCredit {
  readonly id: string;
  readonly counterparty_id: string;
  readonly minor: number;
  /** The document of a credit note that is not filed yet; filed, it is off the balance already. */
  readonly record_id: string | null;
  /** What no document takes of a customer's payment can be set off; anything else only stands beside what is owed. */
  readonly how: 'applied' | 'waiting' | 'beside';
}

interface Asked {
  readonly parties: readonly string[];
  readonly currency: string;
  /** Of credit notes that wait. */
  readonly records: readonly string[];
}

const MOST = 50;

export const openCredits = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  { parties, currency, records }: Asked,
): Promise<readonly OpenCredit[]> => {
  if (parties.length === 0) return [];
  const payments = await scoped(ctx, 'payment')
    .select({ index: 'ix_payment_credit' })
    .select(['id', 'counterparty_id', 'unallocated_minor as minor'])
    .where('unallocated_minor', '>', 0)
    .where('status', '=', 'recorded')
    .where('type', '=', `${kind}_payment`)
    .where('currency', '=', currency)
    .where('counterparty_id', 'in', parties)
    .limit(MOST)
    .execute();
  const onAccount = await notesOnAccount(ctx, `${kind}_credit_note`, { parties, currency });
  const own =
    kind === 'invoice'
      ? (await waitingNotes(ctx, records)).map((row) => ({ ...row, how: 'waiting' }) as const)
      : await overpaidBills(ctx, parties, currency);
  const how = kind === 'invoice' ? 'applied' : 'beside';
  return [
    ...payments.map((row) => ({ ...row, record_id: null, how }) as const),
    ...onAccount.map((row) => ({ ...row, record_id: null, how: 'beside' }) as const),
    ...own,
  ];
};

const overpaidBills = async (
  ctx: Tenant<Reader>,
  parties: readonly string[],
  currency: string,
): Promise<readonly OpenCredit[]> => {
  const rows = await scoped(ctx, 'bill')
    .select({ index: 'ix_bill_balance' })
    .select(['id', 'counterparty_id', 'balance_minor'])
    .where('balance_minor', '<', 0)
    .where('status', 'in', OWED)
    .where('currency', '=', currency)
    .where('counterparty_id', 'in', parties)
    .limit(MOST)
    .execute();
  return rows.map(({ balance_minor, ...row }) => ({
    ...row,
    minor: -balance_minor,
    record_id: null,
    how: 'beside',
  }));
};
