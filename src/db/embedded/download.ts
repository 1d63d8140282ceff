// Downloads a MariaDB server for this checkout from the system's Debian or Ubuntu archive. Nothing is installed, and
// root is not needed.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchPackage, lastLine, missingTool } from './apt.ts';
import { withFileLock } from './file-lock.ts';
import { findUnpacked, type Binary } from './find-binary.ts';

const PACKAGE = 'mariadb-server-core';
const LOCK_WAIT_MS = 300_000;

/** Why the download failed, for the error message. */
export interface Refused {
  readonly refused: string;
}

/** Returns the unpacked server, downloading it if necessary. */
export const downloadServer = async (
  folder: string,
  say: (line: string) => void,
): Promise<Binary | Refused> => {
  const missing = await missingTool();
  if (missing !== undefined) return { refused: `${missing} not found` };
  mkdirSync(dirname(folder), { recursive: true });
  return withFileLock(`${folder}.lock`, LOCK_WAIT_MS, async () => {
    // Another process may have downloaded it while this one waited for the lock.
    const known = await findUnpacked(folder);
    if (known !== undefined) return known;
    say(
      `No MariaDB server is installed; fetching a private one with apt-get into ${folder} (10 MB, nothing is installed).`,
    );
    return fetchInto(folder);
  });
};

const fetchInto = async (folder: string): Promise<Binary | Refused> => {
  const work = `${folder}.new`;
  rmSync(work, { recursive: true, force: true });
  try {
    const root = join(work, 'root');
    await fetchPackage(PACKAGE, join(work, 'apt'), root);
    if ((await findUnpacked(root)) === undefined) {
      return { refused: `apt-get has no ${PACKAGE} that is new enough and runs here` };
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(root, folder);
    return (await findUnpacked(folder)) ?? { refused: `${folder} vanished` };
  } catch (error) {
    return { refused: `apt-get failed: ${lastLine(error)}` };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
