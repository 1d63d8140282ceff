// Whom a line's payer stands for, as the other lines of the run tell: without the line that asks.
import { leaningKeys, type BatchContext, type Vote } from './context.ts';
import type { LineState } from './state.ts';

/** What a payer's name stood for elsewhere, when it always stood for one party. */
export const learnedName = (context: BatchContext, state: LineState): LineState['learned'] => {
  const { aliasKey } = state.view.read;
  if (aliasKey === null) return null;
  const counts = new Map(state.view.aliasParties);
  for (const vote of context.aliases.get(aliasKey) ?? []) {
    if (vote.line !== state.at) counts.set(vote.value, (counts.get(vote.value) ?? 0) + 1);
  }
  const [only] = counts;
  if (counts.size !== 1 || only === undefined) return null;
  const [party, count] = only;
  const { accountKey } = state.view.read;
  const votes = (accountKey === null ? [] : (context.accounts.get(accountKey) ?? [])).filter(
    ({ line }) => line !== state.at,
  );
  return { party, count, account: votes.length > 0 && votes.every(({ value }) => value === party) };
};

/** To which party those lead that are sure, or where none is, those that only lean. */
export const tiedParty = (context: BatchContext, state: LineState): LineState['tied'] => {
  const { accountKey } = state.view.read;
  const isOther = ({ line }: Vote): boolean => line !== state.at;
  const sure = (accountKey === null ? [] : (context.accounts.get(accountKey) ?? [])).filter(isOther);
  const leaning = leaningKeys(state).map((key) => (context.leanings.get(key) ?? []).filter(isOther));
  const votes = sure.length > 0 ? sure : (leaning.find(({ length }) => length > 0) ?? []);
  const party = votes[0]?.value;
  return party === undefined || votes.some(({ value }) => value !== party)
    ? null
    : { party, count: votes.length };
};
