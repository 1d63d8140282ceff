// Statements on payments that came back.
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../../db/database.ts';
import type { BankReturnTable } from '../../../../db/schema.ts';
import { asDay } from '../../../../base/time/day.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { BankLine } from '../../transactions/store/lines.ts';
import type { LineToMatch } from '../../transactions/store/matching.ts';

export type Return = Omit<Selectable<BankReturnTable>, 'entity_id'>;

/** By the transaction that took the money back. */
export const findReturn = (ctx: Tenant<Reader>, lineId: string): Promise<Return | undefined> =>
  scoped(ctx, 'bank_return')
    .select()
    .selectAll('bank_return')
    .where('bank_transaction_id', '=', lineId)
    .executeTakeFirst();

export const insertReturn = async (ctx: Tenant<Writer>, { state, ...row }: Return): Promise<void> => {
  await scoped(ctx, 'bank_return')
    .insert({ ...row, state: JSON.stringify(state) })
    .execute();
};

export const deleteReturn = async (ctx: Tenant<Writer>, lineId: string): Promise<void> => {
  await scoped(ctx, 'bank_return').delete().where('bank_transaction_id', '=', lineId).execute();
};

/** The draft that the discount of a match waits for. */
export const setNote = async (
  ctx: Tenant<Writer>,
  lineId: string,
  record_id: string,
  credit_note_id: string | null,
): Promise<void> => {
  await scoped(ctx, 'bank_match')
    .update()
    .set({ credit_note_id })
    .where('bank_transaction_id', '=', lineId)
    .where('record_id', '=', record_id)
    .execute();
};

/** What a transaction may take back. */
export interface Sent {
  readonly transaction_type: BankLine['transaction_type'];
  readonly least: number;
  readonly most: number;
  readonly from: string;
  readonly to: string;
}

const MOST = 50;

/** Confirmed lines with the payments that they made or were linked to, the latest first. */
export const findSent = (
  ctx: Tenant<Reader>,
  bank_account_id: string,
  wanted: readonly Sent[],
): Promise<readonly (LineToMatch & { readonly payment_id: string | null })[]> =>
  scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_account_amount' })
    .innerJoin('bank_match', (join) =>
      join
        .onRef('bank_match.entity_id', '=', 'bank_transaction.entity_id')
        .onRef('bank_match.bank_transaction_id', '=', 'bank_transaction.id')
        .on('bank_match.position', '=', 1),
    )
    .select([
      'bank_transaction.id',
      'bank_transaction.date',
      'bank_transaction.amount_minor',
      'bank_transaction.transaction_type',
      'bank_transaction.currency',
      'bank_transaction.description',
      'bank_transaction.reference',
      'bank_transaction.counterparty_hint',
      'bank_transaction.party_account',
      'bank_transaction.party_tax_id',
      'bank_match.payment_id',
    ])
    .where('bank_transaction.bank_account_id', '=', bank_account_id)
    .where('bank_transaction.match_status', '=', 'confirmed')
    .where('bank_transaction.transfer_status', 'is', null)
    .where((eb) =>
      eb.or(
        wanted.map(({ transaction_type, least, most, from, to }) =>
          eb.and([
            eb('bank_transaction.transaction_type', '=', transaction_type),
            eb('bank_transaction.amount_minor', '>=', least),
            eb('bank_transaction.amount_minor', '<=', most),
            eb('bank_transaction.date', '>=', asDay(from)),
            eb('bank_transaction.date', '<=', asDay(to)),
          ]),
        ),
      ),
    )
    .orderBy('bank_transaction.date', 'desc')
    .orderBy('bank_transaction.id', 'desc')
    .limit(MOST * wanted.length)
    .execute();
