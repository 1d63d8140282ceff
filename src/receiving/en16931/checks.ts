// Whether a document adds up, by the rules of EN 16931 of the same names. Amounts are compared as written.
import { decimal, isZero, roundHalfUp, sumOf, toText, ZERO, type Decimal } from '../../base/money/decimal.ts';
import { issue } from '../issue.ts';
import type { ReadAdjustment, ReadDocument, ReadingIssue, ReadLine, ReadTax } from '../reading.ts';
import { groupOf } from './spread.ts';

const HUNDRED = decimal('100');
/** PEPPOL-EN16931-R120 and R040. */
const SLACK = decimal('0.02');
/** BR-CO-17 allows less than one unit of the currency: who rounds line by line differs by cents. */
const UNIT = decimal('1');

const of = (text: string | null): Decimal => decimal(text ?? '0');
const differ = (a: Decimal, b: Decimal, slack = ZERO): boolean => a.minus(b).abs().gt(slack);

const sumOfKind = (adjustments: readonly ReadAdjustment[], kind: ReadAdjustment['kind']): Decimal =>
  sumOf(adjustments.filter((each) => each.kind === kind).map(({ amount }) => decimal(amount)));

type SumRule =
  | 'en_br_co_10'
  | 'en_br_co_11'
  | 'en_br_co_12'
  | 'en_br_co_13'
  | 'en_br_co_14'
  | 'en_br_co_15'
  | 'en_br_co_16';

const sumRule = (rule: SumRule, stated: string | null, computed: Decimal): readonly ReadingIssue[] =>
  differ(of(stated), computed) ? [issue(rule, { stated: stated ?? '0', computed: toText(computed) })] : [];

/** BT-106 to BT-115; a profile without lines states fewer of them. */
export const checkTotals = (document: ReadDocument, hasNoLines: boolean): readonly ReadingIssue[] => {
  const { totals, lines, adjustments, taxes } = document;
  const { withoutTax, tax, total, prepaid, rounding, due } = totals;
  const missing = (['withoutTax', 'total', 'due'] as const).filter((name) => totals[name] === null);
  if (missing.length > 0)
    return [issue('en_totals_missing', { terms: missing.map((name) => TERMS[name]).join(', ') })];
  const common = [
    ...sumRule('en_br_co_15', total, of(withoutTax).plus(of(tax))),
    ...sumRule('en_br_co_16', due, of(total).minus(of(prepaid)).plus(of(rounding))),
  ];
  if (hasNoLines) return common;
  return [
    ...sumRule('en_br_co_10', totals.lines, sumOf(lines.map(({ net }) => decimal(net)))),
    ...sumRule('en_br_co_11', totals.allowances, sumOfKind(adjustments, 'allowance')),
    ...sumRule('en_br_co_12', totals.charges, sumOfKind(adjustments, 'charge')),
    ...sumRule(
      'en_br_co_13',
      withoutTax,
      of(totals.lines).minus(of(totals.allowances)).plus(of(totals.charges)),
    ),
    ...sumRule('en_br_co_14', tax, sumOf(taxes.map(({ amount }) => of(amount)))),
    ...common,
  ];
};

const TERMS = { withoutTax: 'BT-109', total: 'BT-112', due: 'BT-115' } as const;

/** What the lines, charges and allowances of each category and rate come to. */
const basesOf = ({ lines, adjustments }: ReadDocument): ReadonlyMap<string, Decimal> => {
  const bases = new Map<string, Decimal>();
  const add = (tax: ReadTax | null | undefined, amount: Decimal): void => {
    if (tax === null || tax === undefined) return;
    const group = groupOf(tax);
    bases.set(group, (bases.get(group) ?? ZERO).plus(amount));
  };
  for (const { taxes, net } of lines) add(taxes[0], decimal(net));
  for (const { tax, kind, amount } of adjustments)
    add(tax, kind === 'charge' ? decimal(amount) : ZERO.minus(decimal(amount)));
  return bases;
};

/** The breakdown of tax against its lines and its rates. */
export const checkTaxes = (document: ReadDocument, hasNoLines: boolean): readonly ReadingIssue[] => {
  const { taxes } = document;
  if (taxes.length === 0) return hasNoLines ? [] : [issue('en_br_co_18')];
  const groups = new Map(taxes.map((tax) => [groupOf(tax), tax]));
  const twice = taxes.length > groups.size ? [issue('en_tax_twice')] : [];
  const bases = basesOf(document);
  const lost = [...bases.keys()].filter((group) => !groups.has(group));
  return [
    ...twice,
    ...(hasNoLines || lost.length === 0
      ? []
      : [issue('en_tax_not_broken_down', { groups: lost.map((group) => group.trim()).join(', ') })]),
    ...[...groups].flatMap(([group, tax]) => {
      const base = of(tax.base);
      const rate = of(tax.rate);
      const computed = roundHalfUp(base.times(rate).div(HUNDRED), 2);
      const facts = { group, stated: tax.amount ?? '0', computed: toText(computed) };
      const lineBase = bases.get(group) ?? ZERO;
      return [
        ...(!hasNoLines && differ(base, lineBase)
          ? [issue('en_tax_base', { group, stated: tax.base ?? '0', computed: toText(lineBase) })]
          : []),
        ...checkRate(of(tax.amount), computed, isZero(rate), facts),
      ];
    }),
  ];
};

const checkRate = (
  amount: Decimal,
  computed: Decimal,
  isUntaxed: boolean,
  facts: { readonly group: string; readonly stated: string; readonly computed: string },
): readonly ReadingIssue[] => {
  if (!differ(amount, computed)) return [];
  if (isUntaxed) return [issue('en_tax_without_rate', facts)];
  return [issue(amount.minus(computed).abs().gte(UNIT) ? 'en_br_co_17' : 'en_tax_rounded', facts)];
};

const lineNet = ({ quantity, unitPrice, adjustments }: ReadLine): Decimal =>
  roundHalfUp(
    decimal(quantity)
      .times(decimal(unitPrice))
      .minus(sumOfKind(adjustments, 'allowance'))
      .plus(sumOfKind(adjustments, 'charge')),
    2,
  );

/** Ten thousand wrong lines are told as the first of them and how many. */
export const checkLines = ({ lines }: ReadDocument): readonly ReadingIssue[] => {
  const wrong = lines.filter((line) => differ(decimal(line.net), lineNet(line), SLACK));
  const [first] = wrong;
  if (first === undefined) return [];
  const facts = { line: first.id ?? '', stated: first.net, computed: toText(lineNet(first)) };
  return [issue('en_line_net', { ...facts, count: String(wrong.length) })];
};

/** BR-02 to BR-07, BR-16. */
export const checkPresent = (document: ReadDocument): readonly ReadingIssue[] => {
  const needed = [
    ['BT-1', document.number],
    ['BT-2', document.issueDate],
    ['BT-3', document.typeCode === '' ? null : document.typeCode],
    ['BT-5', document.currency],
    ['BT-27', document.seller.name],
    ['BT-44', document.buyer.name],
    ['BG-25', document.lines[0] ?? null],
  ] as const;
  const missing = needed.filter(([, value]) => value === null).map(([term]) => term);
  return missing.length === 0 ? [] : [issue('en_missing', { terms: missing.join(', ') })];
};
