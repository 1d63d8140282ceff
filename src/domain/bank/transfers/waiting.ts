// Legs of suggested transfers that wait for link_transfer. They are no payments of documents, so matching leaves them
// alone; once the other leg was matched otherwise there is no transfer left to wait for.
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { findUnconfirmed } from '../transactions/store/transfers.ts';

/** The ids of those that wait. */
export const waitingLegs = async (
  ctx: Tenant<Reader>,
  lines: readonly Pick<BankLine, 'id' | 'transfer_peer_id' | 'transfer_status'>[],
): Promise<ReadonlySet<string>> => {
  const byPeer = new Map<string, string>();
  for (const { id, transfer_peer_id, transfer_status } of lines) {
    if (transfer_status === 'suggested' && transfer_peer_id !== null) byPeer.set(transfer_peer_id, id);
  }
  const open = await findUnconfirmed(ctx, [...byPeer.keys()]);
  return new Set(open.flatMap((peer) => byPeer.get(peer) ?? []));
};
