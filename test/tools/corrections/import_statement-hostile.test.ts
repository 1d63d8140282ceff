// import_statement of files that are made to hurt: refused in words or read as what they are, at a bounded cost, and nothing is
// written of what is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { toCamt } from '../../domain/bank-statements/writers.ts';
import { type Cell, toXlsx, toZip } from '../../domain/bank-statements/workbooks.ts';
import { watchLoop } from '../../support/held.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { changingNothing } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

/** Of the process, with all its threads. */
const MAX_CPU_MS = 15_000;
/** The others wait no longer than this. */
const MAX_HELD_MS = 200;

const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
  const start = process.cpuUsage();
  const { held_ms, result } = await watchLoop(async () => {
    const [done] = await Promise.all([work(), service.client(service.keys.de).list_entities({})]);
    return done;
  });
  const { user, system } = process.cpuUsage(start);
  assert.ok((user + system) / 1_000 < MAX_CPU_MS, 'it costs too much');
  assert.ok(held_ms < MAX_HELD_MS, `the others were held up for ${Math.round(held_ms)} ms`);
  return result;
};

const refuse = async (given: object): Promise<string> => {
  const bank_account_id = await addAccount(service, service.entities.mx);
  const asked = { bank_account_id, ...given };
  const told = await changingNothing(service.database, () =>
    bounded(() => callError(service.url, service.keys.mx, 'import_statement', asked)),
  );
  assert.match(
    String(told['code']),
    /^(?:statement_(?:unreadable|too_costly|lines_rejected)|invalid_parameter)$/,
  );
  const message = String(told['reason'] ?? told['message']);
  assert.match(message, /^\S.{20,}/su);
  return message;
};
const bytes = (content: Buffer) => ({ content_base64: content.toString('base64') });

const camt = toCamt([]);
const doctype = (declaration: string): string =>
  camt.replace(/<\?xml[^>]*>/u, `${declaration}<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>`);

test('an XML with a document type, in any encoding', async () => {
  for (const file of [
    Buffer.from(doctype('<?xml version="1.0" encoding="UTF-8"?>')),
    Buffer.from(`\ufeff${doctype('<?xml version="1.0" encoding="UTF-16"?>')}`, 'utf16le'),
    Buffer.from(`\ufeff${doctype('<?xml version="1.0" encoding="UTF-16"?>')}`, 'utf16le').swap16(),
    Buffer.from(doctype('<?xml version="1.0" encoding="ISO-8859-1"?>').replace('bbbb', 'ñ'), 'latin1'),
  ])
    assert.match(await refuse(bytes(file)), /document type/);
});

const csv = (...rows: readonly string[]): string => ['Fecha,Concepto,Importe', ...rows].join('\n');

test('columns by a number that the file does not have', async () => {
  for (const column of [4, 40, 200]) {
    const columns = [
      { field: 'date', column: 1 },
      { field: 'amount', column },
    ];
    await refuse({ content: csv('2026-03-02,A,1.00'), columns });
  }
});

test('huge fields, and numbers that no account has', async () => {
  await refuse({ content: csv(`2026-03-02,"${'a'.repeat(1_000_000)}",1.00`) });
  await refuse({ content: csv(`2026-03-02,"${'a\n'.repeat(300_000)}`) });
  for (const amount of ['9'.repeat(40), `1${'0'.repeat(400)}.00`, '1e309', '0x10', 'Infinity', 'NaN'])
    await refuse({ content: csv(`2026-03-02,A,${amount}`) });
});

test('NUL bytes, halves of letters and marks that turn a text round are never stored', async () => {
  for (const text of ['A\u0000B', 'A\ud800B', 'A\udc00', 'A\u202eB', '\u0007', 'A\ufffeB']) {
    const bank_account_id = await addAccount(service, service.entities.mx);
    const content = csv(`2026-03-02,${text} RENTA,-1.00`);
    for (const given of [{ content }, bytes(Buffer.from(content))]) {
      const told = await client()
        .import_statement({ bank_account_id, ...given })
        .then(
          ({ imported, duplicates }) => imported + duplicates,
          (error: { readonly code?: string }) => error.code,
        );
      assert.ok(told === 1 || told === 'statement_unreadable' || told === 'invalid_parameter', String(told));
    }
    const { data } = await client().search_bank_transactions({ bank_account_id });
    for (const { description } of data) {
      assert.doesNotMatch(description, /\p{Cs}/u);
      assert.doesNotMatch(description, /[\p{Cc}\u202e\ufffe]/u);
    }
  }
});

