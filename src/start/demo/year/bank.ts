// The bank of a demo company: accounts, statements in the formats of its banks, and half of them reconciled.
import { SERVICE } from '../../../../generated/service.ts';
import type { BankAccountId } from '../../../../generated/ids.ts';
import { addDays } from '../../../base/time/day.ts';
import type { Actor } from '../../../domain/ground/change/scope.ts';
import { createAccount } from '../../../domain/money/bank-accounts/create.ts';
import { allAccounts } from '../../../domain/money/bank-accounts/store.ts';
import { importStatement } from '../../../domain/bank/statements/import.ts';
import { searchTransactions } from '../../../domain/bank/statements/search-lines.ts';
import { lockLine } from '../../../domain/bank/transactions/line.ts';
import { acceptSuggestion } from '../../../domain/bank/reconciliation/accept.ts';
import { markNoMatch } from '../../../domain/bank/reconciliation/no-match.ts';
import { rejectSuggestion } from '../../../domain/bank/reconciliation/reject.ts';
import type { MatchingRuns } from '../../../domain/bank/reconciliation/runs/matching-runs.ts';
import { seenOf } from '../../../domain/bank/reconciliation/seen.ts';
import { readSuggestions } from '../../../domain/bank/reconciliation/store/suggestions.ts';
import type { Unlimited } from '../../../domain/ground/change/change.ts';
import { writeStatement } from './statements.ts';
import { jobOf, once, type Steps, wasMade } from './steps.ts';
import type { DemoAccount, DemoYear, Move } from './types.ts';

/** The newer of the two statements of an account begins that many days ago. */
const NEWER_FROM = 18;

/** Nothing is said of the columns: the layouts are known. */
const BY_THE_FILE = {
  columns: new Map<string, string>(),
  date_order: null,
  decimal: null,
  sign: null,
} as const;

export const makeBank = async (
  steps: Steps,
  { accounts, no_match }: DemoYear,
  moves: readonly (readonly Move[])[],
  { bookkeeper, matchingRuns }: { readonly bookkeeper: Actor; readonly matchingRuns: MatchingRuns },
): Promise<void> => {
  const ids: BankAccountId[] = [];
  for (const account of accounts) ids.push(await makeAccount(steps, account, bookkeeper));
  for (const [index, account] of accounts.entries()) {
    const border = addDays(steps.today, -NEWER_FROM);
    const mine = moves[index] ?? [];
    const parts = [mine.filter(({ day }) => day < border), mine.filter(({ day }) => day >= border)];
    for (const part of parts) await makeStatement(steps, ids[index], account, part, bookkeeper);
  }
  // The first decision comes after the matching of all accounts, so until it is made the matching may be made again.
  if ((await wasMade(steps, 'bank: decided')) !== undefined) return;
  for (const id of ids) {
    const { job } = jobOf(steps, 'bank: matching', bookkeeper);
    await matchingRuns.run(job, id, SERVICE.windows.matching_wait_ms * 10);
  }
  const [main] = ids;
  await once(steps, 'bank: decided', bookkeeper, (ctx) => decideLines(ctx, main, no_match));
};

const makeAccount = async (
  steps: Steps,
  { opening_minor: _opening, bank: _bank, ...wanted }: DemoAccount,
  by: Actor,
): Promise<BankAccountId> => {
  const known = (await allAccounts({ db: steps.books.database.reader, entity: steps.entity })).find(
    ({ iban, clabe }) => (iban ?? clabe) === (wanted.iban ?? wanted.clabe),
  );
  if (known !== undefined) return known.id as BankAccountId;
  return (await once(steps, `bank: ${wanted.name}`, by, (ctx) =>
    createAccount(ctx, wanted),
  )) as BankAccountId;
};

/** A file that the account already has is not stored again. */
const makeStatement = async (
  steps: Steps,
  bank_account_id: string | undefined,
  account: DemoAccount,
  moves: readonly Move[],
  by: Actor,
): Promise<void> => {
  if (bank_account_id === undefined || moves.length === 0) return;
  steps.signal.throwIfAborted();
  const { name, text } = writeStatement(moves, account);
  if ((await wasMade(steps, `bank: ${name}`)) !== undefined) return;
  const { act } = jobOf(steps, `bank: ${name}`, by);
  const { rejected } = await importStatement(steps.books, {
    entity: steps.entity,
    bank_account_id,
    path: { name, bytes: Buffer.from(text, 'utf8') },
    format: 'auto',
    partial: false,
    dry_run: false,
    asked_by: 'command',
    ...BY_THE_FILE,
    act,
  });
  const [first] = rejected;
  if (first !== undefined) throw new Error(`${name} of the demo, line ${first.line}: ${first.reason}`);
};

/** The oldest suggestion is accepted, the newest refused; the bank's fees settle nothing. */
const decideLines = async (
  ctx: Unlimited,
  bank_account_id: BankAccountId | undefined,
  no_match: string,
): Promise<void> => {
  const limit = SERVICE.limits.exact_total_up_to;
  const open = { bank_account_id, limit } as const;
  const { data: suggested } = await searchTransactions(ctx, { ...open, match_status: 'suggested' });
  const [oldest, newest] = [suggested.at(-1), suggested[0]];
  const { data: unmatched } = await searchTransactions(ctx, { ...open, match_status: 'unmatched' });
  for (const { id, description } of unmatched) if (description.includes(no_match)) await markNoMatch(ctx, id);
  if (oldest !== undefined) {
    const line = await lockLine(ctx, oldest.id);
    const seen = seenOf(line, await readSuggestions(ctx, [line.id]));
    await acceptSuggestion(
      ctx,
      { line_id: line.id, seen, choice: 'suggestion' },
      { create_payment: true, additional_payment: false, confirm_surplus: false },
    );
  }
  if (newest !== undefined && newest !== oldest && suggested.length > 2)
    await rejectSuggestion(ctx, newest.id);
};
