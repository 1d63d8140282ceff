// The sandbox's authority: certificates in the form of the SAT's, one authority for all instances.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { readCertificate } from '../../src/einvoicing/mx-cfdi/csd/certificate.ts';
import { openAuthority, type SandboxAuthority } from '../../src/sandbox/authority/authority.ts';
import { createSecrets, type Secrets } from '../../src/base/secrets/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Not a dependency: where it is missing the test is skipped. */
const OPENSSL = 'openssl';
const NOW = new Date('2026-03-10T18:00:00Z');
const HOLDER = 'CAFÉ "ALTURA", ÑANDÚ + CÍA = x';

describe("the sandbox's authority", () => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-authority-'));
  let db: TestDatabase;
  let secrets: Secrets;
  let authority: SandboxAuthority;
  before(async () => {
    db = await createTestDatabase();
    secrets = createSecrets({ master_key: null, data_dir: folder });
    authority = await openAuthority(db.database, secrets, NOW);
  });
  after(() => db.close());

  it('issues certificates of any RFC, as the SAT writes them', async () => {
    for (const rfc of ['PRO840423SG8', 'Ñ&A840423SG8', 'XEXX010101AB1']) {
      const csd = await authority.issueCsd({ rfc, holder: HOLDER, now: NOW });
      const facts = readCertificate(csd.certificate);
      assert.ok(facts !== null);
      assert.deepEqual([facts.rfc, facts.kind, facts.holder], [rfc, 'csd', HOLDER]);
      assert.match(facts.serial ?? '', /^90001\d{15}$/);
      assert.equal(facts.serial, csd.serial);
      assert.equal(facts.validFrom.toISOString(), '2026-03-09T18:00:00.000Z');
      assert.equal(facts.validTo.toISOString(), csd.validTo.toISOString());
      assert.ok(facts.x509.checkPrivateKey(csd.key) && facts.x509.checkIssued(authority.certificate));
      assert.ok(facts.x509.verify(authority.certificate.publicKey));
    }
    const fiel = await authority.issueCsd({ rfc: 'PRO840423SG8', holder: HOLDER, now: NOW, kind: 'fiel' });
    assert.equal(readCertificate(fiel.certificate)?.kind, 'fiel');
    assert.equal(readCertificate(authority.certificate.raw)?.kind, 'other');
  });

  it('passes the strict checks of openssl', async (test) => {
    if (spawnSync(OPENSSL, ['version']).error !== undefined) return test.skip('there is no openssl');
    const csd = await authority.issueCsd({ rfc: 'PRO840423SG8', holder: HOLDER, now: new Date() });
    const pem = (name: string, der: Buffer): string => {
      const path = join(folder, name);
      writeFileSync(path, new X509Certificate(der).toString());
      return path;
    };
    const root = pem('root.pem', authority.certificate.raw);
    for (const path of [pem('csd.pem', csd.certificate), pem('pac.pem', authority.pac.certificate.raw)]) {
      const args = ['verify', '-x509_strict', '-CAfile', root, path];
      const { status, stdout, stderr } = spawnSync(OPENSSL, args, { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  });

  it('is one for all instances, also when they make it at the same time', async () => {
    const empty = await createTestDatabase();
    const others = await Promise.all(
      Array.from({ length: 3 }, () => openDatabase(empty.address, { connections: 2 })),
    );
    try {
      const opened = await Promise.all(others.map((other) => openAuthority(other, secrets, NOW)));
      const prints = new Set(
        opened.flatMap(({ certificate, pac }) => [certificate.fingerprint256, pac.serial]),
      );
      assert.equal(prints.size, 2);
      const { rows } = {
        rows: await empty.database.kysely.selectFrom('sandbox_secret').selectAll().execute(),
      };
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.value ?? '', /^v1\./);
    } finally {
      for (const other of others) await other.close();
      await empty.close();
    }
  });

  it('does not open with another master key, and says why', async () => {
    const other = await openDatabase(db.address, { connections: 1 });
    try {
      const stranger = createSecrets({ master_key: Buffer.alloc(32, 7), data_dir: folder });
      await assert.rejects(
        openAuthority(other, stranger, NOW),
        /sandbox_secret\/authority was sealed with another/,
      );
    } finally {
      await other.close();
    }
  });
});
