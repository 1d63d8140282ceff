// Identifies a process. A pid alone is not enough, since it is reused after a crash.
import { readFileSync } from 'node:fs';

/** `pid`, or `pid-start` where the system reports the start time. */
export type ProcessIdentity = string;

export const ownIdentity = (): ProcessIdentity => readIdentity(process.pid) ?? String(process.pid);

/** Whether this exact process is running. */
export const isRunning = (identity: ProcessIdentity): boolean => {
  const pid = Number(identity.split('-')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) return false;
  const now = readIdentity(pid);
  return now === undefined ? !hasProcFolder() : !identity.includes('-') || now === identity;
};

/** Whether a process with this pid is running; zombies do not count. */
export const isPidRunning = (pid: number): boolean =>
  exists(pid) && (!hasProcFolder() || readIdentity(pid) !== undefined);

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether it was suspended (SIGSTOP), so that it answers nobody; false where the system does not say. */
export const isSuspended = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
};

/** Linux: field 22 of /proc/PID/stat is the start time. The name in field 2 may contain spaces and brackets. */
const readIdentity = (pid: number): ProcessIdentity | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : `${pid}-${fields[18]}`;
  } catch {
    return undefined;
  }
};

const hasProcFolder = (): boolean => readIdentity(process.pid) !== undefined;
