// Reading the trail on the command line, excerpts of it, and what a file that is none is told.
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANA } from '../support/office.ts';
import { SIGNER, usingTrail } from './office.ts';

const held = usingTrail(async (office) => {
  await office.verify();
});

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly record_id: string;
  readonly actor: { readonly name: string | null };
}

const list = async (...filters: string[]): Promise<Entry[]> =>
  (await held.office.admin.json('audit', 'list', ...filters)).data;

test('entries are found by person, key, record, company, action and time, page by page', async () => {
  const { office, made } = held;
  const all = await list('--limit=200');
  assert.equal(all.length, (await office.verify()).rows);
  const of = (wanted: (entry: Entry) => boolean): Entry[] => all.filter(wanted);
  assert.deepEqual(
    await list(`--person=${ANA}`),
    of(({ actor }) => actor.name === 'Ana'),
  );
  assert.deepEqual(
    await list('--key=test'),
    of(({ actor }) => actor.name === 'test'),
  );
  assert.deepEqual(
    await list(`--record=${made.bill}`),
    of(({ record_id }) => record_id === made.bill),
  );
  assert.deepEqual(
    await list('--action=create_invoice'),
    of(({ action }) => action === 'create_invoice'),
  );
  const ofCompany = await list(`--entity=${office.service.entities.de}`);
  assert.ok(ofCompany.length > 0 && ofCompany.length < all.length);
  assert.deepEqual(await list('--from=2099-01-01'), []);
  assert.deepEqual(await list('--from=2020-01-01T00:00:00Z', '--to=2099-01-01T00:00Z', '--limit=200'), all);
  const first = await office.admin.json('audit', 'list', '--limit=10');
  const second = await office.admin.json('audit', 'list', '--limit=10', `--cursor=${first.next_cursor}`);
  assert.deepEqual([...first.data, ...second.data], all.slice(0, 20));
  const { out } = await office.admin.run('audit', 'list', `--record=${made.bill}`);
  assert.match(out, /^AT +WHO +ACTION +RECORD +WHAT +ID\n/);
});

test('what is asked for wrongly is refused', async () => {
  const { admin } = held.office;
  for (const [code, ...filters] of [
    ['not_found', '--person=nobody@ibarra.example'],
    ['not_found', '--key=nothing'],
    ['not_found', `--entity=enti_${'0'.repeat(26)}`],
    ['invalid_value', '--from=2026-02-01', '--to=2026-01-01'],
    ['usage', '--from=yesterday'],
  ] as const)
    assert.equal((await admin.refused('audit', 'list', ...filters)).code, code, filters.join(' '));
  assert.equal((await admin.refused('audit', 'show', `audt_${'0'.repeat(26)}`)).code, 'not_found');
});

test('an entry is shown whole, with its place in the log and the checkpoint that covers it', async () => {
  const { office, made } = held;
  const [entry] = await list(`--record=${made.bill}`, '--action=create_bill');
  const shown = await office.admin.json('audit', 'show', entry?.id ?? '');
  const [leaf] = await office.rows<{ position: number }>(
    `select position from trail_leaf where id = '${entry?.id}'`,
  );
  const [checkpoint] = await office.rows<{ size: number }>('select size from trail_checkpoint order by size');
  assert.equal(shown.position, leaf?.position);
  assert.equal(shown.checkpoint.size, checkpoint?.size);
  assert.deepEqual([shown.before, shown.after.bill_number, shown.actor.type], [null, 'A-1', 'key']);
  const { out } = await office.admin.run('audit', 'show', entry?.id ?? '');
  assert.match(out, /^position +\d+$/m);
});

test('an excerpt proves each of its entries, and no other', async () => {
  const { office, made } = held;
  const { admin } = office;
  const file = join(admin.folder, 'excerpt.ndjson');
  const { rows } = await admin.json('audit', 'export', `--record=${made.bill}`, `--out=${file}`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const verified = await office.verify(`--file=${file}`, `--key=${SIGNER.text}`);
  assert.deepEqual([verified.rows, verified.ok, verified.waiting, rows], [rows, true, 0, rows]);
  const text = readFileSync(file, 'utf8');
  const altered = text.replace('"action":"create_bill"', '"action":"update_bill"');
  assert.notEqual(altered, text);
  writeFileSync(file, altered);
  const { faults } = await office.verify(`--file=${file}`, `--key=${SIGNER.text}`);
  assert.deepEqual(
    faults.map(({ kind }) => kind),
    ['altered', 'file'],
  );
});

test('the whole trail goes to standard output too, and as a table that proves nothing', async () => {
  const { admin } = held.office;
  const { out } = await admin.run('audit', 'export', '--out=-');
  const whole = admin.file('whole.ndjson', out);
  const verified = await held.office.verify(`--file=${whole}`, `--key=${SIGNER.text}`);
  assert.equal(verified.ok, true);
  const csv = await admin.run('audit', 'export', '--format=csv', '--out=-');
  assert.match(csv.out, /^\ufeff?id,at,actor_type/);
  assert.match(csv.err, /^Warning: A CSV file proves nothing/);
});

test('a file is judged by its own key with a warning, and by no other', async () => {
  const { admin } = held.office;
  const { key } = await admin.json('audit', 'key');
  assert.equal(key, SIGNER.text);
  const file = join(admin.folder, 'trail.ndjson');
  await admin.json('audit', 'export', `--out=${file}`);
  const { code, err, out } = await admin.run('audit', 'verify', `--file=${file}`);
  assert.equal(code, 0);
  assert.match(err, /^Warning: The key is the one that the file names/);
  assert.match(out, /no fault found/);
  const other = 'folio+1f3c1f2c+ASh4GWrM8O9BV0ytPF0NTHZ30dmRzdrCtzo9pGIiHFjE';
  assert.equal(
    (await admin.refused('audit', 'verify', `--file=${file}`, `--key=${other}`)).code,
    'invalid_value',
  );
});

test('a file that is cut off, mixed up or none at all is refused with its line', async () => {
  const { admin } = held.office;
  const file = join(admin.folder, 'trail.ndjson');
  await admin.json('audit', 'export', `--out=${file}`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const swapped = [...lines.slice(0, 1), ...lines.slice(-2, -1), ...lines.slice(1, -2), ...lines.slice(-1)];
  for (const [content, message] of [
    [lines.slice(0, -1), /the end of the file is missing/],
    [[...lines.slice(0, 3), ...lines.slice(4)], /it had \d+ here, and now it has \d+/],
    [swapped, /line 3: this is no line that/],
    [[...lines, lines[1] ?? ''], /this is no line that/],
    [['x'], /is no file that "audit export" writes/],
    [[], /is no file that "audit export" writes/],
  ] as const) {
    const broken = admin.file('broken.ndjson', content.join('\n'));
    const error = await admin.refused('audit', 'verify', `--file=${broken}`);
    assert.deepEqual(error.code, 'unreadable_file');
    assert.match(error.message, message);
  }
  const { code, message } = await admin.refused('audit', 'verify', `--checkpoints=${file}`);
  assert.equal(code, 'unreadable_file');
  assert.match(message, /line 1: this is not a checkpoint/);
});