const HEADINGS: readonly Cell[] = ['Fecha', 'Concepto', 'Importe'];
const rows: readonly (readonly Cell[])[] = [HEADINGS, [{ day: 46_083 }, 'RENTA', { n: '-1' }]];
const whole = toXlsx({ sheets: { A: rows } });

test('archives within archives, and packed files', async () => {
  assert.match(await refuse(bytes(toZip({ 'a.xlsx': whole }))), /ZIP archive/);
  await refuse(bytes(gzipSync(Buffer.from(csv('2026-03-02,A,1.00')))));
});

test('archives whose entries share their bytes', async () => {
  const name = 'xl/worksheets/sheet1.xml';
  const one = toZip({ [name]: Buffer.alloc(8_000_000, '<c/>') });
  const at = one.indexOf(Buffer.from('504b0102', 'hex'));
  const entry = one.subarray(at, at + 46 + name.length);
  const end = Buffer.from(one.subarray(one.length - 22));
  const many = 1_500;
  const entries = Array.from({ length: many }, (_, index) => {
    const copy = Buffer.from(entry);
    copy.write(String.fromCharCode(97 + (index % 26)), 46 + 'xl/worksheets/'.length);
    return copy;
  });
  const directory = Buffer.concat(entries);
  end.writeUInt16LE(many, 8);
  end.writeUInt16LE(many, 10);
  end.writeUInt32LE(directory.length, 12);
  await refuse(bytes(Buffer.concat([one.subarray(0, at), directory, end])));
});

const sheetOf = (xml: string): Buffer =>
  toXlsx({ sheets: { A: rows }, parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>` } });

test('sheets of rows and columns that no sheet has', async () => {
  for (const xml of [
    `<sheetData>${'<a>'.repeat(5_000)}</sheetData>`,
    '<sheetData><row r="1"><c r="A1" t="s"><v>999999</v></c></row></sheetData>',
    '<sheetData><row r="99999999999"><c r="ZZZZZZZ1"><v>1</v></c></row></sheetData>',
    '<sheetData><row r="-1"><c r="A-1" t="str"><v>Fecha</v></c></row></sheetData>',
    '<sheetData>',
    '',
  ])
    await refuse(bytes(sheetOf(xml)));
});

test('formulas that have no value, and sizes that are not the true ones', async () => {
  const cells: readonly Cell[] = [{ day: 46_083 }, 'RENTA', { f: 'WEBSERVICE("http://a.example")' }];
  await refuse(bytes(toXlsx({ sheets: { A: [HEADINGS, cells] } })));
  for (const saidSize of [1, 4_294_967_294])
    await refuse(bytes(toZip({ 'xl/workbook.xml': '<workbook><sheets/></workbook>' }, { saidSize })));
});

const client = () => service.client(service.keys.mx);
const take = async (content: Buffer): Promise<readonly number[]> => {
  const bank_account_id = await addAccount(service, service.entities.mx);
  const asked = { bank_account_id, content_base64: content.toString('base64') };
  const told = await bounded(() => client().import_statement(asked));
  return [told.imported, told.money_out, told.rejected_count];
};

test('macros are never looked at', async () => {
  const macros = {
    'xl/vbaProject.bin': 'Sub Auto_Open()',
    'xl/externalLinks/externalLink1.xml': '<!DOCTYPE a>',
  };
  assert.deepEqual(await take(toXlsx({ sheets: { A: rows }, parts: macros })), [1, 1, 0]);
});

test('a million empty rows are no rows', async () => {
  const made = (empty: string): Buffer =>
    sheetOf(
      `<sheetData><row><c t="inlineStr"><is><t>Fecha</t></is></c><c t="inlineStr"><is><t>Importe</t></is></c></row><row><c s="1"><v>46083</v></c><c><v>-1</v></c></row>${empty}</sheetData>`,
    );
  const ten = (at: number): string => `<row ht="${(at * 7_919) % 9_973}"/>`.repeat(10);
  assert.deepEqual(await take(made(Array.from({ length: 100_000 }, (_, at) => ten(at)).join(''))), [1, 1, 0]);
  assert.match(await refuse(bytes(made('<row ht="15"/>'.repeat(1_000_000)))), /more than/);
});
