// CFDI 4.0 rules on the summary of taxes (node Impuestos), which must repeat what the lines say.
import { sum } from '../../base/money/amount.ts';
import { sumOf, toText } from '../../base/money/decimal.ts';
import type { InvoiceDocument, TaxRow } from '../regime.ts';
import { rule, when, type Finding, type Rule } from '../rules.ts';
import type { LineTax } from '../terms.ts';
import { headerEquals } from '../totals.ts';
import { CATALOGS } from './catalogs.ts';
import { isListed } from './rules-line-taxes.ts';

type Keyed = Pick<LineTax, 'category' | 'factor' | 'rate'>;

const keyOf = ({ category, factor, rate }: Keyed): string => `${category} ${factor} ${toText(rate)}`;

const taxesOf = ({ lines }: InvoiceDocument, withheld: boolean): readonly LineTax[] =>
  lines.flatMap(({ taxes }) => taxes.filter((tax) => tax.withheld === withheld));

type Sums = ReadonlyMap<string, Pick<LineTax, 'base' | 'amount'>>;

const sums = new WeakMap<InvoiceDocument, Sums>();

/** What the lines pass on, by tax, factor and rate; computed once for all rows and rules. */
const sumsOf = (document: InvoiceDocument): Sums => {
  const known = sums.get(document);
  if (known !== undefined) return known;
  const made = new Map<string, Pick<LineTax, 'base' | 'amount'>>();
  for (const tax of taxesOf(document, false)) {
    const key = keyOf(tax);
    const earlier = made.get(key);
    const { base, amount } = tax;
    made.set(
      key,
      earlier === undefined
        ? { base, amount }
        : { base: earlier.base.plus(base), amount: earlier.amount.plus(amount) },
    );
  }
  sums.set(document, made);
  return made;
};

const onRows =
  (check: (row: TaxRow, path: string, document: InvoiceDocument) => readonly Finding[]): Rule['check'] =>
  (document) =>
    document.breakdown.flatMap((row, index) => check(row, `tax_breakdown[${index}]`, document));

const sumRule = (id: string, field: 'base' | 'amount', what: string): Rule =>
  rule(
    id,
    onRows((row, path, document) => {
      const exact = sumsOf(document).get(keyOf(row))?.[field] ?? sumOf([]);
      return when(!headerEquals(row[field], exact), `${path}.${field}`, 'CFDI40215', { what });
    }),
  );

const WITHHELD_RULES: readonly Rule[] = [
  rule('CFDI40207', ({ withholdings }) =>
    withholdings.flatMap(({ category }, index) =>
      when(!CATALOGS.c_Impuesto.has(category), `withholdings[${index}].tax`, 'CFDI40207'),
    ),
  ),
  rule('CFDI40211', (document) => {
    const { withholdings } = document;
    const lines = taxesOf(document, true);
    const categories = new Set([...withholdings, ...lines].map(({ category }) => category));
    return [...categories].flatMap((category) => {
      const rows = withholdings.filter((row) => row.category === category);
      const exact = sumOf(lines.filter((tax) => tax.category === category).map(({ amount }) => amount));
      const shown = sum(
        document.currency,
        rows.map(({ amount }) => amount),
      );
      return when(!headerEquals(shown, exact), 'withholdings', 'CFDI40211');
    });
  }),
];

export const TAX_RULES: readonly Rule[] = [
  ...WITHHELD_RULES,
  rule('CFDI40213', (document) => {
    const rows = new Set(document.breakdown.map(keyOf));
    return when(
      [...sumsOf(document).keys()].some((key) => !rows.has(key)),
      'tax_breakdown',
      'CFDI40213',
    );
  }),
  sumRule('CFDI40215', 'base', 'base'),
  rule(
    'CFDI40217',
    onRows((row, path) => when(!CATALOGS.c_Impuesto.has(row.category), `${path}.category`, 'CFDI40217')),
  ),
  rule('CFDI40218', ({ breakdown }) =>
    when(new Set(breakdown.map(keyOf)).size < breakdown.length, 'tax_breakdown', 'CFDI40218'),
  ),
  rule(
    'CFDI40219',
    onRows((row, path) =>
      when(CATALOGS.c_Impuesto.has(row.category) && !isListed(row, false), `${path}.rate`, 'CFDI40219'),
    ),
  ),
  sumRule('CFDI40221', 'amount', 'tax'),
];
