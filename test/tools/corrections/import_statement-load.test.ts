// Files that are hard to read hold up nobody: while one is read, and its lines are compared and stored, the calls of
// another organisation are answered.
import assert from 'node:assert/strict';void assert;
import { after, before, test } from 'node:test';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { BankAccountId } from '../../../generated/ids.ts';
import { addEntity, addKey, addOrganisation } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { IBAN, type Movement, toCamt, toCsv, toMt940, toOfx } from '../../domain/bank-statements/writers.ts';
import { addAccount, NOW } from '../bank/support.ts';

let service: TestService;
let neighbour: string;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { database } = service;
  const organisation = await addOrganisation(database);
  const entity_id = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
  neighbour = await addKey(database, organisation, { entity_id });
});
after(() => service.close());

const newAccount = (): Promise<BankAccountId> =>
  addAccount(service, service.entities.de, { name: 'Sparkasse', currency: 'EUR', iban: IBAN });

/** The longest that a call of the neighbour took while the work ran. */
const longestWait = async (work: () => Promise<unknown>): Promise<number> => {
  const client = service.client(neighbour);
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  let longest = 0;
  const loop = monitorEventLoopDelay({ resolution: 2 });
  loop.enable();
  let cpu = process.cpuUsage(); let at = performance.now(); const ticks: [number, number, number][] = []; const t0 = at;
  const timer = setInterval(() => { const d = process.cpuUsage(cpu); const now = performance.now(); ticks.push([Math.round((d.user + d.system) / 1000), Math.round(now - at), Math.round(at - t0)]); cpu = process.cpuUsage(); at = now; }, 1);
  while (!isDone) {
    const start = performance.now();
    await client.list_entities({});
    longest = Math.max(longest, performance.now() - start);
    await pause(5);
  }
  await done;
  loop.disable(); clearInterval(timer); console.log(JSON.stringify(ticks.sort((a, b) => b[0] - a[0]).slice(0, 12)));
  console.log('loop max', Math.round(loop.max / 1e6), 'p99', Math.round(loop.percentile(99) / 1e6));
  return longest;
};

const outcomeOf = async (bank_account_id: BankAccountId, content: string, dry_run: boolean): Promise<unknown> => {
  const client = service.client(service.keys.de);
  try {
    const report = await client.import_statement({ bank_account_id, content, dry_run, partial: true });
    return [report.lines, report.imported, report.duplicates];
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

const fee = (at: number): Movement => ({
  date: `2026-03-0${1 + (at % 5)}` as Movement['date'],
  signed_minor: -150,
  description: 'ENTGELT MAUT',
  reference: null,
  counterparty: null,
  party_account: null,
});
const fees = (count: number): Movement[] => Array.from({ length: count }, () => fee(0));
const distinct = (count: number, amount = (at: number): number => 100 + at): Movement[] =>
  Array.from({ length: count }, (_, at) => ({
    ...fee(at),
    signed_minor: amount(at),
    description: `Zahlung ${at} Kunde ${at % 97} Rechnung R${at}`,
  }));
const plainCsv = (count: number): string =>
  ['date,amount,description', ...Array.from({ length: count }, (_, at) => `2026-03-02,${at + 1}.00,Pago ${at} de cliente ${at % 91}`)].join('\n');

const FILES: readonly (readonly [string, () => string])[] = [
  ['20,000 lines of CSV', () => plainCsv(20_000)],
  ['5,000 distinct of CAMT', () => toCamt(distinct(1_700))],
  ['nested ofx', () => `OFXHEADER:100\n\n<OFX>${'<A>'.repeat(200_000)}`],
  ['61', () => `:20:X\n:25:20050550/1234567890\n:28C:1\n:60F:C260301EUR0,00\n:61:260301${'1'.repeat(100_000)}\n:62F:C260301EUR0,00\n`],
  ['columns', () => `${'a,'.repeat(200_000)}\n${'1,'.repeat(200_000)}`],
];

for (const [name, content] of FILES)
  test(name, async () => {
    const account = await newAccount();
    for (const dry of [true, false]) {
      const start = performance.now();
      let outcome: unknown;
      const wait = await longestWait(async () => (outcome = await outcomeOf(account, content(), dry)));
      console.log(name, dry, content().length, outcome, Math.round(performance.now() - start), Math.round(wait));
    }
  });

test('equal', async () => {
  const account = await newAccount();
  const all = fees(1_500);
  for (const [name, text] of [['camt', toCamt(all)], ['csv', toCsv(all)], ['mt', toMt940(all)], ['ofx', toOfx(all)]] as const) {
      const start = performance.now();
      let outcome: unknown;
      const wait = await longestWait(async () => (outcome = await outcomeOf(account, text, false)));
      console.log(name, text.length, outcome, Math.round(performance.now() - start), Math.round(wait));
  }
});
test('same amount, distinct', async () => {
  const account = await newAccount();
  const all = distinct(1_700, () => 5000).map((each) => ({ ...each, date: '2026-03-04' as Movement['date'] }));
  const other = all.map((each) => ({ ...each, description: each.description.replace(/Zahlung|Kunde/g, (w) => `${w}x`).replace(/R(\d+)/, 'S$1') }));
  for (const [name, text] of [['camt', toCamt(all)], ['csv', toCsv(all)], ['csv2', toCsv(other)], ['camt-less', toCsv(other.slice(0, 100))]] as const) {
      const start = performance.now();
      let outcome: unknown;
      const wait = await longestWait(async () => (outcome = await outcomeOf(account, text, false)));
      console.log(name, text.length, outcome, Math.round(performance.now() - start), Math.round(wait));
  }
});
