// Changes a bank account: only what is given, and only what an account of its country has.
import { toolError } from '../../../base/errors.ts';
import { say, because } from '../../../base/said.ts';
import type { BankIdentifier } from '../../../../generated/countries.ts';
import type { BankAccountType } from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { type IdentifierRaises, type Identifiers, readIdentifiers } from '../../../base/bank-identifiers.ts';
import { accountState, getAccount } from './account.ts';
import { type BankAccountRecord, replaceAccount } from './store.ts';

export interface AccountPatch extends Identifiers {
  readonly name?: string | undefined;
  readonly account_number_masked?: string | undefined;
  /** To be empty. */
  readonly clear?: readonly (BankIdentifier | 'account_number_masked')[] | undefined;
  readonly account_type?: BankAccountType | undefined;
  readonly currency?: string | undefined;
}

type ChangeScope = WriteScope & Raises<'bank_account_not_found'> & Warns<'nothing_changed'>;
type UpdateScope = ChangeScope &
  IdentifierRaises &
  Raises<'bank_account_currency_in_use' | 'currency_unknown' | 'invalid_parameter'> &
  Warns<'field_ignored_for_country'>;

type Changes = Partial<Omit<BankAccountRecord, 'id' | 'version' | 'created_at' | 'updated_at'>>;

export interface ChangedAccount {
  readonly account: BankAccountRecord;
  /** The fields that have another value now. */
  readonly changed: readonly string[];
}

/** Retries after a conflict with another change of the account or an import into it. */
const MAX_TRIES = 5;

/** `hasTransactions`: an account with imported transactions keeps its currency. */
export const updateAccount = async (
  ctx: UpdateScope,
  id: string,
  patch: AccountPatch,
  hasTransactions: (ctx: ReadScope, accountId: string) => Promise<boolean>,
): Promise<ChangedAccount> => {
  const changes = readPatch(ctx, patch);
  return changeAccount(ctx, id, changes, async (before) => {
    if (changes.currency === undefined || changes.currency === before.currency) return;
    if (await hasTransactions(ctx, id)) {
      throw ctx.error('bank_account_currency_in_use', { path: 'currency', currency: before.currency });
    }
  });
};

/** An inactive account is hidden from reconciliation and keeps its history. */
export const setAccountActive = (ctx: ChangeScope, id: string, active: boolean): Promise<ChangedAccount> =>
  changeAccount(ctx, id, { active: active }, async () => undefined);

const readPatch = (ctx: UpdateScope, patch: AccountPatch): Changes => {
  const { account_number_masked, account_type, currency } = patch;
  return {
    ...(patch.name === undefined ? {} : { name: readName(ctx, patch.name) }),
    ...(account_number_masked === undefined ? {} : { account_number_masked }),
    ...(account_type === undefined ? {} : { account_type }),
    ...(currency === undefined ? {} : { currency: requireCurrency(ctx, currency, 'currency') }),
    ...readIdentifiers(ctx, patch),
    ...Object.fromEntries((patch.clear ?? []).map((field) => [field, null])),
  };
};

const readName = (ctx: Raises<'invalid_parameter'>, text: string): string => {
  const name = text.trim();
  if (name !== '') return name;
  const hint = 'Give the name that the account is to have, or leave name out.';
  throw ctx.error('invalid_parameter', {
    path: 'name',
    ...because(say('demand_not_blank', {})),
    received: text,
    hint,
  });
};

/** An update without a difference leaves no audit row, and the answer says so. */
const changeAccount = async (
  ctx: ChangeScope,
  id: string,
  changes: Changes,
  check: (before: BankAccountRecord) => Promise<void>,
): Promise<ChangedAccount> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await getAccount(ctx, id);
    const changed = differing(before, changes);
    if (changed.length === 0) {
      ctx.unchanged();
      ctx.warn('nothing_changed', { record: 'bank account' });
      return { account: before, changed };
    }
    await check(before);
    const updated_at = toInstant(ctx.now);
    const after = { ...before, ...changes, version: before.version + 1, updated_at };
    if (!(await replaceAccount(ctx, before.version, after))) continue;
    ctx.record({
      event: 'bank_account.updated',
      record_type: 'bank_account',
      record_id: id,
      before: accountState(ctx, before),
      after: accountState(ctx, after),
    });
    return { account: after, changed };
  }
  throw toolError('changed_by_others', { record_id: id });
};

const differing = (before: BankAccountRecord, changes: Changes): string[] =>
  Object.entries(changes).flatMap(([field, value]) =>
    before[field as keyof Changes] === value ? [] : [field],
  );
