// One-time addresses: a file comes by PUT, is kept whole or not at all, and the address takes one, in time.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';

import { SERVICE } from '../../../generated/service.ts';
import { newId } from '../../../src/db/ids.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { insertMember } from '../../../src/domain/ground/organisations/store.ts';
import { tokenAs } from '../../oauth/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { declared, refused } from '../support.ts';
import { readTest } from './support.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ read: readTest });
  service.setNow(new Date('2026-11-20T18:00:00Z'));
});
after(() => service.close());

const mx = () => service.client(service.keys.mx);

const address = async (file_name = 'scan.pdf'): Promise<string> => {
  const { upload, received_document } = await mx().receive_document({ file_name });
  assert.equal(received_document, null);
  assert.deepEqual([upload?.method, upload?.max_bytes], ['PUT', SERVICE.inbox.file_bytes]);
  return upload?.url ?? '';
};

const put = async (url: string, body: Buffer | string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'PUT',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const files = async (): Promise<{ whole: number; broken: number; chunks: number }> => {
  const { kysely } = service.database;
  const rows = await kysely
    .selectFrom('stored_file')
    .select(['id', 'sha256'])
    .where('entity_id', '=', service.entities.mx)
    .execute();
  const chunks = await kysely
    .selectFrom('stored_file_chunk')
    .select('file_id')
    .where('entity_id', '=', service.entities.mx)
    .execute();
  return {
    whole: rows.filter(({ sha256 }) => sha256 !== null).length,
    broken: rows.filter(({ sha256 }) => sha256 === null).length,
    chunks: chunks.length,
  };
};

const settled = async (): Promise<void> => {
  for (let tries = 0; tries < 100 && (await files()).broken > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('an address', () => {
  test('takes one file, in chunks, with its digest', async () => {
    const url = await address('../groß.pdf');
    const bytes = Buffer.alloc(2.5 * SERVICE.inbox.chunk_bytes, 7);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const before = await files();
    const wrong = await put(url, bytes, { 'X-Content-SHA256': '0'.repeat(64) });
    assert.deepEqual([wrong.status, wrong.body['error_type']], [422, 'upload_digest']);
    assert.deepEqual(await files(), before);
    const { status, body } = await put(url, bytes, { 'X-Content-SHA256': sha256.toUpperCase() });
    assert.equal(status, 201);
    const { received_document: kept } = body as { received_document: Record<string, unknown> };
    assert.deepEqual([kept['sha256'], kept['bytes'], kept['file_name']], [sha256, bytes.length, 'groß.pdf']);
    assert.equal((await files()).chunks, before.chunks + 3);
    const again = await put(url, bytes);
    assert.deepEqual([again.status, again.body['error_type']], [410, 'upload_used']);
    const other = await put(await address(), bytes);
    assert.deepEqual([other.status, other.body['already_received']], [201, true]);
    assert.deepEqual([(await files()).chunks, (await files()).broken], [before.chunks + 3, 0]);
  });

  test('says why it takes nothing', async () => {
    const url = await address();
    const token = url.split('/').at(-1) ?? '';
    assert.equal((await put(url.replace(token, 'a'.repeat(43)), 'x')).status, 404);
    assert.equal((await put(`${url}/../x`, 'x')).status, 404);
    const got = await fetch(url);
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'PUT']);
    assert.deepEqual((await put(url, '')).body['error_type'], 'upload_empty');
    const large = await put(url, Buffer.alloc(SERVICE.inbox.file_bytes + 1));
    assert.deepEqual([large.status, large.body['error_type']], [413, 'upload_too_large']);
    service.setNow(new Date(`2026-11-20T18:${SERVICE.inbox.upload_minutes}:01Z`));
    assert.deepEqual((await put(url, 'late')).body['error_type'], 'upload_expired');
    service.setNow(new Date('2026-11-20T18:00:00Z'));
    assert.equal((await put(url, 'in time')).status, 201);
  });

  test('ends with the key, its scope or its company, before the file comes and while it comes', async () => {
    const { kysely } = service.database;
    const { key_id: id } = await kysely
      .selectFrom('received_upload')
      .select('actor_id as key_id')
      .where('entity_id', '=', service.entities.mx)
      .executeTakeFirstOrThrow();
    const key = await kysely.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const set = (columns: object) =>
      kysely.updateTable('api_key').set(columns).where('id', '=', id).execute();
    const back = {
      revoked_at: null,
      expires_at: key.expires_at,
      entity_id: key.entity_id,
      scopes: JSON.stringify(key.scopes),
    };
    const before = await files();
    for (const ended of [
      { revoked_at: '2026-11-20 17:59:00.000' },
      { expires_at: '2026-11-20 17:59:00.000' },
      { scopes: '["bills:read"]' },
      { entity_id: service.entities.de },
    ]) {
      const url = await address();
      await set(ended);
      const late = await put(url, 'after the end');
      assert.deepEqual([late.status, late.body['error_type']], [403, 'upload_ended'], JSON.stringify(ended));
      await set(back);
    }
    const url = new URL(await address());
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const req = request(url, { method: 'PUT', headers: { 'Content-Length': '20' } }, (res) => {
        res
          .setEncoding('utf8')
          .on('data', (said: string) => resolve({ status: res.statusCode ?? 0, text: said }));
      });
      req.on('error', reject);
      req.write('0123456789', () =>
        setTimeout(() => {
          void set({ revoked_at: '2026-11-20 18:00:00.000' }).then(() => req.end('0123456789'));
        }, 200),
      );
    });
    assert.deepEqual([status, /upload_ended/.test(text)], [403, true]);
    await set(back);
    await settled();
    assert.deepEqual(await files(), before);
    assert.equal((await put(url.href, 'by a key that stands')).status, 201);
  });

  test('of a member ends with the membership and with the role', async () => {
    const { kysely } = service.database;
    const member = newId('MemberId');
    const { organisation_id } = service;
    const person = { email: 'clara@ibarra.example', name: 'Clara', role: 'accountant' } as const;
    await inTransaction(service.database, (db) =>
      insertMember(db, organisation_id, { id: member, ...person }, new Date()),
    );
    const url = await address();
    const token_hash = createHash('sha256')
      .update(url.split('/').at(-1) ?? '')
      .digest('hex');
    await kysely
      .updateTable('received_upload')
      .set({ actor_type: 'member', actor_id: member })
      .where('token_hash', '=', token_hash)
      .execute();
    const send = async (role: 'viewer' | 'accountant') => {
      await kysely.updateTable('member').set({ role }).where('id', '=', member).execute();
      const { status, body } = await put(url, 'by a member');
      return [status, body['error_type']];
    };
    assert.deepEqual(await send('viewer'), [403, 'upload_ended']);
    assert.deepEqual(await send('accountant'), [201, undefined]);
  });

  test('of a connected app ends with the role or the membership of its person', async () => {
    const { kysely } = service.database;
    const email = 'berta@ibarra.example';
    const secret = await tokenAs(
      service,
      { email, role: 'accountant', scopes: ['bills:write'] },
      { toolsets: ['inbox'], now: new Date('2026-11-20T18:00:00Z') },
    );
    const ask = { file_name: 'scan.pdf', entity_id: service.entities.mx };
    const opened = async (): Promise<string> =>
      (await service.client(secret).receive_document(ask)).upload?.url ?? '';
    const urls = [await opened(), await opened(), await opened()] as const;
    const set = (columns: object) =>
      kysely.updateTable('member').set(columns).where('email', '=', email).execute();
    const before = await files();
    for (const [url, columns] of [
      [urls[0], { role: 'viewer' }],
      [urls[1], { role: 'accountant', removed_at: '2026-11-20 18:00:00.000' }],
    ] as const) {
      await set(columns);
      const late = await put(url, 'after the end');
      assert.deepEqual(
        [late.status, late.body['error_type']],
        [403, 'upload_ended'],
        JSON.stringify(columns),
      );
    }
    assert.deepEqual(await files(), before);
    await set({ removed_at: null });
    assert.equal((await put(urls[2], 'by an app that stands')).status, 201);
  });

  test('that more than the limit is sent to in parts keeps nothing', async () => {
    const url = new URL(await address());
    const before = await files();
    const status = await new Promise<number | string>((resolve) => {
      const req = request(url, { method: 'PUT' }, (res) => resolve(res.resume().statusCode ?? 0));
      req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      const part = Buffer.alloc(1_000_000);
      for (let sent = 0; sent <= SERVICE.inbox.file_bytes; sent += part.length) req.write(part);
      req.end();
    });
    assert.ok(status === 413 || status === 'ECONNRESET' || status === 'EPIPE', String(status));
    await settled();
    assert.deepEqual(await files(), before);
  });

  test('whose sender goes away stays open, and nothing half is left', async () => {
    const url = await address();
    const before = await files();
    await new Promise<void>((resolve) => {
      const req = request(new URL(url), { method: 'PUT', headers: { 'Content-Length': '5000000' } });
      req.on('error', () => resolve());
      req.write(Buffer.alloc(3_000_000), () => setTimeout(() => req.destroy(), 100));
      req.on('close', () => resolve());
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await settled();
    assert.deepEqual(await files(), before);
    // The address is given back after what came is gone.
    let whole = await put(url, 'whole');
    for (let tries = 0; tries < 100 && whole.status === 409; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      whole = await put(url, 'whole');
    }
    assert.equal(whole.status, 201);
  });

  test(declared('receive_document', 'uploads_open', 'more than so many at once are refused'), async () => {
    const { kysely } = service.database;
    const open = async () =>
      (
        await kysely
          .selectFrom('received_upload')
          .select('id')
          .where('organisation_id', '=', service.organisation_id)
          .where('used_at', 'is', null)
          .execute()
      ).length;
    for (let count = await open(); count < SERVICE.inbox.open_uploads; count += 1) await address();
    const refusal = await refused(service, 'mx', 'receive_document', { file_name: 'one.pdf' });
    assert.match(JSON.stringify(refusal), /uploads_open/);
  });
});
