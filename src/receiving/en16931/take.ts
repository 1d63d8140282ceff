// How a document that was read is taken: a bill, a credit, or neither; amounts of a credit are positive.
import { decimal, isNegative, toText } from '../../base/money/decimal.ts';
import { issue } from '../issue.ts';
import type {
  ReadAdjustment,
  ReadDocument,
  Reading,
  ReadingIssue,
  ReadingKind,
  ReadLine,
  ReadTax,
  ReceivedFormat,
} from '../reading.ts';
import { checkLines, checkPresent, checkTaxes, checkTotals } from './checks.ts';
import { type Draft, vat } from './draft.ts';
import { groupOf, spreadTaxes } from './spread.ts';
import type { Values } from './values.ts';

/** UNTDID 1001: the credit notes of EN 16931. */
const CREDITS = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'];
/** The buyer wrote them: whoever receives one is the seller. */
const SELF_BILLED = ['389', '261'];
const CORRECTED = '384';

const turn = <T extends string | null>(text: T): T | string =>
  text === null ? text : toText(decimal(text).times(decimal('-1')));

const turnTax = (tax: ReadTax): ReadTax => ({ ...tax, base: turn(tax.base), amount: turn(tax.amount) });

const turnAdjustment = (each: ReadAdjustment): ReadAdjustment => ({
  ...each,
  amount: turn(each.amount),
  base: turn(each.base),
  tax: each.tax === null ? null : turnTax(each.tax),
});

const turnLine = (line: ReadLine): ReadLine => ({
  ...line,
  quantity: turn(line.quantity),
  net: turn(line.net),
  discount: turn(line.discount),
  adjustments: line.adjustments.map(turnAdjustment),
  taxes: line.taxes.map(turnTax),
});

/** A document of negative amounts as the opposite one of positive amounts; prices stay, quantities turn. */
const turnDocument = (document: ReadDocument): ReadDocument => {
  const { taxInAccountingCurrency: home, ...totals } = document.totals;
  return {
    ...document,
    lines: document.lines.map(turnLine),
    adjustments: document.adjustments.map(turnAdjustment),
    taxes: document.taxes.map(turnTax),
    totals: {
      lines: turn(totals.lines),
      allowances: turn(totals.allowances),
      charges: turn(totals.charges),
      withoutTax: turn(totals.withoutTax),
      tax: turn(totals.tax),
      withheld: turn(totals.withheld),
      total: turn(totals.total),
      prepaid: turn(totals.prepaid),
      rounding: turn(totals.rounding),
      due: turn(totals.due),
      taxInAccountingCurrency: home === null ? null : { ...home, amount: turn(home.amount) },
    },
  };
};

const lineOfGroup = (document: ReadDocument, tax: ReadTax | null): ReadLine => {
  const off = document.adjustments
    .filter((each) => tax !== null && each.tax !== null && groupOf(each.tax) === groupOf(tax))
    .reduce(
      (sum, { kind, amount }) => sum[kind === 'charge' ? 'minus' : 'plus'](decimal(amount)),
      decimal('0'),
    );
  const net = toText(decimal(tax?.base ?? document.totals.withoutTax ?? '0').plus(off));
  const rate = tax === null || tax.rate === null ? null : `${toText(decimal(tax.rate))} %`;
  return {
    id: null,
    description: [document.number, rate ?? tax?.category ?? null].filter((part) => part !== null).join(' · '),
    detail: null,
    quantity: '1',
    unitCode: null,
    unitPrice: net,
    net,
    discount: null,
    adjustments: [],
    taxes: [tax ?? { ...vat(null, null), base: net, amount: document.totals.tax }],
    withholdings: [],
    period: null,
    sellerItemId: null,
    productCode: null,
    taxObject: null,
    customsNumbers: [],
    orderLine: null,
    account: null,
  };
};

/** Profiles without lines: one for each rate, so that the bill has what the document has. */
const withLines = (document: ReadDocument): ReadDocument => ({
  ...document,
  lines:
    document.taxes.length === 0
      ? [lineOfGroup(document, null)]
      : document.taxes.map((tax) => lineOfGroup(document, tax)),
});

const kindOf = (draft: Draft, isNegativeTotal: boolean): ReadingKind => {
  const { typeCode } = draft.document;
  if (CREDITS.includes(typeCode) || draft.isCreditRoot) return 'bill_credit_note';
  if (SELF_BILLED.includes(typeCode)) return 'other';
  return isNegativeTotal ? 'bill_credit_note' : 'bill';
};

const about = ({ document, profile, isCreditRoot, hasNoLines }: Draft, isNegativeTotal: boolean) => {
  const { typeCode, references, payment, totals, dueDate } = document;
  const prior = references.filter(({ kind }) => kind === 'prior').map(({ id }) => id);
  const isCredit = CREDITS.includes(typeCode) || isCreditRoot;
  const found: ReadingIssue[] = [];
  if (hasNoLines) found.push(issue('not_an_e_invoice', { profile: profile ?? '' }));
  if (SELF_BILLED.includes(typeCode)) found.push(issue('en_self_billed', { type: typeCode }));
  if (typeCode === CORRECTED) found.push(issue('en_replaces', { number: prior.join(', ') || '–' }));
  if (isNegativeTotal)
    found.push(
      isCredit
        ? issue('en_credit_negative', { total: totals.total ?? '' })
        : issue('en_negative_total', { total: totals.total ?? '' }),
    );
  if (isCredit && prior.length === 0) found.push(issue('en_credit_unrelated'));
  const owes = totals.due !== null && decimal(totals.due).gt(decimal('0'));
  if (!isCredit && owes && dueDate === null && payment.terms === null) found.push(issue('en_br_co_25'));
  const due = decimal(totals.due ?? '0');
  const above = payment.discounts.find(({ base }) => base !== null && owes && decimal(base).gt(due));
  if (above !== undefined)
    found.push(issue('en_discount_base', { base: above.base ?? '', due: totals.due ?? '' }));
  return found;
};

/** The reading of a document that has been read into a draft. */
export const takeDraft = (draft: Draft, values: Values, format: ReceivedFormat): Reading => {
  const { hasNoLines, files, profile } = draft;
  const document = spreadTaxes(hasNoLines ? withLines(draft.document) : draft.document);
  const { total, due } = document.totals;
  const isNegativeTotal = isNegative(decimal(total ?? due ?? '0'));
  return {
    kind: kindOf(draft, isNegativeTotal),
    format,
    profile,
    document: isNegativeTotal ? turnDocument(document) : document,
    proof: null,
    response: null,
    seals: null,
    files,
    issues: [
      ...about(draft, isNegativeTotal),
      ...checkPresent(document),
      ...values.issues,
      ...checkTotals(document, hasNoLines),
      ...checkTaxes(document, hasNoLines),
      ...(hasNoLines ? [] : checkLines(document)),
    ],
  };
};
