// Whole exports in files: what the tools answer in pages, replaced only when complete.
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { startTestService, type TestService } from '../support/service.ts';
import {
  addBills,
  addCounterparty,
  addInvoices,
  counterpartyId,
  postAll,
  walkCsv,
} from '../tools/ledgers/support.ts';
import { type Admin, adminOn, NOW } from './support.ts';

const LUNA = counterpartyId(1);
const OTHER = counterpartyId(2);
const ROWS = 230;

let service: TestService;
let admin: Admin;
let entity: string;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  admin = adminOn(service.databaseUrl);
  const { mx, de } = service.entities;
  entity = mx;
  await addCounterparty(service, mx, LUNA, '=Luna "La Buena", S.A. 😀');
  await addCounterparty(service, de, OTHER, 'Nordlicht GmbH');
  const numbers = Array.from({ length: ROWS }, (_, n) => n);
  const dated = (n: number) => ({ counterparty_id: LUNA, issue_date: `2026-0${1 + (n % 3)}-11` });
  await addInvoices(
    service,
    mx,
    numbers.map((n) => ({ ...dated(n), title: `-${n}\n` })),
  );
  await addBills(
    service,
    mx,
    numbers.map((n) => ({ ...dated(n), bill_number: `B${n}` })),
  );
  await postAll(
    service,
    mx,
    numbers.map((n) => ({
      counterparty_id: LUNA,
      entry_type: n % 3 === 0 ? 'bill' : 'invoice',
      date: dated(n).issue_date,
      amount_minor: 1000 + n,
      currency: n % 2 === 0 ? 'MXN' : 'USD',
    })),
  );
});
after(() => service.close());

const out = (name: string): string => join(admin.folder, name);

describe('a file is what the pages of the tool are', () => {
  const client = () => service.client(service.keys.mx);
  const check = async (
    what: string,
    options: string[],
    walked: Promise<{ csv: string; row_count: number | null }>,
  ) => {
    const path = out(`${what}.csv`);
    const answer = await admin.json('export', what, '--entity', entity, '--out', path, ...options);
    const { csv, row_count } = await walked;
    assert.equal(readFileSync(path, 'utf8'), csv);
    assert.deepEqual(answer, { rows: row_count, bytes: statSync(path).size });
    return row_count;
  };

  test('invoices', async () => {
    const rows = await check(
      'invoices',
      [],
      walkCsv((cursor) => client().export_invoices(cursor)),
    );
    assert.equal(rows, ROWS);
    const args = {
      status: 'filed',
      payment_status: 'unpaid',
      counterparty_id: LUNA,
      date_to: '2026-02-28',
    } as const;
    const options = [
      '--status=filed',
      '--payment-status=unpaid',
      `--counterparty=${LUNA}`,
      '--date-to=2026-02-28',
    ];
    await check(
      'invoices',
      options,
      walkCsv((cursor) => client().export_invoices({ ...args, ...cursor })),
    );
  });

  test('bills', async () => {
    const rows = await check(
      'bills',
      [],
      walkCsv((cursor) => client().export_bills(cursor)),
    );
    assert.equal(rows, ROWS);
    const args = { status: 'received', deductibility: 'pending_review', date_from: '2026-02-01' } as const;
    const options = ['--status=received', '--deductibility=pending_review', '--date-from=2026-02-01'];
    await check(
      'bills',
      options,
      walkCsv((cursor) => client().export_bills({ ...args, ...cursor })),
    );
  });

  test('ledger', async () => {
    const walk = (args: object) =>
      walkCsv((cursor) => client().generate_ledger({ format: 'csv', ...args, ...cursor }));
    assert.equal(await check('ledger', [], walk({})), ROWS);
    assert.equal(statSync(out('ledger.csv')).mode & 0o777, 0o600);
    await check(
      'ledger',
      ['--type=ar', `--counterparty=${LUNA}`],
      walk({ type: 'ar', counterparty_id: LUNA }),
    );
    const days = { date_from: '2026-02-01', date_to: '2026-02-28' };
    await check('ledger', ['--date-from=2026-02-01', '--date-to=2026-02-28'], walk(days));
  });

  test('on standard output, with what is told of it on standard error', async () => {
    const path = out('same.csv');
    const args = ['export', 'invoices', '--entity', entity, '--out'];
    const told = (await admin.run(...args, path)).out;
    const content = readFileSync(path, 'utf8');
    assert.deepEqual(await admin.run(...args, '-'), { code: 0, out: content, err: told });
    assert.deepEqual(await admin.run(...args, '-', '--json'), { code: 0, out: content, err: '' });
  });

  test('nothing found is a header', async () => {
    const path = out('none.csv');
    const answer = await admin.json(
      'export',
      'invoices',
      '--entity',
      entity,
      '--out',
      path,
      '--date-from=2030-01-01',
    );
    assert.equal(answer.rows, 0);
    assert.match(readFileSync(path, 'utf8'), /^invoice_id,[a-z_,]+\r\n$/);
  });
});

