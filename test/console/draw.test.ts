// A page drawn in parts is the page drawn at once, byte for byte, and others are answered in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComponentChildren, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { VisitProvider, useVisit } from '../../src/console/context.ts';
import { draw } from '../../src/console/draw.tsx';
import { Table } from '../../src/console/parts/table.tsx';
import type { Visit } from '../../src/console/visit.ts';

const visitIn = (language: string): Visit => ({ language, request_id: `req_${language}` }) as Visit;

const Asking = ({ row }: { row: number }): VNode => h('b', null, `${useVisit().request_id} ${row} <&>`);

const within = (visit: Visit, child: ComponentChildren): VNode =>
  h('body', null, h(VisitProvider, { value: visit }, child));

const page = (visit: Visit, lengths: readonly number[]): VNode =>
  within(
    visit,
    h(
      'main',
      null,
      lengths.map((length) =>
        h(Table<number>, {
          caption: 'Lines',
          rows: Array.from({ length }, (_, row) => row),
          columns: [
            { head: 'n', main: true, cell: (row) => h(Asking, { row }) },
            { head: 'text', cell: (row) => `text ${row} & "more"` },
          ],
        }),
      ),
    ),
  );

test('tables of any length, several on a page', async () => {
  for (const lengths of [[], [0], [1], [20], [21], [500], [40, 3, 41], [21, 0, 999]]) {
    const whole = page(visitIn('en'), lengths);
    assert.equal(await draw(whole), renderToString(page(visitIn('en'), lengths)), lengths.join());
  }
});

test('pages drawn beside each other keep to their own requests', async () => {
  const languages = ['en', 'de', 'es'];
  const drawn = await Promise.all(languages.map((language) => draw(page(visitIn(language), [3000]))));
  for (const [at, language] of languages.entries())
    assert.equal(drawn[at], renderToString(page(visitIn(language), [3000])), language);
});

test('others run while a long page is drawn', async () => {
  const slow = (row: number): string => {
    for (const end = performance.now() + 1; performance.now() < end;);
    return String(row);
  };
  const rows = Array.from({ length: 100 }, (_, row) => row);
  const columns = [{ head: 'n', cell: slow }];
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  await draw(within(visitIn('en'), h(Table<number>, { caption: 'Rows', rows, columns })));
  clearInterval(other);
  assert.ok(turns >= 2, `${turns} turns`);
});

test('a row that cannot be drawn fails the page', async () => {
  const columns = [
    {
      head: 'n',
      cell: (row: number): string => {
        if (row === 77) throw new Error('row 77');
        return String(row);
      },
    },
  ];
  const rows = Array.from({ length: 100 }, (_, row) => row);
  const failing = within(visitIn('en'), h(Table<number>, { caption: 'Rows', rows, columns }));
  await assert.rejects(draw(failing), /row 77/);
});
