// Faults of deliveries to others' servers, of the choice among database servers, of migrations and backups.
import type { Planted } from './planted.ts';

const DELIVERY = ['test/webhooks/delivery'];
const FORBIDDEN = ['test/webhooks/forbidden'];
const STANDING = ['test/db/standing'];
const WRITER = ['test/db/choose-writer'];
const BACKUP = ['test/admin/backup'];

export const NETWORK: readonly Planted[] = [
  {
    name: 'webhook-numbers-begin-anew',
    file: 'src/domain/ground/outbox/store.ts',
    find: 'last: sql<number>`last + ${count}` })',
    put: 'last: sql<number>`0 + ${count}` })',
    tests: DELIVERY,
  },
  {
    name: 'webhook-to-one-that-is-switched-off',
    file: 'src/domain/across/webhooks/store/work.ts',
    find: "    .where('status', '=', 'enabled')\n    .where(holds(lease))",
    put: '    .where(holds(lease))',
    tests: ['test/webhooks/failing'],
  },
  {
    name: 'webhook-of-lasting-failure-stays-on',
    file: 'src/domain/across/webhooks/failing.ts',
    find: '>= SERVICE.webhooks.failing_hours * HOUR_MS',
    put: '>= SERVICE.webhooks.failing_hours * HOUR_MS * 24',
    tests: ['test/webhooks/failing'],
  },
  {
    name: 'webhook-of-one-failure-switched-off',
    file: 'src/domain/across/webhooks/failing.ts',
    find: '>= SERVICE.webhooks.failing_hours * HOUR_MS',
    put: '>= 0',
    tests: ['test/webhooks/failing'],
  },
  {
    name: 'webhook-that-is-gone-is-tried-again',
    file: 'src/domain/across/webhooks/attempt.ts',
    find: 'if (wait === undefined || status === GONE) return null;',
    put: 'if (wait === undefined) return null;',
    tests: ['test/webhooks/waits'],
  },
  {
    name: 'webhook-that-asks-for-time-gets-none',
    file: 'src/domain/across/webhooks/attempt.ts',
    find: 'status === 429 || status === 503 ?',
    put: 'status === 429 ?',
    tests: ['test/webhooks/waits'],
  },
  {
    name: 'webhook-by-the-first-address-of-a-name',
    file: 'src/base/net/guard.ts',
    find: 'found.find((each) => !isPublic(each.address) && !isAllowed(each));',
    put: 'found.slice(0, 1).find((each) => !isPublic(each.address) && !isAllowed(each));',
    tests: FORBIDDEN,
  },
  {
    name: 'webhook-to-a-mail-server',
    file: 'src/base/net/guard.ts',
    find: 'Number(port) >= LEAST_PORT;',
    put: 'Number(port) >= 1;',
    tests: FORBIDDEN,
  },
  {
    name: 'webhook-to-addresses-within-others',
    file: 'src/base/net/guard.ts',
    find: "'2001:db8::/32', '2002::/16', ",
    put: "'2001:db8::/32', ",
    tests: FORBIDDEN,
  },
  {
    name: 'writer-leaves-a-good-server',
    file: 'src/db/choose-writer.ts',
    find: 'writers.find(({ address }) => address === present) ??\n',
    put: '',
    tests: WRITER,
  },
  {
    name: 'writer-among-servers-that-are-apart',
    file: 'src/db/choose-writer.ts',
    find: 'chosen.address !== present && writers.some',
    put: 'chosen.address === present && writers.some',
    tests: WRITER,
  },
  {
    name: 'member-without-a-majority-takes-writes',
    file: 'src/db/standing.ts',
    find: 'online * 2 > members.length',
    put: 'online * 2 >= members.length',
    tests: STANDING,
  },
  {
    name: 'member-of-the-minority-takes-writes',
    file: 'src/db/standing.ts',
    find: "if (status.get('wsrep_cluster_status') !== 'Primary')",
    put: "if (status.get('wsrep_cluster_status') === '')",
    tests: STANDING,
  },
  {
    name: 'super-read-only-takes-writes',
    file: 'src/db/standing.ts',
    find: "['read_only', 'super_read_only'].some",
    put: "['read_only'].some",
    tests: STANDING,
  },
  {
    name: 'tables-of-any-history',
    file: 'src/db/migrate.ts',
    find: 'if (gap !== undefined)',
    put: "if (gap === '')",
    tests: ['test/db/migrate'],
  },
  {
    name: 'statement-run-again',
    file: 'src/db/migrations/statement.ts',
    find: 'if (done !== undefined && ',
    put: 'if (done === null && ',
    tests: ['test/db/migrate'],
  },
  {
    name: 'lock-that-writes-nothing',
    file: 'src/db/row-lock.ts',
    find: 'sql<number>`locks + 1`',
    put: 'sql<number>`locks`',
    tests: ['test/db/row-lock'],
  },
  {
    name: 'backup-with-another-digest',
    file: 'src/db/backup/format.ts',
    find: "if ((await digest(file, last)) !== wanted) throw damaged(path, 'was damaged');\n",
    put: '',
    tests: BACKUP,
  },
  {
    name: 'restore-over-what-is-there',
    file: 'src/db/backup/restore.ts',
    find: 'if (found.length === 0) return;',
    put: 'if (found.length >= 0) return;',
    tests: BACKUP,
  },
  {
    name: 'restore-of-a-newer-release',
    file: 'src/db/backup/restore.ts',
    find: 'if (unknown.length > 0)',
    put: 'if (unknown.length > 99)',
    tests: BACKUP,
  },
  {
    name: 'failed-restore-left-behind',
    file: 'src/db/backup/restore.ts',
    find: '      await empty(connection).catch(() => undefined);\n',
    put: '',
    tests: BACKUP,
  },
  {
    name: 'space-that-ran-out-is-forgotten',
    file: 'src/db/space.ts',
    find: 'performance.now() - fullSince < FULL_FOR_MS) return true;',
    put: 'performance.now() - fullSince < 0) return true;',
    tests: ['test/tools/writes/database-faults', 'test/transport/operations'],
  },
  {
    name: 'ready-though-read-only',
    file: 'src/db/readiness.ts',
    find: "if (isReadOnly(error)) return new NotReady('database_read_only', 'The database server takes no writes.');\n",
    put: '',
    tests: ['test/db/read-only'],
  },
];