describe('the file', () => {
  const write = (path: string) => admin.json('export', 'invoices', '--entity', entity, '--out', path);

  test('replaces the one that is there, also through a link', async () => {
    const path = out('old.csv');
    writeFileSync(path, 'x'.repeat(1_000_000));
    const link = out('link.csv');
    symlinkSync(path, link);
    const { bytes } = await write(link);
    assert.equal(readlinkSync(link), path);
    assert.equal(readFileSync(path).length, bytes);
  });

  test('stays as it was when the export is refused', async () => {
    const path = out('kept.csv');
    writeFileSync(path, 'kept');
    await admin.refused('export', 'invoices', '--entity', entity, '--out', path, `--counterparty=${OTHER}`);
    assert.equal(readFileSync(path, 'utf8'), 'kept');
  });

  test('cannot be in a folder that is not there, nor be a folder', async () => {
    for (const path of [out('missing/file.csv'), admin.folder]) {
      const { code, message } = await admin.refused('export', 'invoices', '--entity', entity, '--out', path);
      assert.equal(code, 'unwritable_file');
      assert.ok(message.startsWith(path), message);
    }
  });

  test('nothing else is left beside it', async () => {
    const folder = out('alone');
    mkdirSync(folder);
    await write(join(folder, 'a.csv'));
    await admin.refused(
      'export',
      'ledger',
      '--entity',
      entity,
      '--out',
      join(folder, 'b.csv'),
      `--counterparty=${OTHER}`,
    );
    assert.deepEqual(readdirSync(folder), ['a.csv']);
  });

  test('cannot be where nothing may be written', { skip: process.getuid?.() === 0 }, async () => {
    const folder = out('closed');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    const { code } = await admin.refused(
      'export',
      'bills',
      '--entity',
      entity,
      '--out',
      join(folder, 'a.csv'),
    );
    assert.equal(code, 'unwritable_file');
  });
});

describe('refusals', () => {
  const refused = (what: string, ...options: string[]) =>
    admin.refused('export', what, '--entity', entity, '--out', out('refused.csv'), ...options);

  test('a counterparty that does not exist, or is of another company', async () => {
    for (const what of ['invoices', 'bills', 'ledger']) {
      for (const id of [OTHER, counterpartyId(99)]) {
        assert.equal((await refused(what, `--counterparty=${id}`)).code, 'counterparty_not_found');
      }
    }
  });

  test('an entity that does not exist', async () => {
    const id = entity.slice(0, -4) + (entity.endsWith('zzzz') ? 'yyyy' : 'zzzz');
    const { code } = await admin.refused('export', 'ledger', '--entity', id, '--out', out('refused.csv'));
    assert.equal(code, 'not_found');
  });

  test('days that do not exist or are the wrong way round', async () => {
    assert.match((await refused('ledger', '--date-from=2026-02-30')).message, /day that exists/);
    const { code, message } = await refused('bills', '--date-from=2026-03-01', '--date-to=2026-02-01');
    assert.equal(code, 'invalid_value');
    assert.equal(message, '--date-from 2026-03-01 is after --date-to 2026-02-01.');
  });

  test('words that there are not', async () => {
    assert.match(
      (await refused('invoices', '--payment-status=partially_paid')).message,
      /unpaid, partial, paid/,
    );
    assert.match((await refused('ledger', '--type=all')).message, /ar, ap, both/);
    assert.equal((await refused('payments')).code, 'usage');
  });

  test('no file to write to', async () => {
    const { message } = await admin.refused('export', 'ledger', '--entity', entity);
    assert.match(message, /--out/);
  });
});
