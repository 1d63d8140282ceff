// Which access point the service gets, and that the sandbox goes by the rules of the network.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readConfig } from '../../../src/base/config.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { phossAp } from '../../../src/providers/access-point/phoss-ap.ts';
import { provideAccessPoint } from '../../../src/start/access-point.ts';
import { GOLDEN } from '../../einvoicing/peppol-ubl/golden-cases.ts';
import { documentOf, FACTS } from '../../einvoicing/peppol-ubl/invoices.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { PHOSS_TOKEN, startPhoss } from './phoss-server.ts';
import { SILENT, startScripted, submissionOf, TOKEN, ubl } from './support.ts';

let db: TestDatabase;
before(async () => {
  db = await createTestDatabase();
});
after(() => db.close());

const provide = (environment: Readonly<Record<string, string>>) =>
  provideAccessPoint({
    config: readConfig(environment),
    database: db.database,
    log: SILENT,
    now: () => new Date(),
  });

it('is a sandbox of its own when none is configured', async () => {
  const { transport, sandbox, close } = await provide({});
  assert.deepEqual([transport.name, transport.sandbox], ['sandbox-access-point', true]);
  assert.equal(await transport.check(), null);
  // An invoice that says nothing but its number breaks many rules.
  const outcome = await transport.send(submissionOf({ bytes: ubl('1'), accessPointId: null }));
  assert.ok(outcome.kind === 'rejected');
  const codes = new Set(outcome.faults.map(({ code }) => code));
  for (const rule of ['BR-03', 'BR-06', 'BR-16'])
    assert.ok(codes.has(rule), `${rule} of ${[...codes].join()}`);
  assert.ok(outcome.faults.every(({ code }) => /^[A-Za-z]+-/.test(code)));
  assert.deepEqual(await sandbox?.inbox(), []);
  await close();
  assert.match((await transport.check()) ?? '', /cannot be reached/);
});

it('is the one that is configured', async () => {
  const server = await startScripted();
  server.script({ status: 404 });
  for (const [kind, path] of [
    ['storecove', /^\/v2\/document_submissions\//],
    ['phoss-ap', /^\/v2\/api\/outbound\/status\//],
  ] as const) {
    const { transport, sandbox, close } = await provide({
      ACCESS_POINT: kind,
      ACCESS_POINT_URL: `${server.url}/v2/`,
      ACCESS_POINT_TOKEN: TOKEN,
    });
    assert.deepEqual([transport.name, transport.sandbox, sandbox], [kind, false, null]);
    assert.equal(await transport.check(), null);
    assert.match(server.asked.at(-1)?.path ?? '', path);
    await close();
  }
  await server.close();
});

it('takes what the service builds for every country of the network, by either adapter', async () => {
  const { transport, sandbox, close } = await provide({});
  const phossServer = await startPhoss();
  const phoss = phossAp({ url: phossServer.url, token: PHOSS_TOKEN, sandbox: true });
  for (const [name, given] of Object.entries(GOLDEN)) {
    const { bytes } = peppolUbl.build(documentOf(given), FACTS);
    const submission = submissionOf({ key: `invc_${name}.1`, bytes, accessPointId: null });
    assert.equal((await transport.send(submission)).kind, 'accepted', name);
    assert.equal((await phoss.send(submission)).kind, 'accepted', name);
  }
  const all = Object.keys(GOLDEN).length;
  assert.ok(all >= 20);
  assert.equal((await sandbox?.inbox())?.length, all);
  const docTypes = new Set(
    [...phossServer.transactions.values()].map(({ docTypeID }) => docTypeID.split('::', 1)[0]),
  );
  assert.deepEqual(docTypes, new Set(['busdox-docid-qns', 'peppol-doctype-wildcard']));
  await phossServer.close();
  await close();
});
