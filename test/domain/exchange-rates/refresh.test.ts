// Rates fetched from the banks over HTTP on loopback, kept in the database, and taken by a document.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { banxico } from '../../../src/providers/exchange-rates/banxico.ts';
import { ecb } from '../../../src/providers/exchange-rates/ecb.ts';
import type { FetchingProvider } from '../../../src/base/exchange-rate.ts';
import { rateProviders } from '../../../src/start/exchange-rates.ts';
import { rateFor } from '../../../src/domain/money/exchange-rates/latest-rate.ts';
import { refreshRates, startRateRefresher } from '../../../src/domain/money/exchange-rates/refresh.ts';
import { toText } from '../../../src/base/money/decimal.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { readConfig } from '../../../src/base/config.ts';
import { type TestBooks, openTestBooks } from '../../support/scope.ts';
import { BMX_TOKEN, type Banxico, type Ecb, startBanxico, startEcb } from './banks.ts';

/** A Friday, after noon in Mexico and after the ECB's hour. */
const NOW = new Date('2026-03-13T20:00:00Z');

const FIX = {
  '2026-03-09': '17.0900',
  '2026-03-10': '17.1000',
  '2026-03-11': '17.1100',
  '2026-03-12': '17.1200',
  '2026-03-13': '17.1300',
  '2026-03-14': 'N/E',
};

const REFERENCE = {
  '2026-03-11': { USD: '1.1111', JPY: '161.11', MXN: '19.1111', GBP: '0.8611' },
  '2026-03-12': { USD: '1.1222', JPY: '162.22', MXN: '19.2222', GBP: '0.8622' },
  '2026-03-13': { USD: '1.1333', JPY: '163.33', MXN: '19.3333', GBP: '0.8633' },
};

let database: Database;
let books: Record<'mx' | 'de', TestBooks>;
let closeBooks: () => Promise<void>;
let bmx: Banxico;
let frankfurt: Ecb;
const lines: { readonly level: string; readonly text: string }[] = [];
const log = {
  info: (...parts: unknown[]) => void lines.push({ level: 'info', text: JSON.stringify(parts) }),
  warn: (...parts: unknown[]) => void lines.push({ level: 'warn', text: JSON.stringify(parts) }),
};

before(async () => {
  ({ database, books, close: closeBooks } = await openTestBooks());
  bmx = await startBanxico({});
  frankfurt = await startEcb({});
});
after(async () => {
  await bmx.close();
  await frankfurt.close();
  await closeBooks();
});
beforeEach(async () => {
  await database.kysely.deleteFrom('exchange_rate').execute();
  bmx.values = {
    SF43718: { ...FIX },
    SF46410: { '2026-03-11': '19.5', '2026-03-12': '19.6', '2026-03-13': '19.7' },
  };
  bmx.fault = null;
  bmx.asked.length = 0;
  frankfurt.days = structuredClone(REFERENCE);
  frankfurt.fault = null;
  frankfurt.asked.length = 0;
  lines.length = 0;
});

const fromMexico = (): FetchingProvider => banxico({ url: bmx.url, token: BMX_TOKEN, timeoutMs: 300 });
const fromFrankfurt = (): FetchingProvider =>
  ecb({ url: frankfurt.url, quotes: ['EUR', 'GBP'], timeoutMs: 300 });
const refresh = (providers: readonly FetchingProvider[], now = NOW) =>
  refreshRates(database, providers, now, log);

const rows = async (base: string, quote: string) => {
  const found = await database.reader
    .selectFrom('exchange_rate')
    .select(['organisation_id', 'date', 'source', 'rate'])
    .where('base', '=', base)
    .where('quote', '=', quote)
    .orderBy('date')
    .execute();
  return found.map(
    ({ organisation_id, date, source, rate }) => `${organisation_id}${date} ${source} ${rate}`,
  );
};

const rateOf = async (which: 'mx' | 'de', currency: string, day: string) => {
  const { result, warnings } = await books[which].write((ctx) => rateFor(ctx, currency, asDay(day)));
  return [result === null ? null : toText(result.rate), result?.source, result?.date, warnings.length];
};

