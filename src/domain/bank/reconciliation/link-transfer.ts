// link_transfer: two lines on own accounts are one transfer. Found at import, confirmed here from either leg; both legs
// are then confirmed and out of matching.
import type { BankTransactionId } from '../../../../generated/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { alreadyConfirmed, changeLine, lineState, requireActiveAccount } from '../transactions/line.ts';
import { type BankLine, lockLines } from '../transactions/store/lines.ts';
import { findPeerId } from '../transactions/store/transfers.ts';
import { findCandidates, requireFittingPeer, warnOfRate } from '../transfers/named-peer.ts';
import { setAside } from './set-aside.ts';

type LinkScope = WriteScope &
  Raises<
    | 'transaction_not_found'
    | 'transfer_not_suggested'
    | 'transfer_peer_ambiguous'
    | 'transfer_peer_unfit'
    | 'transaction_already_confirmed'
    | 'bank_account_inactive'
  > &
  Warns<'transfer_across_currencies'>;

export const linkTransfer = async (ctx: LinkScope, lineId: string, named?: string): Promise<void> => {
  const { line, peer, freed } = await lockBoth(ctx, lineId, named);
  for (const leg of [line, peer]) {
    if (leg.match_status === 'confirmed') throw alreadyConfirmed(ctx, leg);
    await requireActiveAccount(ctx, leg);
  }
  if (named !== undefined) await requireFittingPeer(ctx, line, peer);
  for (const leg of freed) await changeLine(ctx, leg, NO_PEER);
  await setAside(ctx, [line, peer]);
  for (const [leg, other] of [
    [line, peer],
    [peer, line],
  ] as const) {
    const after = await changeLine(ctx, leg, {
      transfer_peer_id: other.id,
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
  warnOfRate(ctx, line, peer);
};

const NO_PEER = { transfer_peer_id: null, transfer_status: null } as const;

interface Legs {
  readonly line: BankLine;
  readonly peer: BankLine;
  /** To which one of the two was suggested, though another is meant. */
  readonly freed: readonly BankLine[];
}

/** Both legs, locked in the order of their ids whichever was named, and with them those that lose their peer. */
const lockBoth = async (ctx: LinkScope, lineId: string, named: string | undefined): Promise<Legs> => {
  // Read before anything is locked; whether the two still belong together is checked afterwards.
  const suggested = [await findPeerId(ctx, lineId)];
  if (named !== undefined) suggested.push(named, await findPeerId(ctx, named));
  const ids = new Set([lineId, ...suggested.filter((id) => id !== null)]);
  const legs = await lockLines(ctx, [...ids]);
  const line = legs.find(({ id }) => id === lineId);
  if (line === undefined)
    throw ctx.error('transaction_not_found', { path: 'transaction_id', received: lineId });
  if (named !== undefined && named !== line.transfer_peer_id) return namedLegs(ctx, legs, line, named);
  const peer = legs.find(({ id }) => id === line.transfer_peer_id);
  if (line.match_status === 'confirmed') throw alreadyConfirmed(ctx, line);
  if (peer === undefined || line.transfer_status === null || peer.transfer_peer_id !== line.id) {
    const candidates = [...(await findCandidates(ctx, line))];
    if (candidates.length > 0)
      throw ctx.error('transfer_peer_ambiguous', { path: 'peer_transaction_id', candidates });
    throw ctx.error('transfer_not_suggested', {
      path: 'transaction_id',
      transaction_id: lineId as BankTransactionId,
    });
  }
  return { line, peer, freed: [] };
};

const namedLegs = (ctx: LinkScope, legs: readonly BankLine[], line: BankLine, named: string): Legs => {
  const peer = legs.find(({ id }) => id === named);
  if (peer === undefined)
    throw ctx.error('transaction_not_found', { path: 'peer_transaction_id', received: named });
  const freed = legs.filter(
    ({ id, transfer_peer_id, transfer_status }) =>
      id !== line.id &&
      id !== named &&
      transfer_status === 'suggested' &&
      (transfer_peer_id === line.id || transfer_peer_id === named),
  );
  return { line, peer, freed };
};
