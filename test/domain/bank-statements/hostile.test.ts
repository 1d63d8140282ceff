// Statement files with one long text of a kind that expressions stumble over: read or refused, and at once, since a person
// who uploads one must not stop the service for the others.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';
import { readInThread } from '../../../src/domain/bank/statements/thread.ts';
import { isRefusal } from '../../../src/base/errors.ts';
import { readStatementFile } from '../../../src/domain/bank/statements/file.ts';
import { chooseFormat } from '../../../src/domain/bank/statements/formats.ts';
import { readOptions } from './options.ts';
import { dose, seedOf } from '../../support/dose.ts';

const FOLDER = join(packageRoot(), 'test', 'domain', 'bank-statements', 'fixtures');
const LENGTH = 20_000;
const UNITS = [
  ' ',
  '\t',
  '0',
  '1 ',
  'T',
  '(',
  '-',
  'a',
  'a ',
  '.',
  '1.',
  '/',
  '+',
  '?20',
  'a@',
  '<a>',
  '&amp;',
  '\u00a0',
  '\ufdfa',
];
/** Work in line with the length takes some tens of milliseconds, with its square more than a second. */
const MAX_CPU_MS = 800;

const TEXTS = dose(1);

const createRandom = (start: number): (() => number) => {
  let state = start;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
};
const random = createRandom(seedOf(import.meta.filename));

/** Behind a mark that begins a value, and in half of all cases the value stays behind it. */
const plant = (text: string, unit: string): string => {
  const marks = [...text.matchAll(/[,;\t|:>"\n]/g)].map(({ index }) => index + 1);
  const at = marks[Math.floor(random() * marks.length)] ?? 0;
  const before = random() < 0.5 ? 'abc 12 ' : '';
  return `${text.slice(0, at)}${before}${unit.repeat(LENGTH / unit.length)}${text.slice(at)}`;
};

const cpuOf = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const files = readdirSync(FOLDER).filter((name) => /\.\w+$/.test(name) && !name.endsWith('.json'));
const read = async (name: string, bytes: Buffer): Promise<void> => {
  try {
    const file = await readStatementFile({ name, bytes });
    const isEuro = !/banorte|bbva|santander|generic|packed|utf16/.test(name);
    chooseFormat(file, 'auto').read(file, readOptions({ currency: isEuro ? 'EUR' : 'MXN' }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
};

test(`long texts in statement files cost no more than their length`, async () => {
  assert.ok(files.length > 20);
  const slow: string[] = [];
  for (const name of files) {
    const text = readFileSync(join(FOLDER, name), 'latin1');
    await read(name, Buffer.from(text, 'latin1'));
    for (let index = 0; index < TEXTS; index++) {
      const unit = UNITS[Math.floor(random() * UNITS.length)] ?? '';
      const planted = plant(text, unit);
      const bytes = Buffer.from(planted);
      let ms = await cpuOf(() => read(name, bytes));
      // What else the process does in that moment counts too, but hardly twice.
      if (ms > MAX_CPU_MS) ms = Math.min(ms, await cpuOf(() => read(name, bytes)));
      if (ms > MAX_CPU_MS)
        slow.push(
          `${name}: ${JSON.stringify(unit)} at ${planted.indexOf(unit.repeat(50))}: ${ms.toFixed(0)} ms`,
        );
    }
  }
  assert.deepEqual(slow, []);
});

test('a file without line breaks costs no more than one with them', async () => {
  const many = (entry: string): string => entry.repeat(16_000);
  const files = {
    'a.ofx': `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MXN</CURDEF><BANKTRANLIST>${many('<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260303</DTPOSTED><TRNAMT>1.00</TRNAMT></STMTTRN>\n')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    'a.xml': `<Document><BkToCstmrStmt><Stmt>${many('<Ntry><Amt Ccy="MXN">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-03-03</Dt></BookgDt></Ntry>\n')}</Stmt></BkToCstmrStmt></Document>`,
  };
  for (const [name, text] of Object.entries(files)) {
    const read = (content: string) => (): Promise<void> => {
      const file = { path: name, name, hash: '', text: content, hidden: 0 };
      assert.equal(chooseFormat(file, 'auto').read(file, readOptions({})).lines.length, 16_000);
      return Promise.resolve();
    };
    const [broken, whole] = [await cpuOf(read(text)), await cpuOf(read(text.replaceAll('\n', '')))];
    assert.ok(whole < 2 * broken + 300, `${name}: ${whole} ms without line breaks, ${broken} with them`);
  }
});

test('of statements that an organisation sends at once as many wait as may, and the next is told so', async () => {
  const stop = new AbortController();
  const reader = { organisation_id: 'orgn_01k5m8x2q4e7taw9c6rjv3hn0a', signal: stop.signal };
  const order = { format: 'auto', options: readOptions({}), headings: false };
  const bytes = Buffer.from('Fecha,Concepto,Importe\n2026-01-10,A,-1.00\n');
  const asked = Array.from({ length: 70 }, (_, at) =>
    readInThread({ name: `${at}.csv`, bytes }, order, reader).then(
      () => 'read',
      (error: unknown) => (isRefusal(error) ? error.kind : 'gone'),
    ),
  );
  assert.equal(await asked.at(-1), 'busy');
  stop.abort();
  assert.deepEqual(
    [...new Set(await Promise.all(asked))].filter((told) => told === 'too_costly'),
    [],
  );
});
