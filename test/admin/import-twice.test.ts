// Records that stand twice in one file: told with both lines, whatever batch they fall into, and never booked twice.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { admin, db, DONE, entity, importing, org, refusedRows, usingImportBooks } from './import-books.ts';
import { ndjson } from './support.ts';

usingImportBooks();

const HOTEL = {
  external_id: 'h1',
  name: 'HOTELES TEPOZAN',
  postal_code: '62520',
  country_details: { rfc: 'HTE150130RW0', fiscal_regime_code: '601' },
};
const INVOICE = {
  external_id: 'i1',
  counterparty: 'h1',
  series: 'A',
  number: '1',
  issue_date: '2026-01-15',
  total: 10,
};

let files = 0;
const file = (...rows: object[]): string => admin.file(`twice-${(files += 1)}.ndjson`, ndjson(...rows));
const rejected = async (type: string, ...rows: object[]) =>
  (await refusedRows(...importing(type, file(...rows)))).rejected;
const duplicate = (line: number, reason: string) => ({ line, code: 'duplicate_in_file', reason });

describe('records twice in one file', () => {
  after(async () => {
    for (const table of ['ledger_entry', 'invoice_line', 'invoice'] as const)
      await db.database.kysely.deleteFrom(table).where('entity_id', '=', entity).execute();
  });

  it('are refused when they say different things, even with --update', async () => {
    const other = { ...HOTEL, name: 'HOTELES' };
    const reason = 'external_id h1 stands on line 1 of this file already, with other values';
    assert.deepEqual(await rejected('counterparties', HOTEL, other), [duplicate(2, reason)]);
    await admin.json(...importing('counterparties', file(HOTEL)));
    const update = await refusedRows(...importing('counterparties', file(other, HOTEL), '--update'));
    assert.deepEqual(update.rejected, [duplicate(2, reason)]);
    const stored = await db.database.kysely.selectFrom('counterparty').select('name').execute();
    assert.deepEqual(stored, [{ name: 'HOTELES TEPOZAN' }]);
  });

  it('count once when they are the same, with a warning', async () => {
    const warning = { line: 3, message: 'the row is the same as on line 1, and counts once' };
    const path = file(
      HOTEL,
      { ...HOTEL, external_id: 'x', country_details: { rfc: 'XAXX010101000' } },
      HOTEL,
    );
    const report = await admin.json(...importing('counterparties', path));
    assert.deepEqual([report.imported, report.skipped, report.rejected], [2, 1, []]);
    assert.deepEqual(report.warnings.at(-1), warning);
  });

  it('are refused without an external id, which alone could tell that both are meant', async () => {
    const product = { name: 'Café', unit_price: 12 };
    assert.deepEqual(await rejected('products', product, { name: 'Té' }, product), [
      duplicate(
        3,
        'the row is the same as on line 1; take one of them out or, if both are meant, give each an external_id of its own',
      ),
    ]);
    const named = [1, 2].map((id) => ({ ...product, external_id: `p${id}` }));
    assert.deepEqual(await admin.json(...importing('products', file(...named))), { ...DONE, imported: 2 });
  });

  it('are known by tax id and number too', async () => {
    assert.deepEqual(await rejected('counterparties', HOTEL, { ...HOTEL, external_id: 'h2', name: 'Otro' }), [
      duplicate(2, 'the tax id HTE150130RW0 stands on line 1 of this file already, for HOTELES TEPOZAN'),
    ]);
    await admin.json(...importing('counterparties', file(HOTEL)));
    const { external_id: _, ...unnamed } = INVOICE;
    const invoices = [INVOICE, { ...INVOICE, external_id: 'i2', total: 11 }, unnamed, unnamed];
    assert.deepEqual(await rejected('invoices', ...invoices), [
      duplicate(2, 'the invoice A-1 stands on line 1 of this file already'),
      duplicate(3, 'the invoice A-1 stands on line 1 of this file already'),
      duplicate(4, 'the invoice A-1 stands on line 1 of this file already'),
    ]);
    const report = await admin.json(...importing('invoices', file(unnamed, unnamed)));
    assert.deepEqual([report.imported, report.skipped, report.warning_count], [1, 1, 1]);
    assert.deepEqual(await rejected('invoices', { ...INVOICE, total: 12 }), [
      {
        line: 1,
        code: 'already_exists',
        reason: `the invoice A-1 is in the books already as ${(await invoiceIds())[0]}`,
      },
    ]);
  });

  it('are rates of one day, of which neither can be the right one', async () => {
    const rate = { date: '2026-11-20', base: 'USD', quote: 'MXN', rate: 18.5 };
    const path = file(rate, rate, { ...rate, rate: 18.6 });
    const report = await refusedRows('import', 'exchange_rates', path, '--org', org);
    assert.deepEqual(report.rejected, [
      duplicate(
        3,
        'the rate USD/MXN of 2026-11-20 (import) stands on line 1 of this file already, with another value',
      ),
    ]);
    assert.deepEqual(report.warnings, [
      { line: 2, message: 'the row is the same as on line 1, and counts once' },
    ]);
  });

  it('are found across batches, with --partial too', async () => {
    const many = Array.from({ length: 501 }, (_, index) => ({
      external_id: `p${index}`,
      name: `P ${index}`,
    }));
    const path = file(...many, { external_id: 'p0', name: 'Other' }, { external_id: 'p1', name: 'P 1' });
    const report = await admin.json(...importing('products', path, '--partial', '--update'));
    assert.deepEqual(report, {
      ...DONE,
      imported: 501,
      skipped: 1,
      rejected: [duplicate(502, 'external_id p0 stands on line 1 of this file already, with other values')],
      warnings: [{ line: 503, message: 'the row is the same as on line 2, and counts once' }],
      warning_count: 1,
    });
  });

  it('have the code of the tool that refuses the same', async () => {
    const path = admin.file(
      'codes.ndjson',
      `{"name":\n${ndjson({ nam: 1 }, { ...HOTEL, country_details: { rfc: 'HTE1501' } })}`,
    );
    const report = await refusedRows(...importing('counterparties', path));
    assert.deepEqual(
      report.rejected.map(({ line, code }: { line: number; code: string }) => [line, code]),
      [
        [1, 'unreadable_row'],
        [2, 'invalid_parameter'],
        [3, 'tax_id_invalid'],
      ],
    );
  });
});

const invoiceIds = async (): Promise<string[]> =>
  (await db.database.kysely.selectFrom('invoice').select('id').execute()).map(({ id }) => id);
