// Checks that the documents of each company say where to pay.
import type { Database } from '../db/database.ts';
import { listWithoutIban } from '../domain/money/bank-accounts/account.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'bank accounts';

export const checkAccounts = async ({ reader }: Database): Promise<Check> => {
  const [first, ...others] = await listWithoutIban(reader);
  if (first === undefined) return ok(NAME, 'invoices say where to pay');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return warn(
    NAME,
    `${first.name}${more} ${others.length === 0 ? 'has' : 'have'} no account with an IBAN, so invoices do not say where to pay.`,
    `bank-account create --entity ${first.id} --iban …`,
  );
};
