// The lint rules of the house, run by oxlint on a planted tree: each wrong line is told with its place, what is allowed
// instead, and what to do.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { readHouse } from '../../../codegen/tools/house/house.ts';
import { printRooms } from '../../../codegen/tools/house/print.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');

const ROOMS = `
rooms:
  base: { holds: money, imports: [generated] }
  db: { holds: tables, imports: [base, generated], statements: anywhere, tables: [schema_lock] }
  domain: { holds: nouns, imports: [base, db, generated] }
  pdf: { holds: paper, imports: [base], types: [domain] }
  sandbox: { holds: stand-ins, imports: [db], tables: [sandbox_stamp] }
  handlers: { holds: tools, imports: [base, domain] }
packages:
  kysely: [db, stores]
nouns:
  counterparties: { tables: [counterparty] }
  invoices: { tables: [invoice, invoice_line], reads: [counterparty] }
  bank: { tables: [bank_line] }
`;

const folder = mkdtempSync(join(tmpdir(), 'folio-house-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Fault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

interface Diagnostic {
  readonly filename: string;
  readonly message: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
};

const oxlint = (root: string, ...args: string[]): string => {
  const { stdout, stderr } = spawnSync(join(PROJECT, 'node_modules/.bin/oxlint'), args, {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout + stderr;
};

const plant = (name: string, rooms: string, files: Readonly<Record<string, string>>): string => {
  const root = join(folder, name);
  const rules = {
    'folio/rooms': 'error',
    'folio/stores': 'error',
    'folio/figures': 'error',
    'folio/getters': 'error',
  };
  const config = {
    categories: { correctness: 'off' },
    jsPlugins: [join(PROJECT, 'codegen/tools/house/plugin.mjs')],
    rules,
  };
  write(root, {
    'codegen/tools/house/rooms.yaml': rooms,
    '.oxlintrc.json': JSON.stringify(config),
    ...files,
  });
  return root;
};

const faultsOf = (root: string): readonly Fault[] => {
  const { diagnostics } = JSON.parse(oxlint(root, '-f', 'json')) as { diagnostics: readonly Diagnostic[] };
  return diagnostics.map(({ filename, message, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 0,
    message,
  }));
};

/** What is planted at line 2 of a file, and what the message must say. */
const WRONG: Readonly<Record<string, readonly [line: string, says: RegExp]>> = {
  'src/base/value.ts': [
    "import { x } from '../db/x.ts';",
    /^base may not import db\. base may import: generated\. Move what both need to a room below/,
  ],
  'src/base/type.ts': ["import type { X } from '../domain/bank/x.ts';", /^base may not import domain\./],
  'src/base/reexport.ts': ["export { x } from '../db/x.ts';", /^base may not import db\./],
  'src/base/dynamic.ts': ["void import('../db/x.ts');", /^base may not import db\./],
  'src/base/of-type.ts': ["export type X = import('../db/x.ts').X;", /^base may not import db\./],
  'src/base/thread.ts': ["new URL('../db/x.ts', import.meta.url);", /^base may not import db\./],
  'src/base/package.ts': ["import { sql } from 'kysely';", /^kysely is imported only by: db, stores\./],
  'src/base/test.ts': ["import { x } from '../../test/x.ts';", /^base may not import test\./],
  'src/pdf/value.ts': [
    "import { x } from '../domain/bank/x.ts';",
    /by type only\. pdf may import: base; by type only: domain\. Write "import type"/,
  ],
  'src/domain/invoices/call.ts': [
    "import { x } from '../bank/x.ts';",
    /^invoices may not import bank, which stands above it\. invoices may import: counterparties\. Tell instead/,
  ],
  'src/base/getter.ts': [
    'export const x = { get y() { return 1; } };',
    /^An object with a getter keeps memory/,
  ],
  'src/attic/x.ts': [
    '',
    /^unknown room attic: move the file to one of base, db, domain, pdf, sandbox, handlers/,
  ],
  'src/loose.ts': ['', /^src\/loose\.ts lies loose in src\/.*src\/start\//],
  'src/domain/orders/x.ts': [
    '',
    /^unknown noun orders: move the file to one of counterparties, invoices, bank/,
  ],
  'src/domain/invoices/list.ts': [
    "db.selectFrom('bank_line').execute();",
    /is no store\. SQL stands in: src\/db, .*Move the statement into a function of src\/domain\/bank\/store\.ts/,
  ],
  'src/domain/invoices/part.ts': ['sql`a = b`;', /into a function of src\/domain\/invoices\/store\.ts/],
  'src/handlers/tool.ts': ["scoped(ctx, 'invoice').select();", /src\/domain\/invoices\/store\.ts/],
  'src/sandbox/server.ts': [
    "db.selectFrom('sandbox_stamp').execute();",
    /into a function of src\/sandbox\/store\.ts/,
  ],
  'src/domain/counterparties/store.ts': [
    "scoped(ctx, 'invoice').select();",
    /names invoice, a table of invoices\. counterparties writes: counterparty; and reads: nothing else\. invoices stands above/,
  ],
  'src/domain/invoices/store/write.ts': [
    "scoped(ctx, 'counterparty').update();",
    /writes counterparty, a table of counterparties\..* Call a verb of counterparties instead/,
  ],
  'src/domain/bank/store.ts': [
    "db.selectFrom('bank_line as b').leftJoin('invoice as i', 'a', 'b');",
    /names invoice, .* Call a function of invoices, or, for a join, add invoice to the reads of bank/,
  ],
  'src/domain/bank/store/template.ts': ['sql`delete from invoice`;', /names invoice, a table of invoices/],
  'src/domain/bank/store/unknown.ts': [
    "db.selectFrom('bankline');",
    /^no noun or room owns the table bankline: add it/,
  ],
};

test('each planted fault is told with its file, its line, what is allowed, and what to do', () => {
  const files = Object.entries(WRONG).map(([name, [line]]) => [name, `// A comment.\n${line}\n`]);
  const faults = faultsOf(plant('wrong', ROOMS, Object.fromEntries(files)));
  for (const [name, [line, says]] of Object.entries(WRONG)) {
    const [fault, ...more] = faults.filter(({ file }) => file === name);
    assert.match(fault?.message ?? 'nothing', says, name);
    assert.equal(fault?.line, line === '' ? 1 : 2, name);
    assert.deepEqual(more, [], name);
  }
  assert.equal(faults.length, files.length);
});

test('what the house allows passes', () => {
  const root = plant('right', ROOMS, {
    'src/base/a.ts': "import { b } from './b.ts';\nimport { c } from '../../generated/c.ts';\n",
    'src/pdf/a.ts': "import type { I } from '../domain/invoices/x.ts';\n",
    'src/domain/bank/a.ts': "import { i } from '../invoices/x.ts';\nimport { j } from './b.ts';\n",
    'src/domain/invoices/store.ts':
      "import { sql } from 'kysely';\ndb.with('late', () => 1).selectFrom('late').innerJoin('counterparty as c', 'a', 'b');\n" +
      "scoped(ctx, 'invoice').update();\nsql`select 1 from invoice join counterparty on true`;\n",
    'src/sandbox/pac/store.ts': "db.insertInto('sandbox_stamp');\n",
    'src/db/any.ts': "db.selectFrom('whatever');\n",
    'test/a.ts': "import { x } from '../src/domain/bank/a.ts';\ndb.selectFrom('invoice');\n",
  });
  assert.deepEqual(faultsOf(root), []);
});

const BROKEN: Readonly<Record<string, readonly [rooms: string, says: RegExp]>> = {
  'a circle of rooms': [
    'rooms:\n  base: { holds: a, imports: [db] }\n  db: { holds: b, imports: [base] }\n',
    /rooms\.yaml:2 base may not import db: it stands above base .* would make a circle\. Move what both need/,
  ],
  'an unknown room': [
    'rooms:\n  base: { holds: a }\n  db: { holds: b, imports: [bsae] }\n',
    /rooms\.yaml:3 db imports bsae, an unknown room, did you mean base\?: generated, base/,
  ],
  'an unknown key': ['rooms:\n  base: { hold: a }\n', /rooms\.yaml:2 unknown key hold, did you mean holds\?/],
  'a table of two nouns': [
    'nouns:\n  a: { tables: [t] }\n  b: { tables: [t] }\n',
    /rooms\.yaml:3 t already belongs to a/,
  ],
  'a read upwards': [
    'nouns:\n  a: { reads: [t] }\n  b: { tables: [t] }\n',
    /rooms\.yaml:2 a may not read t: b stands above it/,
  ],
};

for (const [what, [rooms, says]] of Object.entries(BROKEN))
  test(`${what} in the data file is told with its line`, () => {
    const root = plant(what.replaceAll(' ', '-'), rooms, {});
    assert.throws(() => readHouse(root), { message: says });
  });

test('a faulty data file stops the lint run', () => {
  const root = plant('stopped', 'rooms:\n  base: { imports: [attic] }\n', {
    'src/base/a.ts': 'export {};\n',
  });
  assert.match(oxlint(root), /rooms\.yaml:2 base imports attic, an unknown room/);
});

test('the rooms are printed with their sizes, the imports between them, arrows upward and circles', () => {
  const root = plant('printed', ROOMS, {
    'src/base/a.ts': "import type { B } from '../db/b.ts';\nimport {\n  c,\n} from '../db/c.ts';\n",
    'src/db/b.ts': "export * from '../base/a.ts';\n",
    'src/domain/invoices/a.ts': "void import('../bank/b.ts');\n",
  });
  const printed = printRooms(root).replaceAll(/ +/g, ' ');
  assert.match(printed, /^ base 1 4 4 4\n db 1 1 1 1$/m);
  assert.match(printed, /^ base -> db 1 1 UPWARD\n db -> base 1 0$/m);
  assert.match(printed, /upward: 2 imports in 1 pairs\n circles between rooms: 1\n base, db$/m);
  assert.match(printed, /^ invoices -> bank 1 0 UPWARD$/m);
});

test('a sentence takes its figures from the spec, in any language of the pages', () => {
  const root = plant('figures', ROOMS, {
    'spec/service.yaml': 'windows: { bill_due_days: 45, wait_ms: 20000 }\n',
    'spec/countries/MX.yaml': 'country: MX\ntax: { default_rate: 16 }\n',
    'src/base/words.ts': [
      "export const en = 'Empty: 45 days later';",
      "export const es = 'Vacío: 45 días después';",
      'export const de = (n: number) => `Leer: ${n} Tage oder 45 Tage später`;',
      "export const wait = 'Waits up to 20 seconds.';",
      "export const tax = 'IVA of 16 % is added';",
      '// oxlint-disable-next-line folio/figures -- the law says so',
      "export const law = 'Within 45 days of the month';",
      "export const other = 'Within 44 days, 45 rows, 145 days, 1.45 days';",
      "export const style = 'transition: 20s';",
      '',
    ].join('\n'),
  });
  assert.deepEqual(
    faultsOf(root)
      .map(
        ({ line, message }) =>
          `${line} ${/^"(.*)" is (\S+) of the spec/.exec(message)?.slice(1).join(' ') ?? message}`,
      )
      .sort(),
    [
      '1 45 days windows.bill_due_days',
      '2 45 días windows.bill_due_days',
      '3 45 Tage windows.bill_due_days',
      '4 20 seconds windows.wait_ms',
      '5 16 % MX.tax.default_rate',
    ],
  );
});

test('the length of a field is not typed', () => {
  const root = plant('lengths', ROOMS, {
    'spec/service.yaml': 'windows: { bill_due_days: 45 }\n',
    'src/base/form.tsx': [
      'export const typed = <input name="title" maxlength={200} />;',
      'export const named = <input name="title" maxlength={LENGTH} cols={80} />;',
      '',
    ].join('\n'),
  });
  assert.deepEqual(
    faultsOf(root).map(({ line, message }) => [
      line,
      message.startsWith('The length of a field is that of a parameter'),
    ]),
    [[1, true]],
  );
});
