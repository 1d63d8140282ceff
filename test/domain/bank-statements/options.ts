// What a format is told about the account, for tests that read files without a database.
import type { ReadOptions, StatementAccount } from '../../../src/domain/bank/statements/format.ts';

export const readOptions = (
  account: Partial<StatementAccount>,
  others: readonly Partial<StatementAccount>[] = [],
): ReadOptions => {
  const whole = (part: Partial<StatementAccount>, id: string): StatementAccount => ({
    id,
    name: 'Account',
    currency: 'MXN',
    clabe: null,
    iban: null,
    account_number_masked: null,
    account_type: 'checking',
    ...part,
  });
  return {
    account: whole(account, 'own'),
    other_accounts: others.map((other, index) => whole(other, `other ${index}`)),
    own_tax_id: null,
    columns: new Map(),
    date_order: null,
    decimal: null,
    sign: null,
    asked_by: 'command',
    remembered: [],
  };
};
