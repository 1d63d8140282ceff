// Files as other programs write them: headings of their own, columns of no use here, windows-1252.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admin, db, DONE, importing, usingImportBooks } from './import-books.ts';
import { ndjson } from './support.ts';

usingImportBooks();

const stored = () =>
  db.database.kysely
    .selectFrom('counterparty')
    .select(['name', 'tax_id', 'external_id', 'email'])
    .orderBy('id')
    .execute();

describe('headings of an import', () => {
  const theirs = [
    'Cliente No.;Razón  Social;R.F.C.;C.P.;Régimen = SAT;Saldo;;',
    'C-1;Hoteles Tepozán;HTE150130RW0;62520;601;1.500,00;;',
    'C-2;Energía del Valle;EVA020718QX8;06700;601;;;',
    '',
  ].join('\r\n');
  const columns = (...pairs: string[]): string[] => pairs.flatMap((pair) => ['--map-columns', pair]);
  const all = [
    'Cliente No.=external_id',
    'RAZÓN social = name',
    'R.F.C.=country_details.rfc',
    'C.P.=postal_code',
    'Régimen = SAT=country_details.fiscal_regime_code',
    'Saldo=',
  ];

  it('are mapped to fields, whatever their capitals and spaces, and left out', async () => {
    const path = admin.file('theirs.csv', theirs);
    assert.deepEqual(await admin.json(...importing('counterparties', path, ...columns(...all))), {
      ...DONE,
      imported: 2,
    });
    assert.deepEqual(await stored(), [
      { name: 'Hoteles Tepozán', tax_id: 'HTE150130RW0', external_id: 'C-1', email: null },
      { name: 'Energía del Valle', tax_id: 'EVA020718QX8', external_id: 'C-2', email: null },
    ]);
  });

  it('are refused with the option that says what they are', async () => {
    const path = admin.file('theirs.csv', theirs);
    const lines = admin.file('theirs.ndjson', ndjson({ name: 'X' }));
    const twice = admin.file('two.csv', 'name,Empresa\nA,B\n');
    const cases: [string, string[], string, RegExp][] = [
      [path, all.slice(0, 1), 'unreadable_file', /lacks the heading "name".* --map-columns 'HEADING=name' /],
      [path, all.slice(0, 5), 'unreadable_file', /unknown heading "saldo"\. .*'saldo=' leaves it out\.$/],
      [
        path,
        ['Razon Social=name'],
        'usage',
        /the heading "Razon Social", which .* lacks\. Did you mean "razón social"\?/,
      ],
      [
        path,
        ['Saldo=balance'],
        'usage',
        /the field "balance", which there is not\..* Fields: external_id, name, /,
      ],
      [path, ['Saldo=email', 'saldo=name'], 'usage', /names the heading "saldo" twice\.$/],
      [path, ['Saldo'], 'usage', /must be a heading of the file and a field, such as /],
      [path, ['=name'], 'usage', /must be a heading of the file and a field/],
      [twice, ['empresa=name'], 'unreadable_file', /two headings for the field name: "name" and "empresa"\./],
      [lines, ['Saldo='], 'usage', /--map-columns is for CSV; .* is NDJSON/],
    ];
    for (const [file, pairs, code, message] of cases) {
      const failure = await admin.refused(...importing('counterparties', file, ...columns(...pairs)));
      assert.equal(failure.code, code, failure.message);
      assert.match(failure.message, message);
    }
    assert.deepEqual(await stored(), []);
  });

  it('may be missing only over empty cells', async () => {
    const path = admin.file('unnamed.csv', 'name,,\nA,,\nB,,1.5\n');
    const { out } = await admin.run(...importing('products', path, '--partial'), '--json');
    const { imported, rejected } = JSON.parse(out);
    assert.equal(imported, 1);
    assert.deepEqual(
      rejected.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
      [[3, 'column 3 has no heading, and the value "1.5"']],
    );
  });

  it('and names are read from windows-1252, which the report tells', async () => {
    const text = 'name,sku\nCaf\xe9 \x80 \x93fino\x94,1\nSpa\xdf\x94,2\n';
    const path = admin.file('ansi.csv', Buffer.from(text, 'latin1'));
    const { imported, warnings } = await admin.json(...importing('products', path));
    assert.deepEqual(
      [imported, warnings],
      [
        2,
        [
          {
            line: 1,
            message:
              'the file is not UTF-8 and was read as windows-1252; look at the accents in what it brought',
          },
        ],
      ],
    );
    const labels = await db.database.kysely
      .selectFrom('reference_record')
      .select('label')
      .orderBy('id')
      .execute();
    assert.deepEqual(labels, [{ label: 'Café € “fino”' }, { label: 'Spaß”' }]);
  });
});
