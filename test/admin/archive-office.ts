// A German company with an archive, through the command line, and its ZIP as others read it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fromBufferPromise } from 'yauzl';

import type { ReadFile } from '../../src/domain/across/inbox/inbox.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { keepDocument } from '../../src/domain/filing/store/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bill, fileOf, NOBODY, readTest } from '../tools/inbox/support.ts';
import { type Admin, adminOn } from './support.ts';

export const KEY = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
export const NOW = new Date('2026-11-20T18:00:00Z');
export const BY = 'ana@archive.example';
export const LETTER = 'Dear Ana, this is private.';
export const UBL = '<Invoice xmlns="urn:test">filed, unchanged</Invoice>';

/** The bytes of files within a file come as JSON has them. */
const readWithFiles: ReadFile = async (file, signal) => {
  const reading = await readTest(file, signal);
  if (reading === 'busy') return reading;
  return { ...reading, files: reading.files.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })) };
};

export let service: TestService;
export let admin: Admin;
let own: string;

/** The hooks of a test file that works on these books. */
export const usingArchive = (): void => {
  before(async () => {
    service = await startTestService({ read: readWithFiles });
    service.setNow(NOW);
    admin = adminOn(service.databaseUrl, NOW, KEY);
    const row = await service.database.kysely
      .selectFrom('entity')
      .select('tax_id')
      .where('id', '=', service.entities.de)
      .executeTakeFirstOrThrow();
    own = row.tax_id ?? '';
    const org = ['--org', service.organisation_id];
    for (const [email, role] of [
      [BY, 'administrator'],
      ['accountant@archive.example', 'accountant'],
    ] as const)
      await admin.json('member', 'add', ...org, '--email', email, '--name', 'Ana', '--role', role);
    await de().create_counterparty({
      name: 'Stadtwerke Weilburg',
      country_code: 'DE',
      is_customer: true,
      postal_code: '35781',
      country_details: { vat_id: 'DE136695976', street: 'Markt 1', city: 'Weilburg' },
    });
  });
  after(() => service.close());
};

export const de = () => service.client(service.keys.de);
export const entity = (): string => service.entities.de;

export const received = async (content_base64: string, file_name: string) => {
  const { received_document: got } = await de().receive_document({ file_name, content_base64 });
  assert.ok(got);
  return got;
};

export const letter = (text = LETTER, name = 'Brief.jpg') =>
  received(Buffer.from(text).toString('base64'), name);

export const invoice = (
  number: string,
  issueDate = '2026-11-02',
  files: { name: string; text: string }[] = [],
) =>
  received(
    fileOf(
      bill(
        { buyer: { ...NOBODY, name: 'Us', vatId: own }, number, issueDate },
        {
          files: files.map(({ name, text }) => ({
            name,
            mimeType: 'text/plain',
            description: null,
            role: 'data',
            bytes: Buffer.from(text),
          })),
        },
      ),
    ),
    `${number}.xml`,
  );

export const book = (id: string) => admin.json('inbox', 'book', id, '--by', BY, '--despite-issues');
export const reject = (id: string) => admin.json('inbox', 'reject', id, '--by', BY, '--reason', 'Not ours');
export const remove = (id: string, ...more: string[]) => [
  'archive',
  'delete',
  id,
  '--by',
  BY,
  '--reason',
  'Sent by mistake',
  ...more,
];

export interface Entry {
  readonly id: string;
  readonly source: string;
  readonly record_id: string;
  readonly file_name: string;
  readonly number: string | null;
  readonly party: string | null;
  readonly total: string | null;
  readonly sha256: string;
  readonly retain_until: string;
  readonly state: string;
  readonly path: string | null;
  readonly deleted_by: string | null;
  readonly deletion_reason: string | null;
}

export const list = (...more: string[]): Promise<readonly Entry[]> =>
  admin.json('archive', 'list', '--entity', entity(), ...more);
export const entryOf = async (id: string): Promise<Entry | undefined> =>
  (await list()).find((entry) => entry.id === id);

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Read by another library than the one that wrote it. */
export const unpack = async (path: string): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(readFileSync(path), { lazyEntries: true, autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    assert.ok(!files.has(entry.fileName), entry.fileName);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
};

export const exportTo = (name: string, ...more: string[]) => {
  const path = join(admin.folder, name);
  return { path, args: ['archive', 'export', '--entity', entity(), '--out', path, ...more] };
};

export const indexOf = (files: Map<string, Buffer>): readonly Entry[] =>
  (JSON.parse(files.get('index.json')?.toString() ?? '{}') as { entries: Entry[] }).entries;

/** Every kind of file, once. */
export const fileInvoice = async (): Promise<string> => {
  const { id } = await de().create_invoice({
    counterparty_name: 'Stadtwerke Weilburg',
    line_items: [{ description: 'Beratung', quantity: 1, unit_price: 100 }],
    country_details: { buyer_reference: 'PO-1' },
  });
  const books = openBooks(service.database);
  const company = await getEntity(service.database.reader, entity());
  await books.change(company, newAct(SYSTEM, 'test', {}, NOW), async (ctx) => {
    await keepDocument(ctx, id, { kind: 'xml', media_type: 'application/xml', bytes: Buffer.from(UBL) });
    ctx.unchanged();
  });
  return id;
};

export const fileIdOf = async (id: string): Promise<string> =>
  (
    await service.database.kysely
      .selectFrom('received_document')
      .select('file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).file_id;
