// Plans a credit note without I/O: its lines from those of the invoice, its taxes, its total.
import type { CreditReason } from '../../../../generated/types.ts';
import type { CreditNoteContent } from '../../../db/stated.ts';
import { type Amount, add, amount, amountText, subtract, toDecimal } from '../../../base/money/amount.ts';
import { isPositive } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import { Refusal } from '../../../base/refusal.ts';
import { creditDecimals, creditSlack, creditStep } from '../../../einvoicing/credit-terms.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { DocumentAllowance, Totals } from '../../../einvoicing/regime.ts';
import { NO_TERMS } from '../../../einvoicing/terms.ts';
import { toContent } from './content.ts';
import { fitLines } from './fit-lines.ts';
import { amountLeft, grossOf, groupsLeft, quantityLeft } from './left.ts';
import { chooseLines, draftLine, moneyLine } from './plan-lines.ts';
import {
  type CreditFacts,
  type CreditRequest,
  type PlanRaises,
  type PlannedLine,
  type Remark,
  remarkMissed,
  remarkReduced,
  remarkRefund,
  remarkRest,
} from './request.ts';
import { type Found, meetTotal, spreadOver } from './spread.ts';
import { takeTaxLeft } from './tax-left.ts';

export interface PlannedNote {
  readonly content: CreditNoteContent;
  readonly total: Amount;
  readonly remarks: readonly Remark[];
}

interface Planned {
  readonly lines: readonly PlannedLine[];
  readonly totals: Totals;
  /** Nothing of the invoice is left after it. */
  readonly whole: boolean;
  readonly remarks?: readonly Remark[];
}

export const planCredit = (ctx: PlanRaises, facts: CreditFacts): PlannedNote => {
  const { request, document, invoice, notes } = facts;
  if (request.amount !== undefined && request.lines !== undefined)
    throw new Refusal('usage', 'Credit an amount or lines, not both.', { path: 'amount' });
  const reason = request.reason ?? defaultReason(request);
  if (reason === 'return' && request.amount !== undefined)
    throw new Refusal('usage', 'A return names the lines that come back; an amount is a discount.', {
      path: 'reason',
      allowed: ['discount', 'error'],
      hint: 'Give lines for goods that come back, or reason discount with the amount.',
    });
  const left = amountLeft(document, invoice, notes);
  if (left <= 0)
    throw new Refusal('wrong_state', explainNothingLeft(facts), {
      path: 'invoice_id',
      hint: 'Nothing is left to do on this invoice; get_invoice shows amount_credited.',
    });
  const planned = choosePlan(ctx, facts, reason, amount(left, invoice.currency));
  const { total } = planned.totals;
  if (total.minor <= 0)
    throw planned.whole ? refuseRest(facts, amount(left, invoice.currency)) : refuseNothing(facts);
  return {
    content: toContent(ctx, facts, reason, planned),
    total,
    remarks: [
      ...(planned.remarks ?? []),
      ...remarkRest(planned.whole ? left - total.minor : 0, total.currency),
      ...remarkRefund(invoice, total),
    ],
  };
};

const explainNothingLeft = ({ document, invoice, folio }: CreditFacts): string =>
  grossOf(document, invoice) > 0
    ? `The invoice ${folio} is credited already.`
    : `The invoice ${folio} asks for no money, so there is nothing to credit.`;

const defaultReason = ({ amount: given, lines }: CreditRequest): CreditReason => {
  if (given !== undefined) return 'discount';
  return lines === undefined ? 'error' : 'return';
};

const choosePlan = (ctx: PlanRaises, facts: CreditFacts, reason: CreditReason, left: Amount): Planned => {
  const { request, document, invoice, notes, folio } = facts;
  const { currency } = invoice;
  if (request.lines !== undefined) return planLines(ctx, facts, { reason, left, requests: request.lines });
  if (request.amount !== undefined) {
    const given = readAmount(ctx, 'amount', request.amount, currency);
    if (given.minor <= 0 || given.minor > left.minor) {
      const most = `${amountText(left)} ${currency}`;
      throw new Refusal(
        'invalid_value',
        `A credit note on ${folio} must be above 0 and at most ${most}, what is not credited yet; without an amount, all of that is credited.`,
        {
          path: 'amount',
          allowed: [`above 0 and at most ${most}`],
          hint: `Give amount ${amountText(left)}, or leave amount and lines out: either credits all that is left.`,
        },
      );
    }
    return planAmount(ctx, facts, { target: given, whole: given.minor === left.minor });
  }
  const untouched = left.minor === grossOf(document, invoice);
  if (reason !== 'discount' && untouched) return planWhole(facts);
  const requests = document.lines
    .map((line, index) => ({ line: index + 1, left: quantityLeft(line, index + 1, notes) }))
    .filter((line) => isPositive(line.left));
  return reason === 'return' && requests.length > 0
    ? planLines(ctx, facts, { reason, left, requests })
    : planAmount(ctx, facts, { target: left, whole: true });
};

/** Everything, exactly as it was filed; what was paid before the invoice is given back with it. */
const planWhole = ({ document }: CreditFacts): Planned => ({
  lines: document.lines.map((line, index) => ({ line: draftLine(line), invoice_position: index + 1 })),
  totals: {
    ...document,
    total: subtract(add(document.subtotal, document.tax), document.withheld),
  },
  whole: true,
});

const calculated = (
  ctx: PlanRaises,
  { document, notes, today }: CreditFacts,
  lines: readonly PlannedLine[],
  allowances: readonly DocumentAllowance[] = [],
): Totals => {
  const { seller, buyer, currency, countryDetails, payee } = document;
  const totals = regimeOf(seller.country_code).calculate(ctx, {
    seller,
    buyer,
    currency,
    countryDetails,
    payee,
    issueDate: today,
    paymentTermsDays: 0,
    terms: NO_TERMS,
    derived: [],
    allowances,
    lines: lines.map(({ line }) => line),
  });
  return takeTaxLeft(document, notes, totals);
};

