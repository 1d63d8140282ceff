// Statements on bank accounts.
import { type Selectable, sql } from 'kysely';
import type { PayeeAccount } from '../../../einvoicing/regime.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { BankAccountTable } from '../../../db/schema.ts';
import { acrossTenants, scoped, type Tenant, updateVersion } from '../../../db/scoped.ts';
import type { Condition, OrderColumn } from '../../ground/lists/store.ts';

export type BankAccountRecord = Omit<Selectable<BankAccountTable>, 'entity_id'>;

const accounts = (ctx: Tenant<Reader>) => scoped(ctx, 'bank_account').select();

export const findAccount = (ctx: Tenant<Reader>, id: string): Promise<BankAccountRecord | undefined> =>
  accounts(ctx).selectAll('bank_account').where('bank_account.id', '=', id).executeTakeFirst();

export const allAccounts = (ctx: Tenant<Reader>): Promise<readonly BankAccountRecord[]> =>
  accounts(ctx).selectAll('bank_account').execute();

/** The account that has this CLABE, or this IBAN. */
export const findAccountByNumber = (
  ctx: Tenant<Reader>,
  column: 'clabe' | 'iban',
  number: string,
): Promise<Pick<BankAccountRecord, 'id' | 'name'> | undefined> =>
  accounts(ctx).select(['id', 'name']).where(column, '=', number).executeTakeFirst();

/** Those of these companies that have an active account with an IBAN. */
export const ownersOfIbans = async (
  db: Reader,
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await acrossTenants(db, entityIds, 'bank_account')
    .select('entity_id')
    .where('active', '=', true)
    .where('iban', 'is not', null)
    .execute();
  return new Set(rows.map(({ entity_id }) => entity_id));
};

/** The active ones, oldest first. */
export const activePayeeAccounts = (ctx: Tenant<Reader>): Promise<readonly PayeeAccount[]> =>
  accounts(ctx)
    .select([
      'bank_account.name',
      'bank_account.currency',
      'bank_account.iban',
      'bank_account.bic',
      'bank_account.clabe',
    ])
    .where('bank_account.active', '=', true)
    .orderBy('bank_account.id')
    .execute();

/** Active ones first, then in the order in which they were made. */
export const ACCOUNT_ORDER: readonly OrderColumn<BankAccountRecord>[] = [
  {
    column: 'bank_account.active',
    direction: 'descending',
    type: 'number',
    value: (row) => (row.active ? 1 : 0),
  },
  { column: 'bank_account.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export const accountPage = (ctx: Tenant<Reader>) => ({
  rows: (after: Condition | null, take: number): Promise<readonly BankAccountRecord[]> =>
    (after === null ? accounts(ctx) : accounts(ctx).where(after))
      .selectAll('bank_account')
      .orderBy('bank_account.active', 'desc')
      .orderBy('bank_account.id')
      .limit(take)
      .execute(),
  count: async (max: number): Promise<number> => {
    const rows = await accounts(ctx)
      .select(sql<number>`1`.as('one'))
      .limit(max)
      .execute();
    return rows.length;
  },
});

export const insertAccount = async (ctx: Tenant<Writer>, account: BankAccountRecord): Promise<void> => {
  await scoped(ctx, 'bank_account').insert(account).execute();
};

/** False if the account has another version by now. */
export const replaceAccount = async (
  ctx: Tenant<Writer>,
  version: number,
  { id, created_at: _created, ...columns }: BankAccountRecord,
): Promise<boolean> => {
  return updateVersion(ctx, 'bank_account', { id: id, version: version }, columns);
};

/** Writes the account's row to serialise imports and changes of the currency. */
export const holdAccount = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
  await scoped(ctx, 'bank_account')
    .update()
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};
