// A bank account in the books.
import type { BankIdentifier } from '../../../../generated/countries.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { identifiersOf } from '../../../base/bank-identifiers.ts';
import { type BankAccountRecord, activePayeeAccounts, findAccount, ownersOfIbans } from './store.ts';
import type { PayeeAccount } from '../../../einvoicing/regime.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import { allEntities } from '../../ground/entities/store.ts';

/** The account; raises an error unless it belongs to the entity. */
export const getAccount = async (
  ctx: ReadScope & Raises<'bank_account_not_found'>,
  id: string,
  path = 'bank_account_id',
): Promise<BankAccountRecord> => {
  const account = await findAccount(ctx, id);
  if (account === undefined) throw ctx.error('bank_account_not_found', { path, received: id });
  return account;
};

/** The account's identifiers that are used in the country; those of other countries are absent. */
export const identifiersIn = (
  country: string,
  account: Pick<BankAccountRecord, BankIdentifier>,
): Record<string, string | null> =>
  Object.fromEntries(identifiersOf(country).map((name) => [name, account[name]]));

/** The state kept in audit rows and events. */
export const accountState = (ctx: Pick<ReadScope, 'entity'>, account: BankAccountRecord): object => ({
  name: account.name,
  account_type: account.account_type,
  account_number_masked: account.account_number_masked,
  currency: account.currency,
  active: account.active,
  ...identifiersIn(ctx.entity.country_code, account),
});

/** The active ones, oldest first. */
export const payeeAccounts = (ctx: ReadScope): Promise<readonly PayeeAccount[]> => activePayeeAccounts(ctx);

/** Of the countries whose documents name the account; those of others are paid as their authority's form says. */
export const listWithoutIban = async (db: Reader): Promise<readonly Entity[]> => {
  const entities = (await allEntities(db, null)).filter(
    ({ country_code }) => regimeOf(country_code).model === 'network',
  );
  if (entities.length === 0) return [];
  const owners = await ownersOfIbans(
    db,
    entities.map(({ id }) => id),
  );
  return entities.filter(({ id }) => !owners.has(id));
};
