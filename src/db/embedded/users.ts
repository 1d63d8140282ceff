// Which processes use the server. The last one to leave stops it, so that neither a second service nor an admin
// command takes the database away from another.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, ownIdentity } from './process-identity.ts';
import type { Layout } from './layout.ts';

export const enter = ({ users }: Layout): void => writeFileSync(join(users, ownIdentity()), '');

/** Answers whether no other process is left; forgets those that died without leaving. */
export const leave = ({ users }: Layout): boolean => {
  const own = ownIdentity();
  let others = 0;
  for (const user of readdirSync(users)) {
    if (user !== own && isRunning(user)) others += 1;
    else rmSync(join(users, user), { force: true });
  }
  return others === 0;
};