describe('Banco de México', () => {
  it('gives each day the rate in force, for every organisation', async () => {
    const [done] = await refresh([fromMexico()]);
    assert.deepEqual(done?.faults, []);
    assert.deepEqual(await rows('USD', 'MXN'), [
      '2026-03-11 banxico 17.09000000',
      '2026-03-12 banxico 17.10000000',
      '2026-03-13 banxico 17.11000000',
      '2026-03-14 banxico 17.12000000',
      '2026-03-15 banxico 17.12000000',
      '2026-03-16 banxico 17.12000000',
    ]);
    assert.deepEqual(await rateOf('mx', 'USD', '2026-03-13'), ['17.11', 'banxico', '2026-03-13', 0]);
    assert.deepEqual(await rateOf('mx', 'USD', '2026-03-15'), ['17.12', 'banxico', '2026-03-15', 0]);
    assert.deepEqual(await rateOf('mx', 'EUR', '2026-03-13'), ['19.5', 'banxico', '2026-03-13', 0]);
    assert.equal(bmx.asked[0], '/SieAPIRest/service/v1/series/SF43718/datos/2026-01-12/2026-03-13');
  });

  it('is asked for little once its rates are kept; corrections arrive, nothing is kept twice', async () => {
    await refresh([fromMexico()]);
    const usd = bmx.values['SF43718'] ?? {};
    usd['2026-03-12'] = '17.1234';
    const [again] = await refresh([fromMexico()]);
    assert.equal(again?.stored, 3);
    assert.ok(bmx.asked.at(-1)?.endsWith('/2026-02-26/2026-03-13'));
    assert.deepEqual((await rows('USD', 'MXN')).slice(3), [
      '2026-03-14 banxico 17.12340000',
      '2026-03-15 banxico 17.12340000',
      '2026-03-16 banxico 17.12340000',
    ]);
    assert.equal((await refresh([fromMexico()]))[0]?.stored, 0);
  });

  it('fails without harm: a wrong token, too many queries, 429, 500, no answer, no JSON', async () => {
    const faults: [Banxico['fault'], RegExp][] = [
      [{ status: 400, body: { error: { mensaje: 'Límite de consultas superado.' } } }, /HTTP 400, Límite/],
      [{ status: 429 }, /HTTP 429/],
      [{ status: 500, raw: '<html>' }, /HTTP 500/],
      [{ status: 200, raw: '<html>' }, /no such series/],
      [{ status: 200, body: { bmx: { series: [] } } }, /no such series/],
      ['hang', /no answer within 300 ms/],
    ];
    for (const [fault, words] of faults) {
      bmx.fault = fault;
      const [done] = await refresh([fromMexico()]);
      assert.equal(done?.stored, 0);
      assert.equal(done?.faults.length, 1, JSON.stringify(done));
      assert.match(done?.faults[0] ?? '', words);
    }
    bmx.fault = null;
    const wrong = banxico({ url: bmx.url, token: 'b'.repeat(64) });
    assert.match((await refresh([wrong]))[0]?.faults[0] ?? '', /HTTP 400, Token inválido/);
    assert.ok(lines.every(({ level, text }) => level === 'warn' && !text.includes('bbbb')));
    // Bundled rates go on serving.
    assert.equal((await rateOf('mx', 'USD', '2026-03-13'))[1], 'bundled');
  });

  it('never has a value kept that is no rate, and keeps the other currencies', async () => {
    for (const value of ['17,1O', '-17.1', '0.0000', '', 'NaN', '1e3']) {
      await database.kysely.deleteFrom('exchange_rate').execute();
      bmx.values['SF43718'] = { ...FIX, '2026-03-12': value };
      const [done] = await refresh([fromMexico()]);
      const kept = await rows('USD', 'MXN');
      assert.ok(!kept.some((row) => row.endsWith('NaN') || row.includes('-17')), value);
      if (value !== '') {
        assert.deepEqual(kept, []);
        assert.match(done?.faults[0] ?? '', /^USD \(SF43718\): .*no rate$/);
      }
      assert.ok((await rows('EUR', 'MXN')).length > 0);
    }
  });
});

