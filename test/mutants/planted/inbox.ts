// Faults of the reading of received files.
import type { Planted } from './planted.ts';

const TURNS = ['test/tools/inbox/turns'];
const FOLDER = ['test/worker/inbox-folder'];

export const INBOX: readonly Planted[] = [
  {
    name: 'inbox-counts-a-turn-that-never-came',
    file: 'src/domain/across/inbox/read.ts',
    find: "await again(why === 'busy' ? BUSY_MS : 0, false);",
    put: "await again(why === 'busy' ? BUSY_MS : 0, true);",
    tests: TURNS,
  },
  {
    name: 'inbox-worker-gives-one-organisation-every-place',
    file: 'src/jobs/inbox.ts',
    find: 'unreadDocuments(database, now(), 1, [...running.values()])',
    put: 'unreadDocuments(database, now(), 1)',
    tests: TURNS,
  },
  {
    name: 'folder-follows-links',
    file: 'src/domain/across/inbox/folder/walk.ts',
    find: "stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'other'",
    put: "stat.isFile() || stat.isSymbolicLink() ? 'file' : 'other'",
    tests: FOLDER,
  },
  {
    name: 'folder-takes-what-is-still-written',
    file: 'src/domain/across/inbox/folder/walk.ts',
    find: 'one.size === other.size && one.mtimeNs === other.mtimeNs',
    put: 'one.size <= other.size',
    tests: FOLDER,
  },
  {
    name: 'folder-drops-what-is-kept',
    file: 'src/domain/ground/files/keep.ts',
    find: 'if ((await findFile(ctx, id))?.sha256 === null) await deleteFile(ctx, id);',
    put: 'await deleteFile(ctx, id);',
    tests: FOLDER,
  },
  {
    name: 'folder-of-a-company-that-ended',
    file: 'src/domain/across/inbox/folder/root.ts',
    find: 'return entity?.active === true ?',
    put: 'return entity !== undefined ?',
    tests: FOLDER,
  },
];
