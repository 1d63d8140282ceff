// What an import of a statement would do is told alike by the page, the command and the tool: of every format and layout, of a
// file with rejected rows, and of one that follows another.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import type { BankAccountId } from '../../generated/ids.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { type Admin, adminOn } from '../admin/support.ts';
import { currencyOf, EXAMPLES, signOf } from '../domain/bank-statements/layout-files.ts';
import { longDoseOf, seedOf } from '../support/dose.ts';
import { addAccount } from '../tools/bank/support.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

let console_: TestConsole;
let person: Person;
let admin: Admin;
before(async () => {
  console_ = await startTestConsole();
  person = console_.as('accountant');
  admin = adminOn(console_.service.databaseUrl, new Date());
});
after(() => console_.close());

interface Case {
  readonly title: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly currency: string;
  readonly sign?: 'reversed';
  /** Imported before. */
  readonly earlier?: string;
}

interface Told {
  readonly imported: number;
  readonly duplicates: number;
  readonly left_out: readonly { readonly line: number; readonly reason: string }[];
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly money_in: number;
  readonly money_out: number;
  readonly opening_balance: number | null;
  readonly closing_balance: number | null;
  readonly period_start: string | null;
  readonly period_end: string | null;
  readonly gap: {
    readonly period_end: string;
    readonly days: number;
    readonly closing_balance: number | null;
  } | null;
}

const factsOf = (told: Told) => ({
  imported: told.imported,
  duplicates: told.duplicates,
  left_out: told.left_out.map(({ line, reason }) => [line, reason]),
  rejected: told.rejected.map(({ line, reason }) => [line, reason]),
  money: [told.money_in, told.money_out],
  balances: [told.opening_balance, told.closing_balance],
  period: [told.period_start, told.period_end],
  gap: told.gap === null ? null : [told.gap.period_end, told.gap.days, told.gap.closing_balance],
});

const VOCABULARY = join(packageRoot(), 'spec', 'vocabulary', 'bank-formats.yaml');
const FIXTURES = join(packageRoot(), 'test', 'domain', 'bank-statements', 'fixtures');
const { formats } = parse(readFileSync(VOCABULARY, 'utf8')) as {
  readonly formats: readonly { readonly shown: string; readonly fixture: string }[];
};

const PESOS = new Set(['ofx1.ofx', 'santander.txt', 'bbva.xls', 'generic-balances.csv']);
const FEBRUARY = 'Fecha,Concepto,Importe,Saldo\n27/02/2026,RENTA,-100.00,900.00\n';
const MARCH = `Fecha,Concepto,Importe,Saldo
04/03/2026,PAGO,10.00,910.00
31/02/2026,IMPOSIBLE,5.00,915.00
05/03/2026,SIN CANTIDAD,abc,915.00
`;
const SEED = seedOf(import.meta.filename);
/** Every format, and some of the layouts. */
const CASES: readonly Case[] = [
  ...formats.map(({ shown, fixture }) => ({
    title: shown,
    name: fixture,
    bytes: readFileSync(join(FIXTURES, fixture)),
    currency: PESOS.has(fixture) ? 'MXN' : 'EUR',
  })),
  ...longDoseOf(EXAMPLES, 0.3, SEED).map((example) => ({
    title: `${example.name}, ${example.product}`,
    name: 'layout.csv',
    bytes: Buffer.from(example.fixture),
    currency: currencyOf(example),
    ...(signOf(example) === null ? {} : { sign: 'reversed' as const }),
  })),
  {
    title: 'rejected rows',
    name: 'marzo.csv',
    bytes: Buffer.from(MARCH),
    currency: 'MXN',
    earlier: FEBRUARY,
  },
];

const commandOf = async (account: string, { name, bytes, sign }: Case) => {
  const path = admin.file(name, bytes);
  const options = [
    '--bank-account',
    account,
    path,
    '--dry-run',
    ...(sign === undefined ? [] : ['--sign', sign]),
  ];
  const { code, out, err } = await admin.run('statement', 'import', ...options, '--partial', '--json');
  assert.equal(code, 0, err);
  return factsOf(JSON.parse(out));
};

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/gu, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/gu, (each) => ENTITIES[each as keyof typeof ENTITIES])
    .replace(/\s+/gu, ' ')
    .trim();

/** As the page shows them, read back. */
const pageOf = async (entity: string, account: string, { name, bytes, sign }: Case) => {
  const fields = { partial: '1', ...(sign === undefined ? {} : { sign }) };
  const file = new File([new Uint8Array(bytes)], name);
  const { html } = await person.upload(`/companies/${entity}/bank/${account}/import`, 'preview', fields, {
    file,
  });
  const shown = new Map(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gsu)].map(([, term = '', value = '']) => [
      textOf(term),
      value,
    ]),
  );
  const of = (term: string): string =>
    shown.get(term) ?? assert.fail(`no ${term} in ${textOf(html).slice(0, 2_000)}`);
  const number = (term: string): number | null => {
    const [digits] = /-?[\d,]+(?:\.\d+)?/u.exec(textOf(of(term)).replace('−', '-')) ?? [];
    return digits === undefined ? null : Number(digits.replaceAll(',', ''));
  };
  const days = (text: string) => [...text.matchAll(/datetime="([^"]*)"/gu)].map(([, day]) => day);
  const rowsOf = (id: string) => {
    const table = html.split(`id="${id}"`)[1]?.split('</table>')[0] ?? '';
    const body = table.split('<tbody>')[1] ?? '';
    return body
      .split('</tr>')
      .filter((row) => row.includes('<t'))
      .map((row) => row.split(/<\/t[dh]>/u).map(textOf));
  };
  return {
    imported: number('New'),
    duplicates: number('Already imported'),
    left_out: rowsOf('left-out').map(([line]) => Number(line)),
    rejected: rowsOf('rejected').map(([line, reason]) => [Number(line), reason]),
    money: [number('Money in'), number('Money out')],
    balances: [number('Balance before'), number('Balance after')],
    period: days(of('Period')),
    gap: shown.has('Statement before it') ? days(of('Statement before it')) : null,
  };
};

for (const given of CASES)
  test(given.title, async () => {
    const { service } = console_;
    const country = given.currency === 'MXN' ? 'mx' : 'de';
    const entity = service.entities[country];
    const client = service.client(service.keys[country]);
    const bank_account_id: BankAccountId = await addAccount(service, entity, {
      account_number_masked: null,
      currency: given.currency,
    });
    if (given.earlier !== undefined)
      await client.import_statement({ bank_account_id, content: given.earlier });
    const told = factsOf(
      await client.import_statement({
        bank_account_id,
        content_base64: given.bytes.toString('base64'),
        partial: true,
        dry_run: true,
        ...(given.sign === undefined ? {} : { sign: given.sign }),
      }),
    );
    assert.deepEqual(await commandOf(bank_account_id, given), told);
    assert.ok(told.imported > 0);
    assert.equal(told.gap === null, given.earlier === undefined);
    assert.deepEqual(await pageOf(entity, bank_account_id, given), {
      ...told,
      left_out: told.left_out.map(([line]) => line),
      period: told.period.filter((day) => day !== null),
      gap: told.gap === null ? null : [told.gap[0]],
    });
  });
