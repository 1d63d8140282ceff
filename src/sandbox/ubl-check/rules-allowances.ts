// Allowances and charges, on the whole document and on its lines.
import { decimal } from '../../base/money/decimal.ts';
import { taxOn } from '../../einvoicing/totals.ts';
import { amountAt, fatal, holds, numberAt, present, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

type Contexts = (invoice: UblInvoice) => readonly Node[];

const onDocument: Contexts = ({ root }) => all(root, 'cac:AllowanceCharge');
const onLines: Contexts = ({ root }) => all(root, 'cac:InvoiceLine/cac:AllowanceCharge');
const onAny: Contexts = (invoice) => [...onDocument(invoice), ...onLines(invoice)];

const ofKind =
  (contexts: Contexts, indicator: 'true' | 'false'): Contexts =>
  (invoice) =>
    contexts(invoice).filter((node) => textAt(node, 'cbc:ChargeIndicator') === indicator);

const hasReason = (node: Node): boolean =>
  textAt(node, 'cbc:AllowanceChargeReason') !== '' || textAt(node, 'cbc:AllowanceChargeReasonCode') !== '';

interface Ids {
  readonly contexts: Contexts;
  readonly indicator: 'true' | 'false';
  readonly amount: string;
  readonly reason: string;
  readonly category: string | null;
  readonly what: string;
}

const KINDS: readonly Ids[] = [
  {
    contexts: onDocument,
    indicator: 'false',
    amount: 'BR-31',
    reason: 'BR-33',
    category: 'BR-32',
    what: 'allowance',
  },
  {
    contexts: onDocument,
    indicator: 'true',
    amount: 'BR-36',
    reason: 'BR-38',
    category: 'BR-37',
    what: 'charge',
  },
  {
    contexts: onLines,
    indicator: 'false',
    amount: 'BR-41',
    reason: 'BR-42',
    category: null,
    what: 'allowance',
  },
  { contexts: onLines, indicator: 'true', amount: 'BR-43', reason: 'BR-44', category: null, what: 'charge' },
];

const kindRules = ({ contexts, indicator, amount, reason, category, what }: Ids): readonly UblRule[] => {
  const own = ofKind(contexts, indicator);
  return [
    present(amount, own, 'cbc:Amount', `The amount of the ${what}`),
    holds(fatal, reason, own, hasReason, `The ${what} has no reason.`, 'State AllowanceChargeReason.'),
    ...(category === null
      ? []
      : [present(category, own, 'cac:TaxCategory/cbc:ID', `The tax category of the ${what}`)]),
  ];
};

/** UNTDID 5189 as EN 16931 lists it. */
const ALLOWANCE_CODES = /^(?:41|42|60|6[2-8]|7[01]|88|95|10[0-5])$/;

/** UNTDID 7161: two or three letters; the list is long. */
const CHARGE_CODES = /^[A-Z]{2,3}$/;

const codeFits =
  (list: RegExp) =>
  (node: Node): boolean => {
    const code = textAt(node, 'cbc:AllowanceChargeReasonCode');
    return code === '' || list.test(code);
  };

const SLACK = decimal('0.02');

const PERCENT = 'cbc:MultiplierFactorNumeric';
const BASE = 'cbc:BaseAmount';

const has = (node: Node, path: string): boolean => first(node, path) !== undefined;

const percentFits = (node: Node): boolean => {
  const percent = numberAt(node, PERCENT);
  const base = numberAt(node, BASE);
  if (percent === undefined || base === undefined) return true;
  return amountAt(node, 'cbc:Amount').minus(taxOn(base, percent)).abs().lte(SLACK);
};

/** -06 and -07: the rate of an allowance or charge of a category. */
const RATES: readonly (readonly [code: string, name: string, rate: 'positive' | 'zero' | 'none'])[] = [
  ['S', 'S', 'positive'],
  ['Z', 'Z', 'zero'],
  ['E', 'E', 'zero'],
  ['AE', 'AE', 'zero'],
  ['K', 'IC', 'zero'],
  ['G', 'G', 'zero'],
  ['O', 'O', 'none'],
];

const rateRules = ([code, name, rate]: (typeof RATES)[number]): readonly UblRule[] =>
  (['false', 'true'] as const).map((indicator) =>
    holds(
      fatal,
      `BR-${name}-${indicator === 'false' ? '06' : '07'}`,
      (invoice) =>
        ofKind(
          onDocument,
          indicator,
        )(invoice).filter((node) => textAt(node, 'cac:TaxCategory/cbc:ID') === code),
      (node) => {
        const percent = numberAt(node, 'cac:TaxCategory/cbc:Percent');
        if (rate === 'none') return percent === undefined;
        return percent !== undefined && (rate === 'positive' ? percent.gt('0') : percent.eq('0'));
      },
      `The rate does not fit category ${code}.`,
      'Correct rate or category.',
    ),
  );

export const ALLOWANCE_RULES: readonly UblRule[] = [
  ...KINDS.flatMap(kindRules),
  holds(
    fatal,
    'PEPPOL-EN16931-R040',
    onAny,
    percentFits,
    'The amount is not the base times the percentage.',
    'Correct amount, base or percentage.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R041',
    onAny,
    (node) => !has(node, PERCENT) || has(node, BASE),
    'A percentage needs its base.',
    'State BaseAmount.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R042',
    onAny,
    (node) => has(node, PERCENT) || !has(node, BASE),
    'A base needs its percentage.',
    'State MultiplierFactorNumeric.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R043',
    onAny,
    (node) => ['true', 'false'].includes(textAt(node, 'cbc:ChargeIndicator')),
    'ChargeIndicator is neither true nor false.',
    'State true for a charge, false for an allowance.',
  ),
  holds(
    fatal,
    'BR-CL-19',
    (invoice) => ofKind(onAny, 'false')(invoice),
    codeFits(ALLOWANCE_CODES),
    'The reason of the allowance is not in UNTDID 5189.',
    'Take a code of the list.',
  ),
  holds(
    fatal,
    'BR-CL-20',
    (invoice) => ofKind(onAny, 'true')(invoice),
    codeFits(CHARGE_CODES),
    'The reason of the charge is not in UNTDID 7161.',
    'Take a code of the list.',
  ),
  ...RATES.flatMap(rateRules),
];
