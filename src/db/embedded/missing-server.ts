import { StartError } from '../../base/start-error.ts';
import { USUAL_FOLDERS } from './find-binary.ts';

/** What to do when no server is installed and none can be downloaded. */
export const noServer = (folders: readonly string[], download: string): StartError => {
  const usual = folders.filter((folder) => USUAL_FOLDERS.includes(folder));
  const looked = usual.length === folders.length ? usual : ['PATH', ...usual];
  return new StartError(`No MySQL-compatible database is available.
Tried: DATABASE_URL (not set); mariadbd and mysqld in ${looked.join(', ')}; private download (${download}).
Do one of these and start again:
  Debian/Ubuntu:  sudo apt-get install --no-install-recommends mariadb-server-core
  macOS:          brew install mariadb
  existing server: export DATABASE_URL=mysql://user:password@host:3306/database   (MySQL 8.0+ or MariaDB 10.11+)`);
};
