// Creates a bank account; only for administrators.
import { toolError } from '../../../base/errors.ts';
import type { BankAccountType } from '../../../../generated/types.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { type IdentifierRaises, type Identifiers, readIdentifiers } from '../../../base/bank-identifiers.ts';
import { accountState } from './account.ts';
import { type BankAccountRecord, findAccountByNumber, insertAccount } from './store.ts';

export interface NewAccount extends Identifiers {
  readonly name: string;
  readonly currency: string;
  readonly account_type: BankAccountType;
  readonly account_number_masked: string | null;
}

export type CreateAccountScope = WriteScope &
  IdentifierRaises &
  Raises<'currency_unknown'> &
  Warns<'field_ignored_for_country'>;

export const createAccount = async (
  ctx: CreateAccountScope,
  wanted: NewAccount,
): Promise<BankAccountRecord> => {
  const currency = requireCurrency(ctx, wanted.currency, 'currency');
  const identifiers = readIdentifiers(ctx, wanted);
  await refuseTwin(ctx, identifiers);
  const now = toInstant(ctx.now);
  const account: BankAccountRecord = {
    id: newId('BankAccountId'),
    name: wanted.name,
    account_type: wanted.account_type,
    account_number_masked: wanted.account_number_masked,
    currency,
    active: true,
    clabe: identifiers.clabe ?? null,
    routing_number: identifiers.routing_number ?? null,
    iban: identifiers.iban ?? null,
    bic: identifiers.bic ?? null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertAccount(ctx, account);
  ctx.record({
    event: 'bank_account.created',
    record_type: 'bank_account',
    record_id: account.id,
    before: null,
    after: accountState(ctx, account),
  });
  return account;
};

/** If two accounts shared a number, a transfer would be ambiguous. */
const refuseTwin = async (ctx: WriteScope, { clabe, iban }: Identifiers): Promise<void> => {
  for (const [column, value] of [['clabe', clabe] as const, ['iban', iban] as const]) {
    if (value === undefined) continue;
    const twin = await findAccountByNumber(ctx, column, value);
    if (twin === undefined) continue;
    throw toolError('bank_account_twin', { number: value, name: twin.name, bank_account_id: twin.id });
  }
};
