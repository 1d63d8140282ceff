// A service's worker in a process of its own, which ends itself with SIGKILL where it is told to: nothing is tidied up,
// exactly as when a machine dies. Its sandboxes die with it; what they know is in the database.
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { openDatabase } from '../../src/db/database.ts';
import { createLog } from '../../src/base/log.ts';
import { type Filing, startFiling } from '../../src/start/filing.ts';
import { randomOf } from '../property/random.ts';
import { CHILD_TIMING, type Orders } from './orders.ts';

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const random = randomOf(orders.seed);
// Nobody is left to look after it.
process.on('disconnect', () => process.exit(0));

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

let seen = 0;
let filing: Filing | undefined;

const SLOW_MS = 30;

/** The next request of the provider meets this, more often than not. */
const disturb = (): void => {
  if (filing === undefined || !random.chance(orders.faultShare)) return;
  const common = ['reply_lost', 'error_before', 'error_after', 'unreadable', 'slow'] as const;
  const kind = random.pick(common);
  filing.pac.sandbox?.order({ kind, delay_ms: SLOW_MS });
  filing.accessPoint.sandbox?.order({ kind, delay_ms: SLOW_MS });
  process.send?.({ fault: kind });
};

const database = await openDatabase(parseDatabaseUrl(orders.database), { connections: 6 });
filing = await startFiling({
  config: {
    master_key: null,
    data_dir: orders.dataDir,
    pac: null,
    access_point: null,
    smtp_url: null,
    mail_from: 'invoices@localhost',
  },
  database,
  log: createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  now: () => new Date(),
  timing: CHILD_TIMING,
  onStep: (step, job) => {
    if (job.kind !== 'file' && job.kind !== 'cancel') return;
    const last = job.kind === 'file' ? 'built' : 'signed';
    if (step === 'claimed' || step === last) disturb();
    const here = orders.kill === 'sending' ? step === last : step === orders.kill;
    if (!here) return;
    seen += 1;
    if (seen < orders.killAt) return;
    if (orders.kill === 'sending') setTimeout(die, random.int(0, 25));
    else die();
  },
});
process.send?.({ ready: true });
