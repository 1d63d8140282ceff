// Describes bank lines with their suggestions and matches for answers.
import type { BankTransaction } from '../../../../generated/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { describeLine } from '../transactions/describe.ts';
import { findBatches } from '../transactions/store/batches.ts';
import { type BankLine, readLine } from '../transactions/store/lines.ts';
import type { TransactionRow } from '../transactions/store/search.ts';
import { findPeers } from '../transactions/store/transfers.ts';
import { explainLines, type TellReason } from './explain.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { parseAmount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { decimal, toText, truncate } from '../../../base/money/decimal.ts';
import { getEntity } from '../../ground/entities/store.ts';
import type { Part } from './book.ts';

/** A page costs one statement for each kind of what is known beyond the rows. `tell`: for people, in their language. */
export const describeTransactions = async (
  ctx: ReadScope,
  rows: readonly TransactionRow[],
  tell?: TellReason,
): Promise<BankTransaction[]> => {
  const peers = await findPeers(
    ctx,
    rows.flatMap(({ transfer_peer_id }) => transfer_peer_id ?? []),
  );
  const batches = await findBatches(ctx, [...new Set(rows.flatMap(({ batch_id }) => batch_id ?? []))]);
  const explained = await explainLines(ctx, rows, tell);
  return rows.map((row) =>
    describeLine(row, explained(row), peers.get(row.transfer_peer_id ?? ''), batches.get(row.batch_id ?? '')),
  );
};

/** One line in its current state. */
export const describeTransaction = async (
  ctx: ReadScope,
  id: string,
  tell?: TellReason,
): Promise<BankTransaction> => {
  const [described] = await describeTransactions(ctx, [await readLine(ctx, id)], tell);
  if (described === undefined) throw new Error(`${id} was read and is gone`);
  return described;
};

/** In minor units. The limit is a number of units of the line's own currency, whichever that is. */
export const differenceLimit = async (ctx: ReadScope, currency: string): Promise<number> => {
  // As it stands now: a run may carry the company as it was when it began.
  const { details } = await getEntity(ctx.db, ctx.entity.id);
  const limit = decimal(details.difference_limit ?? SERVICE.limits.difference_limit);
  return parseAmount(toText(truncate(limit, currencyDigits(currency))), currency).minor;
};

/** Whoever leaves a difference settles documents whole: what is left of one is no difference. */
export const settlesWhole = (parts: readonly Part[]): boolean =>
  parts.every(({ document, document_minor }) => document_minor === document.balance_minor);

/** The last document takes it. */
export const withDifference = (parts: readonly Part[], difference_minor: number): readonly Part[] =>
  parts.map((part, index) => (index === parts.length - 1 ? { ...part, difference_minor } : part));

/** What of the line the parts do not explain: a difference, or a surplus. */
export const unexplained = (
  { amount_minor }: Pick<BankLine, 'amount_minor'>,
  parts: readonly Part[],
): number => amount_minor - parts.reduce((sum, { line_minor }) => sum + line_minor, 0);
