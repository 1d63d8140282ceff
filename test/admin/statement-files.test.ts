// Files of banks through `statement import`: what is stored of them, what is remembered, and what files of different
// formats have in common.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';
import { admin, db, de, mx, usingTwoCompanies } from './two-companies.ts';

usingTwoCompanies();

const FIXTURES = join(packageRoot(), 'test', 'domain', 'bank-statements', 'fixtures');

describe('statement files of banks', () => {
  let seen = 0;
  let pesos: string;
  let euros: string;
  // The accounts of each test are its own; a number that another account has is taken from it first.
  beforeEach(async () => {
    await db.database.kysely.updateTable('bank_account').set({ clabe: null, iban: null }).execute();
    const open = async (entity: string, ...more: string[]): Promise<string> =>
      (await admin.json('bank-account', 'create', '--entity', entity, `--name=Konto ${(seen += 1)}`, ...more))
        .id;
    pesos = await open(mx, '--currency=MXN', '--clabe=072180006015009472');
    euros = await open(de, '--currency=EUR', '--iban=DE34200505501234567890');
  });

  const load = (account: string, path: string, ...more: string[]) =>
    admin.json('statement', 'import', '--bank-account', account, path, ...more);
  const fixture = (account: string, name: string, ...more: string[]) =>
    load(account, join(FIXTURES, name), ...more);
  const stored = (account: string) =>
    db.database.kysely
      .selectFrom('bank_transaction')
      .select(['date', 'amount_minor', 'counterparty_hint', 'party_account', 'party_tax_id', 'reference'])
      .where('bank_account_id', '=', account)
      .orderBy('id')
      .execute();

  it('keeps the other party of each line', async () => {
    const report = await fixture(pesos, 'banorte.csv');
    assert.deepEqual([report.imported, report.warnings], [4, []]);
    const [first] = await stored(pesos);
    assert.deepEqual(first, {
      date: '2026-03-03',
      amount_minor: 1_250_000,
      counterparty_hint: 'HOTELES TEPOZAN SA DE CV',
      party_account: '021180040123456788',
      party_tax_id: 'HTE990721RU3',
      reference: '1203',
    });
  });

  it('knows a line of Banorte by its number, whatever part of a day a file shows', async () => {
    const rows = readFileSync(join(FIXTURES, 'banorte.csv'), 'utf8').trimEnd().split('\r\n');
    const [head = '', ...data] = rows;
    const part = (...indexes: number[]): string =>
      admin.file('part.csv', [head, ...indexes.map((index) => data[index] ?? '')].join('\r\n'));
    // The two fees are alike but for their numbers: each file shows one of them, and one shows both twice.
    assert.equal((await load(pesos, part(2))).imported, 1);
    assert.equal((await load(pesos, part(3))).imported, 1);
    const again = await load(pesos, part(3, 2, 2, 3), '--partial');
    assert.deepEqual([again.imported, again.duplicates], [0, 4]);
    assert.equal((await fixture(pesos, 'banorte.csv')).imported, 2);
    assert.equal((await stored(pesos)).length, 4);
  });

  it('adds nothing twice when the same days come in another format', async () => {
    assert.equal((await fixture(euros, 'camt053.xml')).imported, 3);
    const csv = readFileSync(join(FIXTURES, 'sparkasse.csv'))
      .toString('latin1')
      .replace('04.03.26";"04.03.26";"ENTGELT', '05.03.26";"05.03.26";"ENTGELT');
    const report = await load(euros, admin.file('sparkasse.csv', Buffer.from(csv, 'latin1')));
    assert.deepEqual([report.imported, report.duplicates], [0, 3]);
    // Two of them say the same in both; of the third, one bank's file says more.
    assert.match(report.warnings.join(' '), /1 row was taken for lines .* from a file of another format/);
    // A fourth movement is new, and stays known.
    const mt940 = await fixture(euros, 'mt940.sta');
    assert.deepEqual([mt940.imported, mt940.duplicates], [1, 3]);
    assert.equal((await fixture(euros, 'mt940.sta')).bank_statement_id, mt940.bank_statement_id);
    assert.equal((await stored(euros)).length, 4);
  });

  it('keeps a movement of the same day and amount that another format does not have', async () => {
    const camt = readFileSync(join(FIXTURES, 'camt053.xml'), 'utf8');
    await load(euros, admin.file('camt.xml', camt));
    const csv = [
      'Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag',
      '04.03.2026;RE 2026-17;Käufer AG;3283,30',
      '04.03.2026;ganz anderes;Andere Firma;3283,30',
    ].join('\n');
    const report = await load(euros, admin.file('more.csv', csv));
    assert.deepEqual([report.imported, report.duplicates], [1, 1]);
  });

  it('remembers how the columns of an account were read, and says so', async () => {
    const head = 'Cuándo,Qué,Cuánto';
    const options = ['--map-columns', 'date=Cuándo,amount=Cuánto,description=Qué', '--date-format', 'mdy'];
    const first = await load(pesos, admin.file('a.csv', `${head}\n3/1/2026,a,1.00`), ...options);
    assert.deepEqual(first.warnings, []);
    const second = await load(pesos, admin.file('b.csv', `${head}\n3/2/2026,b,2.00`));
    assert.match(
      second.warnings.join(' '),
      /read as at an earlier import of this account: date=Cuándo,.*dates mdy/,
    );
    assert.deepEqual(
      (await stored(pesos)).map(({ date }) => date),
      ['2026-03-01', '2026-03-02'],
    );
    // Other headings, or another account, know nothing of it; and what is said comes first.
    await load(pesos, admin.file('c.csv', 'Fecha,Concepto,Importe\n3/2/2026,c,3.00'));
    await load(pesos, admin.file('d.csv', `${head}\n3/4/2026,d,4.00`), '--date-format', 'dmy');
    assert.deepEqual(
      (await stored(pesos)).slice(2).map(({ date }) => date),
      ['2026-02-03', '2026-04-03'],
    );
    const refused = await admin.refused(
      'statement',
      'import',
      '--bank-account',
      euros,
      admin.file('e.csv', `${head}\n3/2/2026,b,2.00`),
    );
    assert.equal(refused.code, 'unreadable_file');
  });

  it('remembers nothing of a dry run or of a file that was rejected', async () => {
    const head = 'Cuándo,Qué,Cuánto';
    const map = ['--map-columns', 'date=Cuándo,amount=Cuánto'];
    await load(pesos, admin.file('a.csv', `${head}\n3/1/2026,a,1.00`), ...map, '--dry-run');
    await admin.run(
      'statement',
      'import',
      '--bank-account',
      pesos,
      admin.file('b.csv', `${head}\nx,a,1.00`),
      ...map,
    );
    const refused = await admin.refused(
      'statement',
      'import',
      '--bank-account',
      pesos,
      admin.file('c.csv', `${head}\n3/1/2026,a,1.00`),
    );
    assert.equal(refused.code, 'unreadable_file');
  });

  it('imports nothing of a file that is broken', async () => {
    for (const name of [
      'camt-gap.xml',
      'camt-bad-row.xml',
      'mt940-gap.sta',
      'camt-other-account.xml',
      'camt-mixed-currency.xml',
      'camt-truncated.xml',
      'mt940-truncated.sta',
    ]) {
      const { code, err } = await admin.run(
        'statement',
        'import',
        '--bank-account',
        euros,
        join(FIXTURES, 'broken', name),
        '--json',
      );
      assert.equal(code, 1, name);
      assert.match(err, /[Ll]ine \d+|rows? (?:was|were) rejected/, name);
    }
    assert.deepEqual(await stored(euros), []);
    const partial = await fixture(euros, 'broken/camt-gap.xml', '--partial');
    assert.equal(partial.imported, 2);
    assert.match(partial.warnings.join(' '), /^Line 9: the closing balance 5282.30 does not follow/);
  });
});
