// The walks of CONTRIBUTING.md, on a copy of the sources: what they promise to be enough must build.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { run } from '../../../codegen/generator/main.ts';
import { runNewTool } from '../../../codegen/tools/new-tool.ts';
import { runSurface } from '../../../codegen/generator/surface/main.ts';
import { listen } from '../../codegen/support.ts';

const HOME = process.cwd();

/** A copy of what a walk changes and the compiler reads. */
const copySources = (t: TestContext): string => {
  const root = mkdtempSync(join(tmpdir(), 'walk-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['package.json', 'spec', 'src', 'generated'])
    cpSync(join(HOME, name), join(root, name), { recursive: true });
  // Guides name these files; what is in them is not read.
  for (const name of ['test/matching/RESULTS.md', 'test/support/tenancy/exceptions.ts']) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '');
  }
  // Each walk tags the surface first, and what was accepted before has done its work then.
  writeFileSync(join(root, 'spec/accepted-breaks.yaml'), 'accepted_breaks: []\n');
  for (const name of ['node_modules', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])
    symlinkSync(join(HOME, name), join(root, name));
  return root;
};

/** The first faults that the compiler finds in these files and all that they import. */
const compile = async (root: string, include: readonly string[]): Promise<string> => {
  const compilerOptions = { rootDir: '.', noEmit: true, incremental: false, tsBuildInfoFile: null };
  const config = { extends: join(HOME, 'tsconfig.json'), compilerOptions, include };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(HOME, 'node_modules/typescript/bin/tsc');
  return promisify(execFile)(process.execPath, [tsc, '-p', root]).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout.slice(0, 9000),
  );
};

const build = async (root: string): Promise<void> => {
  const heard = listen();
  assert.equal(await run(['build'], root, heard), 0, heard.stderr());
};

describe('a new tool', () => {
  it('builds as it is scaffolded, fits the budget, and breaks no caller', async (t) => {
    const root = copySources(t);
    // What the repository itself has changed since its last release is not the walk's.
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    for (const words of [
      ['create_quote', 'invoices'],
      ['list_payments', 'payments'],
    ])
      assert.equal(runNewTool(words, root, listen()), 0);
    await build(root);
    assert.equal(await compile(root, ['src/handlers', 'test']), '');
    const heard = listen();
    assert.equal(runSurface([], root, heard), 0);
    assert.equal(
      heard.stdout(),
      'Since the last release:\nsafe      TOOL_ADDED                 list_payments\nsafe      TOOL_ADDED                 create_quote\nSince main: nothing\n',
    );
  });
});

/** What a new field of a counterparty has to go through, as the compiler names it. */
const PLACES_OF_A_FIELD = [
  'src/admin/commands/counterparty.ts',
  'src/console/pages/counterparties/form.tsx',
  'src/domain/across/merges/plan.ts',
  'src/domain/parties/counterparties/checks.ts',
  'src/domain/parties/counterparties/describe.ts',
];

describe('a new column of a counterparty', () => {
  it('does not compile before each place that tells, takes or unites counterparties has it', async (t) => {
    const root = copySources(t);
    const change = (file: string, from: string, to: string): void => {
      const path = join(root, file);
      const before = readFileSync(path, 'utf8');
      assert.ok(before.includes(from), `${file} has ${from}`);
      writeFileSync(path, before.replace(from, to));
    };
    change(
      'spec/tools/counterparties/create_counterparty.yaml',
      '  is_customer:',
      '  phone: { type: string, maxLength: 40, description: Telephone. }\n  is_customer:',
    );
    change(
      'spec/types/counterparties.yaml',
      '      is_customer: { type: boolean }',
      '      phone: { type: string, maxLength: 40, nullable: true }\n      is_customer: { type: boolean }',
    );
    change('src/db/rows.ts', '  name_norm: string;', '  name_norm: string;\n  phone: string | null;');
    change(
      'spec/labels.yaml',
      '  contact_phone:',
      '  phone: { en: Telephone, es: Teléfono, de: Telefon }\n  contact_phone:',
    );
    await build(root);
    const faults = await compile(root, ['src/admin', 'src/console', 'src/domain', 'src/handlers']);
    const named = new Set([...faults.matchAll(/^\S*?\/(src\/[^(]+)\(/gm)].map(([, file = '']) => file));
    assert.deepEqual(
      PLACES_OF_A_FIELD.filter((file) => !named.has(file)),
      [],
      faults,
    );
  });
});

const POLAND = `country: PL
name: Poland
filing_model: network
regime: peppol-ubl
status: progressive
currency: PLN
time_zone: Europe/Warsaw
time_zone_by_postal_prefix: {}
tax:
  scheme: VAT
  name: VAT
  default_rate: 23
  rates:
    - { percent: 23, category: S, from: '2011-01-01' }
    - { percent: 8, category: S, from: '2011-01-01' }
    - { percent: 5, category: S, from: '2011-01-01' }
    - { percent: 0, category: Z, from: '2011-01-01' }
  exemption_code_list: VATEX
  exemption_reasons:
    E: { text: Zwolnione z VAT }
    AE: { text: Odwrotne obciążenie, code: VATEX-EU-AE }
tax_id: { name: NIP, field: vat_id, pattern: '^PL\\d{10}$' }
postal_code: { pattern: '^\\d{2}-\\d{3}$', required: false }
payment_terms_days: 30
retention: { years: 8, minimum_years: 8 }
invoice_series: FV
credit_note_series: KOR
profiles:
  - id: peppol-bis-3
    customization_id: urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0
    profile_id: urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
    rules: Peppol BIS Billing 3.0, rules 2026.5; EN 16931 1.3.16
    from: '2019-04-15'
participant_schemes:
  - { scheme: '9945', field: vat_id, pattern: '^PL\\d{10}$' }
registration_schemes:
  - { scheme: '9945', name: NIP, field: vat_id, pattern: '^PL\\d{10}$' }
defaults:
  unit_code: C62
  payment_means_code: '30'
  payment_means_code_of_account: '30'
  payment_means_code_of_sepa_iban: '58'
bank_identifiers: [iban, bic]
details: { invoice: PeppolInvoiceHeader, invoice_line: PeppolInvoiceLine, counterparty: PeppolCounterparty }
`;

describe('a new Peppol country', () => {
  it('is one file of the spec', async (t) => {
    const root = copySources(t);
    assert.equal(runSurface(['--tag'], root, listen()), 0);
    writeFileSync(join(root, 'spec/countries/PL.yaml'), POLAND);
    await build(root);
    assert.match(readFileSync(join(root, 'generated/countries.ts'), 'utf8'), /^ {2}PL: \{$/m);
    assert.equal(await compile(root, ['generated', 'src']), '');
    const heard = listen();
    assert.equal(runSurface([], root, heard), 0);
    assert.equal(heard.stdout(), 'the surface is as tagged.\n');
  });
});
