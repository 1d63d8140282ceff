// What confirmed lines teach: for which counterparty an account number or a name on the statement stands. Only what
// was confirmed is remembered, and undoing a match forgets it again.
import { scoped } from '../../db/scoped.ts';
import { compactAccount, memoryKeysOf } from '../../matching/index.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import type { BankLine } from './transaction.ts';

export interface Lesson {
  readonly bank_transaction_id: string;
  readonly kind: 'account' | 'alias';
  readonly value: string;
  readonly counterparty_id: string;
}

/** Width of the column. */
const MAX_VALUE_LENGTH = 120;

type Named = Pick<BankLine, 'id' | 'party_account' | 'counterparty_hint' | 'description'>;

/** The entity's own account numbers, which a statement names beside the other party's. */
export const ownAccounts = async (ctx: ReadScope): Promise<ReadonlySet<string>> => {
  const rows = await scoped(ctx, 'bank_account').select().select(['clabe', 'iban']).execute();
  return new Set(
    rows.flatMap(({ clabe, iban }) =>
      [clabe, iban].flatMap((each) => (each === null ? [] : [compactAccount(each)])),
    ),
  );
};

/** In the spelling in which the matcher looks for them. */
export const lessonsOf = (
  line: Named,
  counterparty_id: string,
  own: ReadonlySet<string>,
): readonly Lesson[] => {
  const { description } = line;
  const facts = { party: line.counterparty_hint, partyAccount: line.party_account, description };
  const { account, alias } = memoryKeysOf(facts, own);
  const common = { bank_transaction_id: line.id, counterparty_id };
  const lesson = (kind: Lesson['kind'], value: string | null): readonly Lesson[] =>
    value === null || value.length > MAX_VALUE_LENGTH ? [] : [{ ...common, kind, value }];
  return [...lesson('account', account), ...lesson('alias', alias)];
};

export const learn = async (ctx: WriteScope, lessons: readonly Lesson[]): Promise<void> => {
  if (lessons.length > 0) await scoped(ctx, 'bank_memory').insert(lessons).execute();
};

export const forget = async (ctx: WriteScope, lineId: string): Promise<void> => {
  await scoped(ctx, 'bank_memory').delete().where('bank_transaction_id', '=', lineId).execute();
};