interface LinesAsked {
  readonly reason: CreditReason;
  readonly left: Amount;
  readonly requests: NonNullable<CreditRequest['lines']>;
}

const planLines = (ctx: PlanRaises, facts: CreditFacts, { reason, left, requests }: LinesAsked): Planned => {
  const { document, invoice, notes } = facts;
  const groups = groupsLeft(document, invoice, notes);
  const chosen = chooseLines(ctx, facts, reason, { requests, groups });
  const { lines, allowances, whole, reduced } = fitLines(facts, groups, chosen);
  // Without lines, what is left may be of a charge.
  if (lines.length === 0 && facts.request.lines === undefined)
    return planAmount(ctx, facts, { target: left, whole: true });
  if (lines.length === 0) throw refuseRest(facts, left);
  const calculate = (each: readonly PlannedLine[]): Totals => calculated(ctx, facts, each, allowances);
  const plain = { lines, totals: calculate(lines) };
  const found = whole ? meetRest(facts, { plain, left, calculate }) : plain;
  if (found.totals.total.minor > left.minor)
    throw new Refusal(
      'invalid_value',
      `${amountText(found.totals.total)} ${left.currency} is more than the ${amountText(left)} ${left.currency} of ${facts.folio} that are not credited yet.`,
      {
        path: 'lines',
        allowed: [`at most ${amountText(left)} ${left.currency} with tax`],
        hint: `Leave lines out to credit the ${amountText(left)} ${left.currency} that are left, or give less as amount.`,
      },
    );
  return {
    ...found,
    whole,
    remarks: remarkReduced(reduced, document.currency),
  };
};

const planAmount = (
  ctx: PlanRaises,
  facts: CreditFacts,
  { target, whole }: { readonly target: Amount; readonly whole: boolean },
): Planned => {
  const { document, invoice, notes } = facts;
  const groups = groupsLeft(document, invoice, notes);
  const decimals = creditDecimals(document);
  const parts = spreadOver(groups, { target, whole, decimals });
  if (parts.length === 0) throw refuseRest(facts, target);
  const lines = parts.map(({ group, base }): PlannedLine => ({
    line: moneyLine(facts, group.sample, base),
    invoice_position: null,
  }));
  const calculate = (each: readonly PlannedLine[]): Totals => calculated(ctx, facts, each);
  if (whole) {
    const found = meetRest(facts, { plain: { lines, totals: calculate(lines) }, left: target, calculate });
    if (found.totals.total.minor > target.minor) throw refuseRest(facts, target);
    return { ...found, whole };
  }
  const room = parts.map(({ group, base }) => group.left.minus(base));
  const nearest = meetTotal({ lines, target, step: creditStep(document), decimals, room, calculate });
  const { below } = nearest;
  const missed = below === undefined ? target : subtract(target, below.totals.total);
  if (below === undefined || toDecimal(missed).gt(creditSlack(document)))
    throw refuseAmount(facts, target, nearest);
  return { ...below, whole, remarks: remarkMissed(target, below.totals.total) };
};

interface Rest {
  readonly plain: Found;
  readonly left: Amount;
  readonly calculate: (lines: readonly PlannedLine[]) => Totals;
}

/** The last note takes what rounding has left of the invoice, as far as the authority's rules allow. */
const meetRest = (facts: CreditFacts, { plain, left, calculate }: Rest): Found => {
  const { document } = facts;
  if (plain.totals.total.minor === left.minor) return plain;
  const slack = creditSlack(document).div('3');
  const { below } = meetTotal({
    lines: plain.lines,
    target: left,
    step: creditStep(document),
    decimals: creditDecimals(document),
    room: plain.lines.map(() => slack),
    calculate,
  });
  return below ?? plain;
};

/** Lines that cost nothing, or so little of one that it rounds to nothing. */
const refuseNothing = ({ folio, invoice: { currency } }: CreditFacts): Refusal =>
  new Refusal(
    'invalid_value',
    `What is given of ${folio} comes to 0 ${currency}, so there is nothing to credit.`,
    {
      path: 'lines',
      hint: 'Name lines that cost something and more of them, or leave lines out for all that is left.',
    },
  );

const refuseRest = ({ folio }: CreditFacts, left: Amount): Refusal =>
  new Refusal(
    'wrong_state',
    `All lines of ${folio} are credited; only ${amountText(left)} ${left.currency} of rounding is left.`,
    { path: 'invoice_id', hint: 'Nothing more of this invoice can be credited.' },
  );

const refuseAmount = (
  { folio }: CreditFacts,
  target: Amount,
  { below, above }: { readonly below?: Found | undefined; readonly above?: Found | undefined },
): Refusal => {
  const { currency } = target;
  const near = [below, above].flatMap((found) => (found === undefined ? [] : amountText(found.totals.total)));
  return new Refusal(
    'invalid_value',
    `No credit note on ${folio} comes to ${amountText(target)} ${currency} with its taxes${near.length === 0 ? '' : `; the nearest ${near.length === 1 ? 'is' : 'are'} ${near.join(' and ')} ${currency}`}.`,
    {
      path: 'amount',
      ...(near.length === 0 ? {} : { allowed: near }),
      hint:
        near.length === 0
          ? 'Leave amount and lines out to credit all that is left.'
          : `Give amount ${near.join(' or ')}, or leave amount and lines out to credit all that is left.`,
    },
  );
};
