// Tables for people: they fit the terminal, and what is cut says so.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import stringWidth from 'string-width';
import { table } from '../../src/admin/table.ts';

const ROWS = [
  {
    id: 'invc_01h00000000000000000000000',
    name: 'Importadora y Exportadora del Sureste',
    total: '1500.50 MXN',
  },
  { id: 'invc_01h00000000000000000000001', name: '東京貿易株式会社の支店', total: '9.00 EUR' },
];
const COLUMNS = ['id', 'name', 'total'] as const;
const widest = (text: string): number => Math.max(...text.split('\n').map((line) => stringWidth(line)));

describe('a table', () => {
  it('cuts nothing where no terminal is', () => {
    const text = table(ROWS, COLUMNS);
    assert.deepEqual(text.split('\n'), [
      'ID                               NAME                                   TOTAL',
      'invc_01h00000000000000000000000  Importadora y Exportadora del Sureste  1500.50 MXN',
      'invc_01h00000000000000000000001  東京貿易株式会社の支店                 9.00 EUR',
    ]);
  });

  it('fits each width from that of its narrowest columns on, and cuts neither ids nor amounts', () => {
    const narrowest = 31 + 2 + 12 + 2 + 11;
    for (let room = narrowest; room < 100; room += 1) {
      const text = table(ROWS, COLUMNS, { room });
      assert.ok(widest(text) <= room, `${widest(text)} of ${room}:\n${text}`);
      const [, first = '', second = ''] = text.split('\n');
      assert.match(first, /^invc_01h00000000000000000000000 .* 1500\.50 MXN$/);
      assert.match(second, /^invc_01h00000000000000000000001 .* 9\.00 EUR$/);
      assert.equal(first.includes('…'), room < 83, `at ${room}`);
    }
  });

  it('counts characters of East Asia as two wide, and cuts between them', () => {
    const text = table(ROWS, COLUMNS, { room: 58 });
    assert.deepEqual(text.split('\n').slice(1), [
      'invc_01h00000000000000000000000  Importadora…  1500.50 MXN',
      'invc_01h00000000000000000000001  東京貿易株…   9.00 EUR',
    ]);
  });

  it('cuts no letter from its accents, and no emoji in its middle', () => {
    const name = 'Cafe\u0301 👩‍👩‍👧‍👦 familia y compan\u0303ia';
    const text = table([{ name, kind: 'a b' }], ['name', 'kind'], { room: 19 });
    assert.equal(text.split('\n')[1], 'Cafe\u0301 👩‍👩‍👧‍👦 fami…  a b');
  });

  it('puts fields below each other where even narrow columns do not fit', () => {
    assert.equal(
      table(ROWS.slice(0, 1), COLUMNS, { room: 57 }),
      [
        'id     invc_01h00000000000000000000000',
        'name   Importadora y Exportadora del Sureste',
        'total  1500.50 MXN',
      ].join('\n'),
    );
  });

  it('measures what is hidden as it is shown, and keeps each row on one line', () => {
    const text = table([{ name: 'a\u202eb\nc', kind: 'x' }], ['name', 'kind']);
    assert.deepEqual(text.split('\n'), ['NAME          KIND', 'a<U+202E>b c  x']);
  });
});
