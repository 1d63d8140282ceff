// Which process is meant by a pid. A pid alone is not enough: after a crash the number is soon another program's.
import { readFileSync } from 'node:fs';

/** `pid` or, where the system tells when a process was started, `pid-start`. */
export type ProcessIdentity = string;

export const ownIdentity = (): ProcessIdentity => identityOf(process.pid) ?? String(process.pid);

/** True while that very process runs. */
export const isRunning = (identity: ProcessIdentity): boolean => {
  const pid = Number(identity.split('-')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) return false;
  const now = identityOf(pid);
  return now === undefined ? !hasProcFolder() : !identity.includes('-') || now === identity;
};

/** True while a process of this number runs; one that has ended but was not collected by its parent does not. */
export const isPidRunning = (pid: number): boolean =>
  exists(pid) && (!hasProcFolder() || identityOf(pid) !== undefined);

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Linux: the 22nd field of /proc/PID/stat is the start time. The name in field 2 may hold spaces and brackets. */
const identityOf = (pid: number): ProcessIdentity | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : `${pid}-${fields[18]}`;
  } catch {
    return undefined;
  }
};

const hasProcFolder = (): boolean => identityOf(process.pid) !== undefined;
