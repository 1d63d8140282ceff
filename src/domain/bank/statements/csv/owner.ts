// Whose statement it is: one of another account, or in another currency, must not be read into this one.
import { isCurrency } from '../../../money/currency.ts';
import { Refusal } from '../../../refusal.ts';
import { compactIban } from '../../identifiers/iban.ts';
import type { ReadOptions } from '../format.ts';
import type { Layout } from './columns.ts';
import type { CsvRecord } from './records.ts';

type Account = ReadOptions['account'];

export const checkOwner = (layout: Layout, records: readonly CsvRecord[], { account }: ReadOptions): void => {
  if (layout.currency !== null) requireCurrency(layout.line, layout.currency, account);
  const currencyColumn = layout.columns.get('currency');
  const accountColumn = layout.columns.get('account');
  for (const { line, cells } of records) {
    const currency = cells[currencyColumn ?? -1]?.toUpperCase() ?? '';
    if (isCurrency(currency)) requireCurrency(line, currency, account);
    const number = cells[accountColumn ?? -1] ?? '';
    if (number !== '') requireAccount(line, number, account);
  }
};

const requireCurrency = (line: number, currency: string, account: Account): void => {
  if (currency === account.currency) return;
  throw new Refusal(
    'invalid_value',
    `Line ${line} is in ${currency}, and the account ${account.name} is in ${account.currency}. Nothing was imported.`,
  );
};

/** Only whole numbers are compared: banks shorten others as they like. */
const CLABE = /^\d{18}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

const requireAccount = (line: number, text: string, account: Account): void => {
  const number = compactIban(text.replace(/^'/, ''));
  const own = CLABE.test(number) ? account.clabe : IBAN.test(number) ? account.iban : null;
  if (own === null || own === number) return;
  throw new Refusal(
    'invalid_value',
    `Line ${line} belongs to the account ${number}, and ${account.name} is ${own}. Nothing was imported.`,
  );
};
