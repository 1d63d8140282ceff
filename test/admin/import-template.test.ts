// A template of each type can be imported as it was printed, into the books of either country.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IMPORTS } from '../../generated/imports.ts';
import { importTemplate } from '../../src/domain/across/imports/template.ts';
import { OFFERED_IMPORTS } from '../../src/domain/across/imports/importers.ts';
import { admin, de, mx, usingTwoCompanies } from './two-companies.ts';

usingTwoCompanies();

/** Rows name records that the templates before them bring. */
const ORDER = [
  ...(['counterparties', 'invoices', 'bills'] as const),
  ...OFFERED_IMPORTS.filter((type) => !['counterparties', 'invoices', 'bills'].includes(type)),
];

describe('import --template', () => {
  it('prints what can be imported as it stands, and once more without a change', async () => {
    for (const type of ORDER) {
      const { out } = await admin.run('import', type, '--template');
      const path = admin.file(`${type}.csv`, out);
      for (const entity of [mx, de]) {
        const given = ['import', type, path, '--entity', entity];
        const rows = IMPORTS[type].sample.length;
        const { imported, rejected, warnings } = await admin.json(...given, '--partial');
        // Records of the organisation are there already, from the other company.
        const expected = entity === de && ['exchange_rates', 'clients'].includes(type) ? 0 : rows;
        assert.deepEqual([type, imported, rejected, warnings], [type, expected, [], []]);
        assert.equal((await admin.json(...given)).skipped, rows);
      }
    }
  });

  it('has every heading once, with what it means for scripts', async () => {
    const { type, columns, csv } = await admin.json('import', 'counterparties', '--template');
    assert.equal(type, 'counterparties');
    assert.equal(csv, importTemplate('counterparties').csv);
    const headings = columns.map(({ heading }: { heading: string }) => heading);
    assert.equal(csv.split('\r\n')[0], headings.join(','));
    assert.ok(headings.includes('country_details.rfc'));
    assert.equal(new Set(headings).size, headings.length);
    assert.deepEqual(columns[1], {
      heading: 'name',
      required: true,
      type: 'string',
      description: 'Legal name.',
    });
    const status = importTemplate('products').columns.find(({ heading }) => heading === 'status');
    assert.deepEqual([status?.required, status?.allowed], [false, ['active', 'inactive']]);
  });

  it('imports nothing', async () => {
    const cases: [string[], RegExp][] = [
      [['import', 'product', '--template'], /There is no import "product"\. Did you mean "products"\?/],
      [['import', 'products', 'x.csv', '--template'], /leave out x\.csv, or write to it with "> x\.csv"\.$/],
      [
        ['import', 'products', '--template', '--entity', mx],
        /'--template' cannot be used with option '--entity/,
      ],
      [['import', 'products', '--entity', mx], /^Which file\? --template prints one to begin with\.$/],
    ];
    for (const [args, message] of cases) {
      const failure = await admin.refused(...args);
      assert.equal(failure.code, 'usage');
      assert.match(failure.message, message);
    }
  });
});
