// The lines among which transfers are looked for.
import { SERVICE } from '../../../generated/service.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope } from '../change/scope.ts';
import { addDays, asDay } from '../../base/time/day.ts';
import type { Leg, OwnAccount } from './evidence.ts';

export const ownAccounts = async (ctx: ReadScope): Promise<ReadonlyMap<string, OwnAccount>> => {
  const rows = await scoped(ctx, 'bank_account')
    .select()
    .select(['id', 'name', 'clabe', 'iban', 'account_number_masked'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** Lines that no match and no other transfer has taken. */
const freeLegs = (ctx: ReadScope) =>
  scoped(ctx, 'bank_transaction')
    .select()
    .select([
      'id',
      'bank_account_id',
      'date',
      'amount_minor',
      'currency',
      'transaction_type',
      'description',
      'reference',
      'counterparty_hint',
      'party_account',
      'party_tax_id',
    ])
    .where('match_status', 'in', ['unmatched', 'suggested'])
    .where('transfer_status', 'is', null);

export interface Span {
  readonly first: string;
  readonly last: string;
}

export const spanOf = (lines: readonly Leg[]): Span | undefined => {
  const days = lines.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
};

/** Free lines of the accounts within the days of a transfer, `times` over. */
export const legsAround = (
  ctx: ReadScope,
  accountIds: readonly string[],
  { first, last }: Span,
  times: 1 | 2,
): Promise<readonly Leg[]> => {
  const days = SERVICE.windows.transfer_days * times;
  return freeLegs(ctx)
    .where('bank_account_id', 'in', accountIds)
    .where('date', '>=', addDays(asDay(first), -days))
    .where('date', '<=', addDays(asDay(last), days))
    .execute();
};
