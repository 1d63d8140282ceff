// Brings a log up to date before it is judged: with the lease if it is free, else by waiting for the process that has it.
import { setTimeout as pause } from 'node:timers/promises';
import { newOwner } from '../../../../db/lease.ts';
import { olderWriteUntil } from '../store/covered.ts';
import { isUpToDate } from '../store/upkeep.ts';
import type { AppendParts } from './append.ts';
import { type Visiting, visitLog } from './visit.ts';

const LEASE_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** Whether nothing waits any more. */
export const catchUpLog = async (
  parts: AppendParts & Pick<Visiting, 'heads'>,
  organisation_id: string,
  within_ms: number,
): Promise<boolean> => {
  const end = performance.now() + within_ms;
  const visiting = {
    ...parts,
    owner: newOwner(),
    lease_ms: LEASE_MS,
    halted: AbortSignal.timeout(within_ms),
    whole: true,
    onCheckpoint: () => undefined,
  };
  // What an instance of the version before wrote says nothing of itself; a visit finds it.
  const until = await olderWriteUntil(parts.database, organisation_id);
  let visited = until === null;
  for (;;) {
    if (visited && (await isUpToDate(parts.database.reader, organisation_id))) return true;
    if (performance.now() > end) return false;
    if (await visitLog(visiting, organisation_id)) visited = true;
    else await pause(LOOK_AGAIN_MS);
  }
};
