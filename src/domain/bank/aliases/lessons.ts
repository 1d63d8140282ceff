// Learns from confirmed lines which counterparty an account number, a name or a text on a statement stands for. Undoing a
// match deletes what was learned.
import type { ReadScope } from '../../ground/change/scope.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { compactAccount, readMemoryKeys, textKeyOf } from '../../../matching/index.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Lesson } from './store/lessons.ts';

/** Width of the column. */
const MAX_VALUE_LENGTH = 120;

type Named = Pick<BankLine, 'id' | 'party_account' | 'counterparty_hint' | 'description'>;

/** The entity's own account numbers, which a statement names beside the other party's. */
export const readOwnNumbers = async (ctx: ReadScope): Promise<ReadonlySet<string>> => {
  const accounts = await allAccounts(ctx);
  return new Set(
    accounts.flatMap(({ clabe, iban }) =>
      [clabe, iban].flatMap((each) => (each === null ? [] : [compactAccount(each)])),
    ),
  );
};

const factsOf = ({ counterparty_hint, party_account, description }: Named) => ({
  party: counterparty_hint,
  partyAccount: party_account,
  description,
});

/** Its text alone names an account, which may be one of the entity's own. */
export const namesAccount = (line: Named): boolean =>
  line.party_account === null && readMemoryKeys(factsOf(line)).account !== null;

/** An agent confirms with a key, a person by command, and the matcher by itself. */
export type Teacher = NonNullable<Lesson['taught_by']>;

/** Normalised as the matcher looks them up. */
export const toLessons = (
  line: Named,
  counterparty_id: string,
  own: ReadonlySet<string>,
  taught_by: Teacher,
): readonly Lesson[] => {
  const { account, alias } = readMemoryKeys(factsOf(line), own);
  // Where the bank names nobody, what stays of the text from month to month does.
  const text = alias === null && taught_by !== 'auto' ? textKeyOf(line.description) : null;
  const common = { bank_transaction_id: line.id, counterparty_id, taught_by };
  const lesson = (kind: Lesson['kind'], value: string | null): readonly Lesson[] =>
    value === null || value.length > MAX_VALUE_LENGTH ? [] : [{ ...common, kind, value }];
  return [...lesson('account', account), ...lesson('alias', alias), ...lesson('text', text)];
};