describe('the European Central Bank', () => {
  it('gives euros, and crosses two other currencies through the euro', async () => {
    const [done] = await refresh([fromFrankfurt()]);
    assert.deepEqual(done?.faults, []);
    assert.deepEqual(await rows('USD', 'EUR'), [
      '2026-03-11 ecb 0.90000900',
      '2026-03-12 ecb 0.89110675',
      '2026-03-13 ecb 0.88237889',
    ]);
    // 0.8633 / 1.1333
    assert.equal((await rows('USD', 'GBP')).at(-1), '2026-03-13 ecb 0.76175770');
    assert.equal((await rows('EUR', 'GBP')).at(-1), '2026-03-13 ecb 0.86330000');
    assert.deepEqual(await rateOf('de', 'USD', '2026-03-13'), ['0.88237889', 'ecb', '2026-03-13', 0]);
    // A Sunday takes Friday's, and the warning says so.
    assert.deepEqual(await rateOf('de', 'USD', '2026-03-15'), ['0.88237889', 'ecb', '2026-03-13', 1]);
  });

  it('is asked for the day alone while no day is missing, otherwise for the history', async () => {
    await refresh([fromFrankfurt()]);
    await refresh([fromFrankfurt()]);
    frankfurt.days['2026-03-14'] = { USD: '1.1444' };
    await refresh([fromFrankfurt()]);
    frankfurt.days['2026-03-16'] = { USD: '1.1555' };
    frankfurt.days['2026-03-17'] = { USD: '1.1666' };
    await refresh([fromFrankfurt()]);
    assert.deepEqual(
      frankfurt.asked.map((path) => /eurofxref-(\w+)/u.exec(path)?.[1]),
      ['hist', 'daily', 'daily', 'daily', 'hist'],
    );
    assert.equal((await rows('USD', 'EUR')).length, 6);
  });

  it('fails without harm', async () => {
    const faults: [Ecb['fault'], RegExp][] = [
      [{ status: 429, raw: '' }, /HTTP 429/],
      [{ status: 503, raw: '' }, /HTTP 503/],
      [{ status: 200, raw: 'not xml' }, /cannot be read/],
      [{ status: 200, raw: '<Envelope><Cube><Cube time="2026-13-01"/></Cube></Envelope>' }, /cannot be read/],
      [
        {
          status: 200,
          raw: '<Envelope><Cube><Cube time="2026-03-13"><Cube currency="USD" rate="N/A"/></Cube></Cube></Envelope>',
        },
        /cannot be read/,
      ],
      [{ status: 200, raw: '<Envelope><Cube><Cube time="2026-03-13">' }, /cannot be read/],
      ['hang', /no answer/],
    ];
    for (const [fault, words] of faults) {
      frankfurt.fault = fault;
      const [done] = await refresh([fromFrankfurt()]);
      assert.equal(done?.stored, 0);
      assert.match(done?.faults.join() ?? '', words);
    }
    assert.deepEqual(await rows('USD', 'EUR'), []);
  });

  it('does not expand what a file defines for itself', async () => {
    frankfurt.fault = {
      status: 200,
      raw: `<!DOCTYPE x [<!ENTITY a "${'9'.repeat(1_000)}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
        <Envelope><Cube><Cube time="2026-03-13"><Cube currency="USD" rate="&b;"/></Cube></Cube></Envelope>`,
    };
    assert.equal((await refresh([fromFrankfurt()]))[0]?.stored, 0);
  });
});

describe('both banks', () => {
  it('one that fails does not keep the other from being asked', async () => {
    bmx.fault = { status: 500 };
    const done = await refresh([fromMexico(), fromFrankfurt()]);
    assert.equal(done[0]?.stored, 0);
    assert.ok((done[1]?.stored ?? 0) > 0);
    assert.deepEqual(
      lines.map(({ level }) => level),
      ['warn', 'info'],
    );
  });

  it('pesos are Banco de México’s where it is configured, whatever the ECB says', async () => {
    const config = readConfig({
      BANXICO_TOKEN: BMX_TOKEN,
      BANXICO_URL: bmx.url,
      ECB_RATES: '1',
      ECB_URL: frankfurt.url,
    });
    await refresh(rateProviders(config));
    assert.ok((await rows('EUR', 'MXN')).every((row) => row.includes('banxico')));
    assert.equal((await rateOf('mx', 'EUR', '2026-03-13'))[1], 'banxico');
    assert.equal((await rateOf('de', 'MXN', '2026-03-13'))[1], 'ecb');
    const without = readConfig({ ECB_RATES: '1', ECB_URL: frankfurt.url });
    await refresh(rateProviders(without));
    assert.ok((await rows('JPY', 'MXN')).some((row) => row.includes('ecb')));
    assert.deepEqual(rateProviders(readConfig({})), []);
  });

  it('two instances at once keep one rate for each day and pair', async () => {
    await Promise.all(Array.from({ length: 4 }, () => refresh([fromMexico(), fromFrankfurt()])));
    assert.equal((await rows('USD', 'MXN')).length, 6);
    assert.equal((await rows('USD', 'EUR')).length, 3);
  });
});

describe('the refresher', () => {
  const parts = (environment: Readonly<Record<string, string>>) => ({
    providers: rateProviders(readConfig(environment)),
    database,
    log,
    now: () => NOW,
  });

  it('fetches at once, and stops without waiting for a slow bank', async () => {
    const refresher = startRateRefresher(parts({ ECB_RATES: '1', ECB_URL: frankfurt.url }));
    for (let tries = 0; tries < 100 && lines.length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await refresher.stop();
    assert.equal((await rows('USD', 'EUR')).length, 3);
    frankfurt.fault = 'hang';
    const started = Date.now();
    const slow = startRateRefresher(parts({ ECB_RATES: '1', ECB_URL: frankfurt.url }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await slow.stop();
    assert.ok(Date.now() - started < 2_000);
    assert.deepEqual(
      lines.filter(({ level }) => level === 'warn'),
      [],
    );
  });

  it('does nothing without a bank', async () => {
    await startRateRefresher(parts({})).stop();
    assert.deepEqual([bmx.asked, frankfurt.asked], [[], []]);
  });
});
