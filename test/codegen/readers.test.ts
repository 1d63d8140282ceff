// A parameter that nobody reads is refused, however its tool passes parameters on; one that is read somewhere is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSpec, generate } from '../../codegen/generator/generate.ts';
import { checkReaders } from '../../codegen/tools/readers/unread.ts';
import { baseSpec, rootWith, writeAll } from './support.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    skipLibCheck: true,
  },
});

/** Reads all that the base spec has, each in another way. */
const SOURCES = {
  'src/handlers/create_invoice.ts': `
import type { CreateInvoiceParams } from '../../generated/tools/create_invoice.ts';
import { draft } from '../domain/draft.ts';
export const create_invoice = (params: CreateInvoiceParams) => {
  const { customer_id, ...rest } = params;
  return [customer_id, draft({ ...rest, day: 1 })];
};
`,
  'src/domain/draft.ts': `
/** What it takes is its own, not generated. */
export interface Draft {
  readonly customer_name?: string;
  readonly country_details?: object;
  readonly line_items: readonly { readonly description: string; readonly quantity: number }[];
  readonly day: number;
}
export const draft = (input: Draft) => [
  input.customer_name,
  codes(input.country_details),
  input.line_items.map((line) => total(line)),
];
const total = ({ description, quantity }: Draft['line_items'][number]) => description.repeat(quantity);
const codes = (details: object = {}) => {
  const record = Object.fromEntries(Object.entries(details));
  return [record['payment_method'], record['buyer_reference'], record['note']];
};
`,
  'src/handlers/get_invoice.ts': `
import type { GetInvoiceParams } from '../../generated/tools/get_invoice.ts';
export const get_invoice = (params: GetInvoiceParams) => params.invoice_id;
`,
  'src/handlers/list_invoices.ts': `
import type { ListInvoicesParams } from '../../generated/tools/list_invoices.ts';
import { list } from '../domain/list.ts';
export const list_invoices = (params: ListInvoicesParams) => list(params, params);
`,
  'src/domain/list.ts': `
export type Filters = { readonly [K in 'status' | 'date_from' | 'date_to']?: string };
const KEYS = ['status', 'date_from', 'date_to'] as const;
export const list = (filters: Filters & { readonly limit: number; readonly cursor?: string }, all: Record<string, unknown>) => [
  KEYS.map((key) => filters[key]),
  filters.limit,
  filters.cursor,
  JSON.stringify(all),
];
`,
};

/** `spec/tools/…:9 mood of create_invoice` for each parameter without a reader. */
const unread = async (
  t: Parameters<typeof rootWith>[0],
  changes: readonly (readonly [file: string, after: string, line: string])[],
) => {
  const spec = new Map(baseSpec());
  for (const [file, after, line] of changes) {
    const text = spec.get(file) ?? '';
    assert.ok(text.includes(after), `${file}: ${after}`);
    spec.set(file, text.replace(after, `${after}${line}\n`));
  }
  const { files } = await generate(spec);
  const root = rootWith(t, spec);
  writeAll(root, new Map([...files].map(([path, text]) => [`generated/${path}`, text])));
  writeAll(root, new Map([...Object.entries(SOURCES), ['tsconfig.json', TSCONFIG]]));
  return checkReaders(checkSpec(spec), root).map(
    ({ file, line, message }) => `${file}:${line} ${/parameter (.*):/.exec(message)?.[1] ?? message}`,
  );
};

const TOOLS = 'spec/tools/invoices';
const TEXT = '{ type: string, maxLength: 9, description: New. }';

describe('readers', () => {
  it('are found through calls, spreads, mapped types, lists of keys and records', async (t) => {
    assert.deepEqual(await unread(t, []), []);
  });

  it('are missing for what is planted: in tools, in elements of lists, in fields of countries', async (t) => {
    assert.deepEqual(
      await unread(t, [
        [`${TOOLS}/create_invoice.yaml`, 'params:\n', `  mood: ${TEXT}`],
        // Other tools read a parameter of this name.
        [`${TOOLS}/create_invoice.yaml`, 'params:\n', `  cursor: ${TEXT}`],
        [`${TOOLS}/list_invoices.yaml`, 'params:\n', `  invoice_id: ${TEXT}`],
        ['spec/types/invoices.yaml', 'A line of a new invoice.\n    fields:\n', `      shade: ${TEXT}`],
        ['spec/types/invoices.yaml', 'What Mexico asks for.\n    fields:\n', `      border: ${TEXT}`],
      ]),
      [
        `${TOOLS}/create_invoice.yaml:9 cursor of create_invoice`,
        `${TOOLS}/create_invoice.yaml:10 mood of create_invoice`,
        'spec/types/invoices.yaml:9 country_details.border of create_invoice',
        'spec/types/invoices.yaml:20 line_items.shade of create_invoice',
        `${TOOLS}/list_invoices.yaml:10 invoice_id of list_invoices`,
      ],
    );
  });
});
