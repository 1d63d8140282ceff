// The private server under load: killed again and again, or with a disk that is full for a while.
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatDatabaseUrl } from '../../../src/base/database-address.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { startEmbedded } from '../../../src/db/embedded/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { addParties } from '../../concurrency/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/office.ts';
import { findLosses, type Load, startLoad } from './load.ts';

export interface Told {
  readonly acknowledged: number;
  readonly paid: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly faults: number;
  readonly losses: readonly string[];
}

interface Stage {
  readonly folder: string;
  readonly service: TestService;
  readonly load: Load;
}

const CALLERS = 6;

/** Starts a server in the folder and a service on it, and looks afterwards what became of all that was acknowledged. */
const underLoad = async (
  data_dir: string,
  fault: (stage: Stage) => Promise<{ readonly faults: number; readonly losses: readonly string[] }>,
): Promise<Told> => {
  const server = await startEmbedded({ data_dir, download: true, say: () => undefined });
  try {
    await migrate(server.address);
    const database = await openDatabase(server.address, { connections: 5 });
    const url = formatDatabaseUrl(server.address);
    const close = () => database.close();
    const service = await startTestService({ database: { database, address: server.address, url, close } });
    try {
      const rivals = { service, client: () => service.client(service.keys.mx) };
      const load = startLoad(service, await addParties(rivals as never), CALLERS);
      const { faults, losses } = await fault({ folder: server.folder, service, load });
      await load.stop();
      const found = [...losses, ...(await findLosses(service, load, CALLERS))];
      const { acknowledged, paid, codes } = load;
      return { acknowledged: acknowledged.size, paid, codes, faults, losses: found };
    } finally {
      await service.close();
    }
  } finally {
    await server.stop();
  }
};

/** Waits until so many more calls are answered. */
const goesOn = ({ load }: Stage, more: number, withinMs: number): Promise<number> => {
  const before = load.acknowledged.size;
  return until(
    async () => load.acknowledged.size,
    (now) => now >= before + more,
    withinMs,
  );
};

const RESTART_WITHIN_MS = 60_000;

/** Kills the server in the middle of calls; the service starts it again. */
export const killServer = (dataDir: string, kills: number): Promise<Told> =>
  underLoad(dataDir, async (stage) => {
    for (let killed = 0; killed < kills; killed += 1) {
      await goesOn(stage, 10, RESTART_WITHIN_MS);
      await pause(Math.random() * 100);
      process.kill(Number(readFileSync(join(stage.folder, 'server.pid'), 'utf8')), 'SIGKILL');
    }
    await goesOn(stage, 10, RESTART_WITHIN_MS);
    return { faults: kills, losses: [] };
  });

/** Fills the disk of the data until calls are refused for it, and frees it again. The disk must be one of its own. */
export const fillDisk = (dataDir: string): Promise<Told> =>
  underLoad(dataDir, async (stage) => {
    await goesOn(stage, 10, RESTART_WITHIN_MS);
    const ballast = join(dataDir, 'ballast');
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize, 1));
    const full = () => Promise.resolve(stage.load.codes['storage_full'] ?? 0);
    await until(full, (count) => count >= CALLERS, RESTART_WITHIN_MS);
    const folio = stage.service.client(stage.service.keys.mx);
    const { total_count } = await folio.search_bills({});
    const losses =
      (total_count ?? 0) >= stage.load.acknowledged.size
        ? []
        : [`${total_count} bills are read while it is full`];
    rmSync(ballast);
    await goesOn(stage, 10, RESTART_WITHIN_MS);
    return { faults: await full(), losses };
  });
