// efos import and show: the list of article 69-B as the SAT writes it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findListed, lackOfList, listedIssues } from '../../src/domain/parties/efos-list/list.ts';
import { normaliseRfc } from '../../src/einvoicing/mx-cfdi/rfc.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn } from './support.ts';

const HEADING = 'No,RFC,Nombre del Contribuyente,Situación del contribuyente,Número y fecha de oficio';
const listOf = (day: string, rows: readonly string[], heading = HEADING): Buffer =>
  Buffer.from(
    [
      `"Información actualizada al ${day}. ""Cifras"", sujetas a cambio",,,`,
      'Listado completo de contribuyentes (Artículo 69-B del CFF),,,',
      heading,
      ...rows,
    ].join('\r\n'),
    'latin1',
  );
const ROWS = [
  '1,AAA080808HL8,"ASESORES, Ñ Y ""CIA"" SA DE CV",Sentencia Favorable,500-05',
  '2,BBB080808HL7,COMERCIAL,Definitivo,500-05',
  '3,CCC080808HL6,"DOS\r\nLINEAS",Presunto,500-05',
  '4,DDD080808HL5,LIMPIA,Desvirtuado,500-05',
];

describe('efos', () => {
  let db: TestDatabase;
  let admin: Admin;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
  });
  after(() => db.close());

  let written = 0;
  const take = (bytes: Buffer) => {
    written += 1;
    return admin.run('efos', 'import', admin.file(`list${written}.csv`, bytes));
  };
  const rules = async (rfc: string, day: string): Promise<readonly string[]> => {
    const { reader } = db.database;
    const listed = (await findListed(reader, [rfc])).get(normaliseRfc(rfc));
    const lack = await lackOfList(reader, new Date(`${day}T12:00:00Z`));
    return [...listedIssues(listed), ...(lack === undefined ? [] : [lack])].map(({ rule }) => rule);
  };

  it('is taken whole, found by content, and says what it does not know', async () => {
    assert.deepEqual(await rules('BBB080808HL7', '2026-08-10'), ['list_missing']);
    assert.equal((await take(listOf('31 de julio de 2026', ROWS))).code, 0);
    const show = async (rfc: string) => admin.json('efos', 'show', rfc);
    assert.deepEqual(await show('aaa-080808-hl8'), {
      rfc: 'AAA080808HL8',
      name: 'ASESORES, Ñ Y "CIA" SA DE CV',
      situation: 'Sentencia Favorable',
      cut_on: '2026-07-31',
    });
    assert.deepEqual(await show('EEE080808HL4'), {
      rfc: 'EEE080808HL4',
      name: null,
      situation: null,
      cut_on: '2026-07-31',
    });
    assert.deepEqual(await rules('AAA080808HL8', '2026-08-10'), []);
    assert.deepEqual(await rules('bbb080808hl7', '2026-09-29'), ['efos_definitive']);
    assert.deepEqual(await rules('CCC080808HL6', '2026-08-10'), ['efos_presumed']);
    assert.deepEqual(await rules('DDD080808HL5', '2026-08-10'), []);
    assert.deepEqual(await rules('DDD080808HL5', '2026-10-01'), ['list_outdated']);
  });

  it('is replaced as a whole, never by an earlier or a broken one', async () => {
    for (const bytes of [
      listOf('31 de diciembre de 2025', ROWS),
      listOf('fin de mes', ROWS),
      listOf('31 de agosto de 2026', []),
      listOf('31 de agosto de 2026', ROWS, 'a,b,c'),
      listOf('31 de agosto de 2026', ['1,AAA080808HL8,X,Otra cosa,1']),
    ])
      assert.notEqual((await take(bytes)).code, 0);
    assert.deepEqual(await rules('BBB080808HL7', '2026-08-10'), ['efos_definitive']);
    assert.equal((await take(listOf('31 de agosto de 2026', ROWS.slice(2)))).code, 0);
    assert.deepEqual(await rules('BBB080808HL7', '2026-09-10'), []);
    assert.deepEqual(await rules('CCC080808HL6', '2026-09-10'), ['efos_presumed']);
  });

  it('takes a list of the real size, and the same file again changes nothing', async () => {
    const head = `${HEADING},Publicación página SAT definitivos,Publicación DOF definitivos,`;
    const rfc = (at: number): string =>
      `${at % 2 === 0 ? 'EÑE' : 'A&B'}080808${at.toString(36).toUpperCase().padStart(3, '0')}`;
    const told = ['Definitivo', 'Presunto', 'Desvirtuado', 'Sentencia Favorable'];
    const rows = Array.from(
      { length: 14_200 },
      (_, at) =>
        `${at},${rfc(at)},"EMPRESA ""${at}"", S.A. ÑANDÚ",${told[at % 4]},500-05 "x",12/06/2026,${at % 8 === 0 ? '3/7/2026' : ''},`,
    );
    // A stray quote, a masked RFC, and one who is there by two resolutions: the gravest counts.
    rows.push(
      '9,"FFF080808HL1,SUELTA,Presunto,1,,,',
      '8,XXXXXXXXXXXX,?,Definitivo,1,,,',
      `7,${rfc(0)},OTRA,Desvirtuado,1,,,`,
    );
    const bytes = listOf('30 de septiembre de 2026', rows, head);
    const before = process.memoryUsage().rss;
    const file = admin.file('real.csv', bytes);
    const made = await admin.json('efos', 'import', file);
    assert.ok(process.memoryUsage().rss - before < 300e6);
    assert.deepEqual([made.rows_count, made.cut_on], [14_200, '2026-09-30']);
    const stored = () => db.database.kysely.selectFrom('efos_row').selectAll().orderBy('rfc').execute();
    const kept = await stored();
    assert.deepEqual(await admin.json('efos', 'import', file), made);
    assert.deepEqual(await stored(), kept);
    assert.equal(kept.length, 14_200);
    const listed = await findListed(db.database.reader, [rfc(0), rfc(1), rfc(2), rfc(4)]);
    assert.deepEqual(
      [rfc(0), rfc(1), rfc(2), rfc(4)].map((each) => [
        listed.get(each)?.situation,
        listed.get(each)?.published_on,
      ]),
      [
        ['Definitivo', '2026-07-03'],
        ['Presunto', '2026-09-30'],
        [undefined, undefined],
        ['Definitivo', '2026-06-12'],
      ],
    );
    assert.equal(listed.get(rfc(0))?.name, 'EMPRESA "0", S.A. ÑANDÚ');
  });
});
