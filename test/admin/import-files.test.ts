// Files that are not what they should be: one clear sentence each, and nothing written.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { admin, db, entity, usingCompany } from './company.ts';
import { ndjson } from './support.ts';

usingCompany();

describe('import files', () => {
  const stored = async (): Promise<string[]> => {
    const rows = await db.database.kysely
      .selectFrom('reference_record')
      .select('label')
      .orderBy('id')
      .execute();
    await db.database.kysely.deleteFrom('reference_record').execute();
    return rows.map(({ label }) => label);
  };
  const products = (path: string, ...rest: string[]) => [
    'import',
    'products',
    path,
    '--entity',
    entity,
    ...rest,
  ];

  it('refuses a file that cannot be read', async () => {
    mkdirSync(join(admin.folder, 'folder'), { recursive: true });
    const cases: [string, RegExp][] = [
      [join(admin.folder, 'missing.csv'), /missing\.csv does not exist\.$/],
      [join(admin.folder, 'folder'), /folder is a directory\.$/],
      [admin.file('empty.csv', ''), /empty\.csv is empty\.$/],
      [admin.file('blank.csv', ' \n\r\n'), /blank\.csv has nothing in it but blanks\.$/],
      [
        admin.file('latin1.ndjson', Buffer.from('{"name":"Caf\xe9"}\n', 'latin1')),
        /is JSON, but not UTF-8 text; save it again/,
      ],
      [
        admin.file('mixed.csv', Buffer.concat([Buffer.from('name\nCafé\nTé\n'), Buffer.from([0xe9, 0x0a])])),
        /is not UTF-8 text throughout; save it again/,
      ],
      [
        admin.file('unassigned.csv', Buffer.from('name\nCaf\xe9 \x81\n', 'latin1')),
        /is not UTF-8 text throughout; save it again/,
      ],
      [
        admin.file('utf16.csv', Buffer.from('\uFEFFname\nCafé\n', 'utf16le')),
        /is UTF-16 text; save it again as UTF-8/,
      ],
      [admin.file('binary.csv', Buffer.from([0x6e, 0x00, 0x01, 0x0a])), /is not a text file/],
      [admin.file('array.json', '[{"name":"X"}]'), /is a JSON array; write NDJSON instead/],
      [admin.file('prose.ndjson', 'name,sku\nX,1\n'), /is not NDJSON: its first line is no JSON object/],
      [admin.file('heading.csv', 'nmae,sku\nX,1\n'), /lacks the heading "name"/],
      [
        admin.file('unknown.csv', 'name,suk\nX,1\n'),
        /unknown heading "suk"\. Did you mean "sku"\? Headings: external_id, name/,
      ],
      [admin.file('twice.csv', 'name,sku,name\nX,1,Y\n'), /has the heading "name" twice/],
      [admin.file('quote.csv', 'name,sku\n"X,1\nY,2\n'), /is not readable as CSV/],
    ];
    for (const [path, message] of cases) {
      for (const mode of [[], ['--partial']]) {
        const failure = await admin.refused(...products(path, ...mode));
        assert.match(failure.message, message);
        assert.equal(failure.code, 'unreadable_file');
        assert.ok(!failure.message.includes('\n'));
      }
    }
    assert.deepEqual(await stored(), []);
  });

  it('leaves nothing of a file whose end cannot be read, even with --partial', async () => {
    const good = Array.from({ length: 1200 }, (_, index) => `Café ${index}\n`).join('');
    const path = admin.file(
      'end.csv',
      Buffer.concat([Buffer.from(`name\n${good}`), Buffer.from([0xff, 0xfe, 0x0a])]),
    );
    for (const mode of [[], ['--partial']]) {
      assert.match((await admin.refused(...products(path, ...mode))).message, /is not UTF-8/);
    }
    assert.deepEqual(await stored(), []);
  });

  it('reads what spreadsheets write: marks, semicolons, quotes, line breaks in quotes', async () => {
    const csv = '\uFEFFName;SKU;description\r\n"Café ""fino""";"1";"zwei\r\nZeilen"\r\n\r\nTé;2;\r\n';
    assert.equal((await admin.json(...products(admin.file('sheet.csv', csv)))).imported, 2);
    assert.deepEqual(await stored(), ['Café "fino"', 'Té']);
  });

  it('counts lines from 1, and a record by the line on which it begins', async () => {
    const csv = 'name,status,description\nA,active,"one\ntwo"\nB,gone,"three\nfour"\nC,gone,\nD,active\n';
    const { out } = await admin.run(...products(admin.file('lines.csv', csv)), '--json');
    const lines = JSON.parse(out).rejected.map(({ line, reason }: { line: number; reason: string }) => [
      line,
      reason,
    ]);
    assert.deepEqual(lines, [
      [4, 'status must be one of active, inactive, not "gone"'],
      [6, 'status must be one of active, inactive, not "gone"'],
      [7, 'the line has 2 values, the heading 3'],
    ]);
  });

  const reasonsOf = async (path: string): Promise<readonly string[]> => {
    const { out } = await admin.run(...products(path), '--json');
    return JSON.parse(out).rejected.map(({ reason }: { reason: string }) => reason);
  };

  it('says of each cell what it takes, what came, and what that may mean', async () => {
    const csv = 'name,unit_price,currency\nA,"1,5",MXN\nB,"1,500",MXN\nC,much,MXN\nD,12.50,mxn\n';
    const number = 'unit_price must be a number without signs of thousands or currency, such as 1234.5';
    assert.deepEqual(await reasonsOf(admin.file('types.csv', csv)), [
      `${number}, not "1,5" (did you mean 1.5?)`,
      `${number}, not "1,500" (which can mean 1500 or 1.5)`,
      `${number}, not "much"`,
      'currency must be a currency of ISO 4217 in three capital letters, such as MXN, not "mxn" (did you mean MXN?)',
    ]);
  });

  it('shows the beginning of what came, and nothing of what stands in a field that is none', async () => {
    const [long, secret] = ['x'.repeat(5000), 'hunter2'];
    const rows = [
      { name: long },
      { name: 'B', sku: 7, currency: { a: long } },
      { name: 'C', password: secret },
    ];
    const reasons = await reasonsOf(admin.file('long.ndjson', `${ndjson(...rows)}${long}\n`));
    const shown = `"${'x'.repeat(100)}…"`;
    assert.equal(reasons[0], `name must have at most 300 characters, not the 5000 of ${shown}`);
    assert.match(
      reasons[1] ?? '',
      /^sku must be text in quotes, not 7 \(did you mean "7"\?\); currency must be .{60,400}…"$/,
    );
    assert.match(reasons[2] ?? '', /^there is no field password\. Fields: external_id, name, /);
    assert.equal(reasons[3], `the line is not valid JSON: ${'x'.repeat(100)}…`);
    assert.ok(!reasons.join().includes(secret));
  });

  it('takes null and empty text for nothing', async () => {
    const path = admin.file('nulls.ndjson', `\n${ndjson({ name: 'A', sku: null, description: '' })}\n`);
    assert.equal((await admin.json(...products(path))).imported, 1);
    assert.deepEqual(await stored(), ['A']);
  });

  it('stores what nobody sees as a character that is not known, and says so', async () => {
    const rows = [
      { name: 'Caf\u0085é', description: 'a\u202eb\u0007' },
      { name: 'می\u200cخواهم', description: 'a\nb' },
    ];
    const cases: [string, string, string[]][] = [
      ['hidden.ndjson', ndjson(...rows), ['Caf\ufffdé', 'می\u200cخواهم']],
      ['hidden.csv', `name,description\n${rows[0]?.name},"${rows[0]?.description}"\n`, ['Caf\ufffdé']],
    ];
    for (const [name, content, labels] of cases) {
      const { imported, warnings } = await admin.json(...products(admin.file(name, content)));
      assert.equal(imported, labels.length);
      assert.deepEqual(
        warnings.map(({ message }: { message: string }) => message),
        ['3 characters that nobody sees, such as one that turns the order of letters, are stored as \ufffd'],
      );
      assert.deepEqual(await stored(), labels);
    }
  });

  it('imports many rows in bounded batches', async () => {
    const rows = Array.from({ length: 2300 }, (_, index) => ({
      external_id: `p${index}`,
      name: `Product ${index}`,
    }));
    const path = admin.file('many.ndjson', ndjson(...rows));
    assert.equal((await admin.json(...products(path))).imported, 2300);
    assert.equal((await admin.json(...products(path))).skipped, 2300);
    const events = await db.database.kysely
      .selectFrom('event')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('type', '=', 'record.imported')
      .where('entity_id', '=', entity)
      .executeTakeFirstOrThrow();
    assert.ok(events.count >= 2300);
    assert.equal((await stored()).length, 2300);
  });
});
