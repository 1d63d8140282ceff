// link_transfer: two lines on own accounts are one transfer. Found at import, confirmed here from either leg; both legs
// are then confirmed and out of matching.
import type { BankTransactionId } from '../../../../generated/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { alreadyConfirmed, changeLine, lineState, requireActiveAccount } from '../transactions/line.ts';
import { type BankLine, lockLines } from '../transactions/store/lines.ts';
import { findPeerId } from '../transactions/store/transfers.ts';
import { setAside } from './set-aside.ts';

type LinkScope = WriteScope &
  Raises<
    | 'transaction_not_found'
    | 'transfer_not_suggested'
    | 'transaction_already_confirmed'
    | 'bank_account_inactive'
  >;

export const linkTransfer = async (ctx: LinkScope, lineId: string): Promise<void> => {
  const { line, peer } = await lockBoth(ctx, lineId);
  for (const leg of [line, peer]) {
    if (leg.match_status === 'confirmed') throw alreadyConfirmed(ctx, leg);
    await requireActiveAccount(ctx, leg);
  }
  await setAside(ctx, [line, peer]);
  for (const leg of [line, peer]) {
    const after = await changeLine(ctx, leg, {
      match_status: 'confirmed',
      transfer_status: 'linked',
      matched_at: toInstant(ctx.now),
    });
    ctx.record({
      event: 'bank_transfer.linked',
      record_type: 'bank_transaction',
      record_id: leg.id,
      before: lineState(leg),
      after: lineState(after),
    });
  }
};

/** Both legs, locked in the order of their ids whichever was named. */
const lockBoth = async (
  ctx: LinkScope,
  lineId: string,
): Promise<{ readonly line: BankLine; readonly peer: BankLine }> => {
  // Read before anything is locked; whether the two still belong together is checked afterwards.
  const peerId = await findPeerId(ctx, lineId);
  const legs = await lockLines(ctx, peerId === null ? [lineId] : [lineId, peerId]);
  const line = legs.find(({ id }) => id === lineId);
  if (line === undefined)
    throw ctx.error('transaction_not_found', { path: 'transaction_id', received: lineId });
  const peer = legs.find(({ id }) => id === line.transfer_peer_id);
  if (line.match_status === 'confirmed') throw alreadyConfirmed(ctx, line);
  if (peer === undefined || line.transfer_status === null || peer.transfer_peer_id !== line.id) {
    throw ctx.error('transfer_not_suggested', {
      path: 'transaction_id',
      transaction_id: lineId as BankTransactionId,
    });
  }
  return { line, peer };
};
