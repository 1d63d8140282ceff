// Legs of suggested transfers that wait for link_transfer. They are no payments of documents, so matching leaves them
// alone; once the other leg was matched otherwise there is no transfer left to wait for.
import { scoped } from '../../db/scoped.ts';
import type { ReadScope } from '../change/scope.ts';

interface Leg {
  readonly id: string;
  readonly transfer_peer_id: string | null;
  readonly transfer_status: 'suggested' | 'linked' | null;
}

/** Ids of one IN list. */
const CHUNK = 1_000;

/** The ids of those that wait. */
export const waitingLegs = async (
  ctx: Pick<ReadScope, 'db' | 'entity'>,
  lines: readonly Leg[],
): Promise<ReadonlySet<string>> => {
  const byPeer = new Map(
    lines.flatMap(({ id, transfer_peer_id, transfer_status }) =>
      transfer_status === 'suggested' && transfer_peer_id !== null ? [[transfer_peer_id, id] as const] : [],
    ),
  );
  const peers = [...byPeer.keys()];
  const waiting = new Set<string>();
  for (let start = 0; start < peers.length; start += CHUNK) {
    const free = await scoped(ctx, 'bank_transaction')
      .select()
      .select('id')
      .where('id', 'in', peers.slice(start, start + CHUNK))
      .where('match_status', '<>', 'confirmed')
      .execute();
    for (const { id } of free) waiting.add(byPeer.get(id) ?? '');
  }
  return waiting;
};
