// Transfers between own accounts are found when the second leg is imported; only what is certain is suggested.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, mxEntity } from './support.ts';

const CLABES = { bbva: '012180001122334451', banorte: '072180006015009472', santander: '014180655012345674' };
type Name = keyof typeof CLABES | 'dollars';

describe('transfers at import', () => {
  let db: TestDatabase;
  let admin: Admin;
  let org: string;
  let accounts: Record<Name, string>;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    org = (await admin.json('org', 'create', '--name', 'Despacho Ibarra')).id;
  });
  after(() => db.close());
  let companies = 0;
  beforeEach(async () => {
    companies += 1;
    const taxId = [
      'CAS180312KQ0',
      'PRO840423SG8',
      'EKU9003173C9',
      'XIA190128J61',
      'IIA040805DZ4',
      'IVD920810GU2',
      'URE180429TM6',
    ][companies - 1];
    const entity = (await admin.json(...mxEntity(org, taxId))).id;
    const open = async (name: string, ...more: string[]): Promise<string> =>
      (await admin.json('bank-account', 'create', '--entity', entity, `--name=${name}`, ...more)).id;
    accounts = {
      bbva: await open('bbva', '--currency=MXN', `--clabe=${CLABES.bbva}`),
      banorte: await open('banorte', '--currency=MXN', `--clabe=${CLABES.banorte}`),
      santander: await open('santander', '--currency=MXN', `--clabe=${CLABES.santander}`),
      dollars: await open('dollars', '--currency=USD'),
    };
  });

  const load = async (name: Name, ...rows: string[]): Promise<number> => {
    const file = admin.file(`${name}.csv`, ['Fecha,Concepto,Beneficiario,Importe', ...rows].join('\n'));
    const report = await admin.json('statement', 'import', '--bank-account', accounts[name], file);
    assert.equal(report.imported, rows.length);
    return report.transfers_suggested;
  };
  /** Each pair as `account description > account description`, from debit to credit. */
  const pairs = async (): Promise<string[]> => {
    const rows = await db.database.kysely
      .selectFrom('bank_transaction')
      .select([
        'id',
        'bank_account_id',
        'description',
        'transaction_type',
        'transfer_peer_id',
        'transfer_status',
        'match_status',
      ])
      .where('bank_account_id', 'in', Object.values(accounts))
      .orderBy('id')
      .execute();
    const nameOf = (id: string): string =>
      Object.entries(accounts).find(([, each]) => each === id)?.[0] ?? '';
    return rows.flatMap((row) => {
      if (row.transfer_peer_id === null) {
        assert.equal(row.transfer_status, null);
        return [];
      }
      assert.deepEqual([row.transfer_status, row.match_status], ['suggested', 'unmatched']);
      const peer = rows.find(({ id }) => id === row.transfer_peer_id);
      assert.equal(peer?.transfer_peer_id, row.id);
      if (row.transaction_type === 'credit') return [];
      return [
        `${nameOf(row.bank_account_id)} ${row.description} > ${nameOf(peer?.bank_account_id ?? '')} ${peer?.description}`,
      ];
    });
  };

  it('pairs by account number, own name or phrase, from either side', async () => {
    assert.equal(
      await load(
        'bbva',
        `02/03/2026,SPEI ENVIADO ${CLABES.banorte},,-5000.00`,
        '03/03/2026,RETIRO,Café Altura del Sur,-700.00',
        '05/03/2026,TRASPASO ENTRE CUENTAS PROPIAS,,900.00',
        '06/03/2026,SPEI ENVIADO,,-333.00',
      ),
      0,
    );
    assert.equal(
      await load(
        'banorte',
        '04/03/2026,SPEI RECIBIDO BBVA,,5000.00',
        '07/03/2026,ABONO,,700.00',
        '05/03/2026,CARGO,,-900.00',
        '06/03/2026,SPEI RECIBIDO,,333.00',
      ),
      3,
    );
    assert.deepEqual(await pairs(), [
      `bbva SPEI ENVIADO ${CLABES.banorte} > banorte SPEI RECIBIDO BBVA`,
      'bbva RETIRO > banorte ABONO',
      'banorte CARGO > bbva TRASPASO ENTRE CUENTAS PROPIAS',
    ]);
  });

  it('lies four days apart at most', async () => {
    await load(
      'bbva',
      `02/03/2026,SPEI ${CLABES.banorte},,-10.00`,
      `02/03/2026,SPEI ${CLABES.banorte},,-20.00`,
    );
    assert.equal(await load('banorte', '06/03/2026,a,,10.00', '07/03/2026,b,,20.00'), 1);
  });

  it('does not take the refund of a third party, or a payment to one, for a transfer', async () => {
    await load(
      'bbva',
      '02/03/2026,COMPRA LAPTOP,Computadoras Centrales,-18500.00',
      '03/03/2026,SPEI ENVIADO,Proveedora del Bajio,-750.00',
    );
    assert.equal(
      await load(
        'banorte',
        '04/03/2026,SPEI RECIBIDO REEMBOLSO,Computadoras Centrales,18500.00',
        '03/03/2026,SPEI RECIBIDO,Hoteles Tepozan,750.00',
      ),
      0,
    );
    assert.deepEqual(await pairs(), []);
  });

  it('pairs two equal transfers of one day, and waits while one leg is missing', async () => {
    const out = `02/03/2026,SPEI ENVIADO ${CLABES.banorte},,-100.00`;
    await load('bbva', out, out);
    assert.equal(await load('banorte', '02/03/2026,SPEI RECIBIDO 1,,100.00'), 0);
    assert.equal(await load('banorte', '02/03/2026,SPEI RECIBIDO 2,,100.00'), 2);
    assert.equal((await pairs()).length, 2);
  });

  it('tells two equal transfers to two accounts by the account numbers', async () => {
    await load(
      'bbva',
      `02/03/2026,SPEI A ${CLABES.santander},,-100.00`,
      `02/03/2026,SPEI A ${CLABES.banorte},,-100.00`,
    );
    assert.equal(await load('banorte', '02/03/2026,SPEI RECIBIDO,,100.00'), 1);
    assert.equal(await load('santander', '02/03/2026,SPEI RECIBIDO,,100.00'), 1);
    assert.deepEqual(await pairs(), [
      `bbva SPEI A ${CLABES.santander} > santander SPEI RECIBIDO`,
      `bbva SPEI A ${CLABES.banorte} > banorte SPEI RECIBIDO`,
    ]);
  });

  it('pairs two currencies by the rate of the day, and only beside an account number', async () => {
    const rate = admin.file(
      'rates.ndjson',
      `${JSON.stringify({ date: '2026-03-02', base: 'USD', quote: 'MXN', rate: 18, source: 'bank' })}\n`,
    );
    await admin.json('import', 'exchange_rates', '--org', org, rate);
    await load(
      'dollars',
      `02/03/2026,WIRE TO ${CLABES.banorte},,-1000.00`,
      '02/03/2026,TRASPASO ENTRE CUENTAS PROPIAS,,-2000.00',
      `02/03/2026,WIRE TO ${CLABES.banorte} far,,-3000.00`,
    );
    assert.equal(
      await load(
        'banorte',
        '03/03/2026,ABONO DOLARES,,17900.00',
        '03/03/2026,ABONO,,36000.00',
        '03/03/2026,ABONO LEJOS,,50000.00',
      ),
      1,
    );
    assert.deepEqual(await pairs(), [`dollars WIRE TO ${CLABES.banorte} > banorte ABONO DOLARES`]);
  });

  it('stays as it is when a file comes again', async () => {
    await load('bbva', `02/03/2026,SPEI ${CLABES.banorte},,-10.00`);
    const file = admin.file('again.csv', 'Fecha,Concepto,Importe\n02/03/2026,a,10.00');
    const args = ['statement', 'import', '--bank-account', accounts.banorte, file];
    assert.equal((await admin.json(...args)).transfers_suggested, 1);
    assert.equal((await admin.json(...args)).transfers_suggested, 0);
    assert.equal((await pairs()).length, 1);
  });
});
