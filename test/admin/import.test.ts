import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { admin, db, DONE, entity, importing, refusedRows, usingImportBooks } from './import-books.ts';
import { ndjson } from './support.ts';

usingImportBooks();

const HOTEL = {
  external_id: 'h1',
  name: 'HOTELES TEPOZAN',
  postal_code: '62520',
  email: 'cuentas@tepozan.example',
  country_details: { rfc: 'HTE150130RW0', fiscal_regime_code: '601' },
};
const ENERGY = {
  external_id: 'e1',
  name: 'ENERGIA DEL VALLE',
  postal_code: '06700',
  is_customer: false,
  is_supplier: true,
  country_details: { rfc: 'EVA020718QX8', fiscal_regime_code: '601' },
};
const NO_RFC = { external_id: 'x1', name: 'SIN RFC', postal_code: '06700' };

const withoutTimes = (rows: readonly object[]): object[] =>
  rows.map((row) => ({ ...row, id: null, created_at: null, updated_at: null }));

describe('import', () => {
  const counterparties = () =>
    db.database.kysely
      .selectFrom('counterparty')
      .selectAll()
      .where('entity_id', '=', entity)
      .orderBy('id')
      .execute();

  it('reads NDJSON and CSV to the same records', async () => {
    const lines = admin.file('a.ndjson', ndjson(HOTEL, ENERGY));
    assert.deepEqual(await admin.json(...importing('counterparties', lines)), { ...DONE, imported: 2 });
    const fromLines = withoutTimes(await counterparties());
    await db.database.kysely.deleteFrom('counterparty').execute();
    const csv = [
      '\uFEFFexternal_id,name,postal_code,email,is_customer,is_supplier,country_details.rfc,country_details.fiscal_regime_code',
      'h1,"HOTELES TEPOZAN",62520,cuentas@tepozan.example,,,HTE150130RW0,601',
      'e1,ENERGIA DEL VALLE,06700,,FALSE,true,EVA020718QX8,601',
      '',
    ].join('\r\n');
    assert.deepEqual(await admin.json(...importing('counterparties', admin.file('a.csv', csv))), {
      ...DONE,
      imported: 2,
    });
    assert.deepEqual(withoutTimes(await counterparties()), fromLines);
  });

  it('keeps the trail of each record', async () => {
    await admin.json(
      ...importing('counterparties', admin.file('a.ndjson', ndjson(HOTEL)), '--by', 'ana@ibarra.example'),
    );
    const [event] = await db.database.kysely.selectFrom('event').selectAll().execute();
    assert.deepEqual([event?.type, event?.entity_id], ['counterparty.created', entity]);
    const audit = await db.database.kysely
      .selectFrom('audit')
      .select(['action', 'actor_type'])
      .where('record_id', '=', event?.record_id ?? '')
      .executeTakeFirstOrThrow();
    assert.deepEqual(audit, { action: 'import counterparties', actor_type: 'member' });
  });

  it('imports all or nothing, and tells every line that stands in the way', async () => {
    const wrong = {
      ...HOTEL,
      external_id: 'h2',
      country_details: { rfc: 'HTE1501', fiscal_regime_code: '601' },
    };
    const twin = { ...HOTEL, external_id: 'h3' };
    const content = `${ndjson(HOTEL, wrong, twin)}{"name":\n[1]\n${ndjson({ nam: 'X', postal_code: 7 }, NO_RFC)}`;
    const map = join(admin.folder, 'map.ndjson');
    const report = await refusedRows(
      ...importing('counterparties', admin.file('b.ndjson', content), '--map', map),
    );
    assert.equal(report.imported, 0);
    assert.deepEqual(
      report.rejected.map(({ line }: { line: number }) => line),
      [2, 3, 4, 5, 6, 7],
    );
    const reasons: string[] = report.rejected.map(({ reason }: { reason: string }) => reason);
    assert.match(reasons[0] ?? '', /HTE1501 is not a valid RFC/);
    assert.match(
      reasons[1] ?? '',
      /^the tax id HTE150130RW0 stands on line 1 of this file already, for HOTELES TEPOZAN$/,
    );
    assert.deepEqual(reasons.slice(2, 4), [
      'the line is not valid JSON: {"name":',
      'the line must be a JSON object, not [1]',
    ]);
    assert.match(reasons[4] ?? '', /name is missing/);
    assert.match(reasons[4] ?? '', /there is no field nam\. Did you mean "name"\?/);
    assert.match(reasons[4] ?? '', /postal_code must be .*, not 7/);
    assert.match(reasons[5] ?? '', /country_details\.rfc is required in MX/);
    assert.deepEqual(await counterparties(), []);
    assert.deepEqual(await db.database.kysely.selectFrom('event').selectAll().execute(), []);
    assert.equal(existsSync(map), false);
    assert.deepEqual(
      readdirSync(admin.folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('imports what is right with --partial', async () => {
    const path = admin.file('c.ndjson', ndjson(HOTEL, NO_RFC, ENERGY));
    const report = await admin.json(...importing('counterparties', path, '--partial'));
    assert.deepEqual([report.imported, report.rejected.length, report.rejected[0].line], [2, 1, 2]);
    assert.equal((await counterparties()).length, 2);
  });

  it('skips an unchanged repeat, refuses a changed one, and changes it with --update', async () => {
    const path = admin.file('d.ndjson', ndjson(HOTEL, ENERGY));
    await admin.json(...importing('counterparties', path));
    assert.deepEqual(await admin.json(...importing('counterparties', path)), { ...DONE, skipped: 2 });
    assert.deepEqual(await admin.json(...importing('counterparties', path, '--update')), {
      ...DONE,
      skipped: 2,
    });
    const [first] = await counterparties();
    assert.equal(first?.version, 1);
    const changed = admin.file('e.ndjson', ndjson({ ...HOTEL, email: 'pagos@tepozan.example' }, ENERGY));
    const { rejected } = await refusedRows(...importing('counterparties', changed));
    assert.match(
      rejected[0].reason,
      /^external_id h1 is already imported as ctpy_\w+ with other values; add --update/,
    );
    assert.deepEqual(await admin.json(...importing('counterparties', changed, '--update')), {
      ...DONE,
      updated: 1,
      skipped: 1,
    });
    const [second] = await counterparties();
    assert.deepEqual([second?.id, second?.email, second?.version], [first?.id, 'pagos@tepozan.example', 2]);
  });

  it('writes the map of external ids, for known records too', async () => {
    const map = join(admin.folder, 'ids.ndjson');
    await admin.json(...importing('counterparties', admin.file('f.ndjson', ndjson(HOTEL))));
    const both = admin.file('g.ndjson', ndjson(ENERGY, { ...HOTEL }));
    await admin.json(...importing('counterparties', both, '--map', map));
    const ids = new Map((await counterparties()).map(({ external_id, id }) => [external_id, id]));
    assert.equal(
      readFileSync(map, 'utf8'),
      ndjson({ external_id: 'e1', id: ids.get('e1') }, { external_id: 'h1', id: ids.get('h1') }),
    );
    const lost = await admin.refused(...importing('counterparties', both, '--map', '/nowhere/ids.ndjson'));
    assert.match(lost.message, /The map file \/nowhere\/ids\.ndjson cannot be written \(ENOENT\)/);
  });

  it('shows warnings with their lines', async () => {
    const twin = { ...ENERGY, external_id: 'e2', country_details: { rfc: 'CRO950614H31' } };
    const report = await admin.json(
      ...importing('counterparties', admin.file('h.ndjson', ndjson(ENERGY, twin))),
    );
    assert.deepEqual(
      report.warnings.map(({ line }: { line: number }) => line),
      [2, 2],
    );
    assert.equal(report.warning_count, 2);
    const { out } = await admin.run(...importing('counterparties', admin.file('i.ndjson', ndjson(HOTEL))));
    assert.equal(out, '1 imported, 0 updated, 0 unchanged, 0 rejected.\n');
  });

  it('refuses a wrong type or target before it reads the file', async () => {
    const path = admin.file('r.ndjson', ndjson(HOTEL));
    assert.match(
      (await admin.refused(...importing('counterparty', path))).message,
      /There is no import "counterparty"\. Did you mean/,
    );
    assert.match((await admin.refused(...importing('tasks', path))).message, /There is no import "tasks"/);
    assert.match((await admin.refused('import', 'counterparties', path)).message, /needs --entity/);
    assert.match((await admin.refused('import', 'clients', path)).message, /needs --entity or --org/);
    const unknown = 'enti_01h455vb4pex5vsknk084sn02q';
    assert.equal((await admin.refused('import', 'products', path, '--entity', unknown)).code, 'not_found');
  });
});
