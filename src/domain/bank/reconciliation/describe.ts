// Describes bank lines with their suggestions and matches for answers.
import type { BankTransaction } from '../../../../generated/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { describeLine } from '../transactions/describe.ts';
import { findBatches } from '../transactions/store/batches.ts';
import { readLine } from '../transactions/store/lines.ts';
import type { TransactionRow } from '../transactions/store/search.ts';
import { findPeers } from '../transactions/store/transfers.ts';
import { explainLines, type TellReason } from './explain.ts';

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
