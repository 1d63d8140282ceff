// Files invoices, credit notes, payment complements and substitutes through workers that are killed between any two
// steps and providers whose replies get lost, with every approval given twice at once; then looks at what the provider,
// the books and the numbers say.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOffice } from '../support/office.ts';
import { startTestService } from '../support/service.ts';
import { openBusiness } from './business.ts';
import { checkBooks, type Ends } from './check.ts';
import { createCrew } from './crew.ts';
import { allSettled, countFilings } from './queue.ts';

export interface FaultReport {
  /** What was asked for, and how often what met something else was refused. */
  readonly asked: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  readonly ends: Ends;
  /** How often a worker was killed at each place. */
  readonly kills: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** What a run lacks that would show nothing: it fails on whatever was filed twice or lost. */
export const lackOf = ({ ends, kills }: FaultReport, filings: number): readonly string[] => [
  ...((ends['file orders'] ?? 0) < filings ? [`less than ${filings} filings were ordered`] : []),
  ...((ends['invoice: filed'] ?? 0) === 0 ? ['no invoice was filed'] : []),
  ...(Object.keys(kills).length === 0 ? ['no worker was killed'] : []),
];

const MS_PER_FILING = 6_000;
/** What follows an invoice makes about as many filings again. */
const INVOICES_SHARE = 0.41;

export const runFaults = async (filings: number, seed: number): Promise<FaultReport> => {
  const service = await startTestService({ database: 'own' });
  const dataDir = mkdtempSync(join(tmpdir(), 'folio-faults-'));
  // Short enough for a few filings to outlive some workers.
  const longestLife = Math.max(Math.min(9, Math.ceil(filings / 3)), Math.round(filings / 20));
  const crew = createCrew({ database: service.databaseUrl, dataDir, seed, longestLife });
  const begun = performance.now();
  const settled = () => allSettled(service, 60_000 + filings * MS_PER_FILING);
  try {
    const office = await openOffice(service);
    const business = await openBusiness(office, seed);
    crew.start();
    for (let made = 0; made < filings * INVOICES_SHARE; made += 1) await business.invoice();
    await settled();
    await business.followUps();
    await settled();
    // What follows is drawn: more invoices make up for what it lacks.
    for (let made = await countFilings(service); made < filings; made += 1) await business.invoice();
    await business.reversals();
    crew.spareThem();
    await settled();
    await crew.stop();
    const ends = await checkBooks(service, business.asked.counts);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const { counts: asked, refused } = business.asked;
    return { asked, refused, ends, kills: crew.kills, faults: crew.faults, seconds };
  } finally {
    await crew.stop();
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
