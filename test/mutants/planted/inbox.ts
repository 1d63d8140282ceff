// Faults of the reading of received files.
import type { Planted } from './planted.ts';

const TURNS = ['test/tools/inbox/turns'];

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
];
