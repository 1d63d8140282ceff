// Certificates of entities: what is taken, what is refused and why, and who seals.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, verify, X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { OrganisationId } from '../../../generated/ids.ts';
import { addCertificate } from '../../../src/domain/parties/certificates/add.ts';
import { listCertificates } from '../../../src/domain/parties/certificates/store.ts';
import type { CsdFiles } from '../../../src/einvoicing/mx-cfdi/csd/read-csd.ts';
import { isSigner, signerFor } from '../../../src/domain/parties/certificates/signer.ts';
import type { Entity } from '../../../src/base/entity.ts';
import { isRefusal } from '../../../src/base/errors.ts';
import type { Signer } from '../../../src/einvoicing/filing.ts';
import { openAuthority, type SandboxAuthority } from '../../../src/sandbox/authority/authority.ts';
import type { NewCsd } from '../../../src/sandbox/authority/issue.ts';
import { createSecrets, type Secrets } from '../../../src/base/secrets/secrets.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { NOW, openBooks, type TestBooks } from '../../support/scope.ts';
import { filesOf } from './books.ts';
import { openBooks as booksOf } from '../../../src/domain/across/books/books.ts';

const RFC = 'PRO840423SG8';
const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

describe('certificates of entities', () => {
  let db: TestDatabase;
  let org: OrganisationId;
  let secrets: Secrets;
  let authority: SandboxAuthority;
  let books: TestBooks;
  before(async () => {
    db = await createTestDatabase();
    org = await addOrganisation(db.database);
    secrets = createSecrets({ master_key: randomBytes(32), data_dir: '/nowhere' });
    authority = await openAuthority(db.database, secrets, NOW);
    books = await newBooks();
  });
  after(() => db.close());

  const newBooks = async (country_code: 'MX' | 'DE' = 'MX'): Promise<TestBooks> =>
    openBooks(db.database, org, await addEntity(db.database, org, { country_code }));
  const issue = (wanted: Partial<NewCsd> = {}) =>
    authority.issueCsd({ rfc: RFC, holder: 'PAPELERIA ROBLES', now: NOW, ...wanted });
  const add = (files: CsdFiles, to = books) => to.write((ctx) => addCertificate(ctx, secrets, files));
  const signer = (entity: Entity, sandboxAllowed: boolean, now = NOW) =>
    signerFor({ books: booksOf(db.database), secrets, issuer: authority, now }, entity, { sandboxAllowed });
  const found = (result: Awaited<ReturnType<typeof signerFor>>): Signer => {
    assert.ok(isSigner(result), JSON.stringify(result));
    return result;
  };
  const faultOf = (result: Awaited<ReturnType<typeof signerFor>>): string => {
    assert.ok(!isSigner(result), 'nobody can seal');
    assert.equal(result.fault.source, 'service');
    return `${result.fault.code}: ${result.fault.message}`;
  };
  const rows = (entityId: string = books.entity.id) =>
    db.database.kysely.selectFrom('certificate').selectAll().where('entity_id', '=', entityId).execute();

  it('stores a CSD with its key sealed, and leaves a trail without it', async () => {
    const csd = await issue();
    const { result, changes } = await add(filesOf(csd));
    assert.deepEqual(
      [result.serial, result.rfc, result.holder, result.sandbox],
      [csd.serial, RFC, 'PAPELERIA ROBLES', false],
    );
    assert.equal(result.valid_to, csd.validTo.toISOString());
    assert.deepEqual(changes, [
      {
        event: 'certificate.added',
        record_type: 'certificate',
        record_id: result.id,
        before: null,
        after: result,
      },
    ]);
    const [row] = await rows();
    assert.match(row?.private_key ?? '', /^v1\./);
    const plain = csd.key.export({ format: 'der', type: 'pkcs8' }).toString('base64').slice(100, 200);
    assert.ok(!JSON.stringify(row).includes(plain));
    assert.deepEqual(await listCertificates(db.database.reader, [books.entity.id]), [result]);
  });

  it('refuses in one sentence what does not fit, and stores nothing', async () => {
    const csd = await issue();
    const good = filesOf(csd);
    const stored = filesOf(await issue());
    await add(stored);
    const before = await rows();
    const sentence = async (files: CsdFiles, to = books): Promise<string> => {
      try {
        await add(files, to);
      } catch (error) {
        assert.ok(isRefusal(error), String(error));
        assert.match(error.message, /^[A-Z][^\n]*\.$/);
        return error.message;
      }
      return assert.fail('it was taken');
    };
    const { serial } = csd;
    const is = async (files: CsdFiles, expected: RegExp): Promise<void> =>
      assert.match(await sentence(files), expected);
    const other = filesOf(await issue());
    const [expired, later] = [
      await issue({ validFrom: inDays(-30), validTo: inDays(-1) }),
      await issue({ validFrom: inDays(1) }),
    ];
    const weak = filesOf(await issue({ bits: 1024 }));
    await is({ ...good, certificate: good.key }, /certificate file is not an X\.509 certificate/);
    await is({ ...good, certificate: Buffer.alloc(0) }, /certificate file is not an X\.509 certificate/);
    await is({ ...good, key: good.certificate }, /key file is not a private key in PKCS#8|pass phrase/);
    await is({ ...good, key: Buffer.from('hello') }, /key file is not a private key in PKCS#8/);
    await is({ ...good, passphrase: 'wrong' }, /The pass phrase does not open the key file/);
    await is({ ...good, passphrase: '' }, /The pass phrase does not open the key file/);
    await is({ ...good, key: other.key }, new RegExp(`belongs to another certificate than ${serial}`));
    await is(filesOf(expired), /expired on 2026-03-09; ask the SAT for a new CSD/);
    await is(filesOf(later), /is not valid before 2026-03-11/);
    await is(
      filesOf(await issue({ kind: 'fiel' })),
      /is an e\.firma \(FIEL\); invoices are sealed with a CSD/,
    );
    await is(
      filesOf(await issue({ rfc: 'CAS180312KQ0' })),
      /belongs to CAS180312KQ0, not to Papelería Robles/,
    );
    await is(weak, /is not an RSA key of at least 2048 bits/);
    await is({ ...good, certificate: authority.certificate.raw }, /is none of the SAT for a taxpayer/);
    await is(stored, /is already stored for Papelería Robles/);
    assert.match(await sentence(good, await newBooks('DE')), /Germany, where invoices take no certificate/);
    assert.deepEqual(await rows(), before);
  });

  it('tells a wrong pass phrase from a wrong file, whatever the padding says', async () => {
    const good = filesOf(await issue());
    for (let tries = 0; tries < 300; tries += 1) {
      await assert.rejects(add({ ...good, passphrase: `wrong ${tries}` }), (error) =>
        isRefusal(error, 'key_file_pass_phrase'),
      );
    }
  });

  it('reads PEM too, and a key of another kind not at all', async () => {
    const csd = await issue();
    const { passphrase } = filesOf(csd);
    const key = csd.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase });
    const certificate = Buffer.from(new X509Certificate(csd.certificate).toString());
    const { result } = await add({ certificate, key: Buffer.from(key), passphrase });
    assert.equal(result.serial, csd.serial);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ec = privateKey.export({ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase });
    await assert.rejects(add({ certificate, key: ec, passphrase }), /belongs to another certificate/);
  });

  it('seals with the newest own CSD in force', async () => {
    const own = await newBooks();
    const old = await issue({ validFrom: inDays(-100), validTo: inDays(10) });
    const fresh = await issue({ validFrom: inDays(-5), validTo: inDays(100) });
    await add(filesOf(fresh), own);
    await add(filesOf(old), own);
    const sealer = found(await signer(own.entity, false));
    assert.deepEqual([sealer.certificateNumber, sealer.taxId, sealer.sandbox], [fresh.serial, RFC, false]);
    assert.equal(sealer.certificate, fresh.certificate.toString('base64'));
    const { publicKey } = new X509Certificate(fresh.certificate);
    const text = '||4.0|Ñ||';
    assert.ok(verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(sealer.sign(text), 'base64')));
    const sha1 = Buffer.from(sealer.signSha1?.(text) ?? '', 'base64');
    assert.ok(verify('RSA-SHA1', Buffer.from(text), publicKey, sha1));
    assert.match(
      faultOf(await signer(own.entity, false, inDays(200))),
      /^certificate_expired: .* has no CSD in force; \d{20} is valid from/,
    );
    const changed = { ...own.entity, tax_id: 'CAS180312KQ0' };
    assert.match(faultOf(await signer(changed, false)), /^certificate_missing: /);
  });

  it('issues one sandbox CSD at first need, and never uses it elsewhere', async () => {
    const own = await newBooks();
    assert.match(faultOf(await signer(own.entity, false)), /^certificate_missing: .* has no CSD/);
    const all = await Promise.all(Array.from({ length: 8 }, () => signer(own.entity, true)));
    const serials = new Set(all.map((one) => found(one).certificateNumber));
    assert.equal(serials.size, 1);
    assert.equal((await rows(own.entity.id)).length, 1);
    assert.ok(found(await signer(own.entity, true)).sandbox);
    assert.match(faultOf(await signer(own.entity, false)), /^certificate_missing: /);
    const trail = await db.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'actor_id', 'action'])
      .where('entity_id', '=', own.entity.id)
      .execute();
    assert.deepEqual(trail, [{ actor_type: 'system', actor_id: 'service', action: 'sandbox certificate' }]);
    const csd = await issue();
    await add(filesOf(csd), own);
    assert.equal(found(await signer(own.entity, true)).certificateNumber, csd.serial);
    assert.equal(found(await signer(own.entity, true, inDays(1_300))).certificateNumber, csd.serial);
    assert.ok(found(await signer(own.entity, true, inDays(1_500))).sandbox, 'a new one when both have ended');
  });

  it('says so when the master key is another one', async () => {
    const own = await newBooks();
    await add(filesOf(await issue()), own);
    const elsewhere = createSecrets({ master_key: randomBytes(32), data_dir: '/nowhere' });
    const scope = { books: booksOf(db.database), secrets: elsewhere, issuer: authority, now: NOW };
    const result = await signerFor(scope, own.entity, { sandboxAllowed: false });
    assert.match(faultOf(result), /^certificate_sealed: .*another master key/);
  });
});
