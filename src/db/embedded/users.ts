// Tracks the processes that use the server. The last one stops it, so that no process stops a server that another
// one still needs.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, ownIdentity } from './process-identity.ts';
import type { Layout } from './layout.ts';

export const enter = ({ users }: Layout): void => writeFileSync(join(users, ownIdentity()), '');

/** Returns whether no other process is left; removes entries of processes that died. */
export const leave = ({ users }: Layout): boolean => {
  const own = ownIdentity();
  let others = 0;
  for (const user of readdirSync(users)) {
    if (user !== own && isRunning(user)) others += 1;
    else rmSync(join(users, user), { force: true });
  }
  return others === 0;
};
