// Plans a credit note without I/O: its lines from those of the invoice, its taxes, its total.
import type { CreditReason } from '../../../../generated/types.ts';
import type { CreditNoteContent } from '../../../db/stated.ts';
import { atOnce, type Steps } from '../../../base/load/turns.ts';
import {
  type Amount,
  add,
  amount,
  amountText,
  saidAmount,
  subtract,
  toDecimal,
} from '../../../base/money/amount.ts';
import { isPositive } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { ToolError } from '../../../base/errors.ts';
import { creditDecimals, creditSlack, creditStep } from '../../../einvoicing/credit-terms.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { DocumentAllowance, Totals } from '../../../einvoicing/regime.ts';
import { NO_TERMS } from '../../../einvoicing/terms.ts';
import { toContent } from './content.ts';
import { fitLines } from './fit-lines.ts';
import { amountLeft, grossOf, groupsLeft, quantitiesLeft } from './left.ts';
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

export function* planInSteps(ctx: PlanRaises, facts: CreditFacts): Steps<PlannedNote> {
  const { request, document, invoice, notes } = facts;
  if (request.amount !== undefined && request.lines !== undefined)
    throw ctx.error('credit_amount_or_lines', { path: 'amount' });
  const reason = request.reason ?? defaultReason(request);
  if (reason === 'return' && request.amount !== undefined)
    throw ctx.error('credit_return_takes_lines', { path: 'reason', allowed: ['discount', 'error'] });
  const left = amountLeft(document, invoice, notes);
  if (left <= 0)
    throw ctx.error(grossOf(document, invoice) > 0 ? 'invoice_already_credited' : 'invoice_asks_nothing', {
      path: 'invoice_id',
      invoice: facts.folio,
    });
  const planned = yield* choosePlan(ctx, facts, reason, amount(left, invoice.currency));
  const { total } = planned.totals;
  if (total.minor <= 0)
    throw planned.whole ? refuseRest(ctx, facts, amount(left, invoice.currency)) : refuseNothing(ctx, facts);
  return {
    content: yield* toContent(ctx, facts, reason, planned),
    total,
    remarks: [
      ...(planned.remarks ?? []),
      ...remarkRest(planned.whole ? left - total.minor : 0, total.currency),
      ...remarkRefund(invoice, total),
    ],
  };
}

export const planCredit = (ctx: PlanRaises, facts: CreditFacts): PlannedNote =>
  atOnce(planInSteps(ctx, facts));

const defaultReason = ({ amount: given, lines }: CreditRequest): CreditReason => {
  if (given !== undefined) return 'discount';
  return lines === undefined ? 'error' : 'return';
};

function* choosePlan(
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  left: Amount,
): Steps<Planned> {
  const { request, document, invoice, notes, folio } = facts;
  const { currency } = invoice;
  if (request.lines !== undefined)
    return yield* planLines(ctx, facts, { reason, left, requests: request.lines });
  if (request.amount !== undefined) {
    const given = readAmount(ctx, 'amount', request.amount, currency);
    if (given.minor <= 0 || given.minor > left.minor) {
      throw ctx.error('credit_amount_outside', {
        path: 'amount',
        invoice: folio,
        most: saidAmount(left),
        left: amountText(left),
        allowed: [`above 0 and at most ${amountText(left)} ${currency}`],
      });
    }
    return yield* planAmount(ctx, facts, { target: given, whole: given.minor === left.minor });
  }
  const untouched = left.minor === grossOf(document, invoice);
  if (reason !== 'discount' && untouched) return yield* planWhole(facts);
  const requests = quantitiesLeft(document, notes)
    .map((quantity, index) => ({ line: index + 1, left: quantity }))
    .filter((line) => isPositive(line.left));
  return reason === 'return' && requests.length > 0
    ? yield* planLines(ctx, facts, { reason, left, requests })
    : yield* planAmount(ctx, facts, { target: left, whole: true });
}

/** Everything, exactly as it was filed; what was paid before the invoice is given back with it. */
function* planWhole({ document }: CreditFacts): Steps<Planned> {
  const lines: PlannedLine[] = [];
  for (const [index, line] of document.lines.entries()) {
    lines.push({ line: draftLine(line), invoice_position: index + 1 });
    yield;
  }
  const total = subtract(add(document.subtotal, document.tax), document.withheld);
  return { lines, totals: { ...document, total }, whole: true };
}

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

function* planLines(
  ctx: PlanRaises,
  facts: CreditFacts,
  { reason, left, requests }: LinesAsked,
): Steps<Planned> {
  const { document, invoice, notes } = facts;
  const groups = yield* groupsLeft(document, invoice, notes);
  const chosen = yield* chooseLines(ctx, facts, reason, { requests, groups });
  const { lines, allowances, whole, reduced } = yield* fitLines(ctx, facts, groups, chosen);
  // Without lines, what is left may be of a charge.
  if (lines.length === 0 && facts.request.lines === undefined)
    return yield* planAmount(ctx, facts, { target: left, whole: true });
  if (lines.length === 0) throw refuseRest(ctx, facts, left);
  const calculate = (each: readonly PlannedLine[]): Totals => calculated(ctx, facts, each, allowances);
  const plain = { lines, totals: calculate(lines) };
  yield;
  const found = whole ? yield* meetRest(facts, { plain, left, calculate }) : plain;
  if (found.totals.total.minor > left.minor)
    throw ctx.error('credit_exceeds_rest', {
      path: 'lines',
      invoice: facts.folio,
      total: saidAmount(found.totals.total),
      most: saidAmount(left),
      allowed: [`at most ${amountText(left)} ${left.currency} with tax`],
    });
  return {
    ...found,
    whole,
    remarks: remarkReduced(reduced, document.currency),
  };
}

function* planAmount(
  ctx: PlanRaises,
  facts: CreditFacts,
  { target, whole }: { readonly target: Amount; readonly whole: boolean },
): Steps<Planned> {
  const { document, invoice, notes } = facts;
  const groups = yield* groupsLeft(document, invoice, notes);
  const decimals = creditDecimals(document);
  const parts = spreadOver(groups, { target, whole, decimals });
  if (parts.length === 0) throw refuseRest(ctx, facts, target);
  const lines = parts.map(({ group, base }): PlannedLine => ({
    line: moneyLine(facts, group.sample, base),
    invoice_position: null,
  }));
  const calculate = (each: readonly PlannedLine[]): Totals => calculated(ctx, facts, each);
  if (whole) {
    const found = yield* meetRest(facts, {
      plain: { lines, totals: calculate(lines) },
      left: target,
      calculate,
    });
    if (found.totals.total.minor > target.minor) throw refuseRest(ctx, facts, target);
    return { ...found, whole };
  }
  const room = parts.map(({ group, base }) => group.left.minus(base));
  const nearest = yield* meetTotal({ lines, target, step: creditStep(document), decimals, room, calculate });
  const { below } = nearest;
  const missed = below === undefined ? target : subtract(target, below.totals.total);
  if (below === undefined || toDecimal(missed).gt(creditSlack(document)))
    throw refuseAmount(ctx, facts, target, nearest);
  return { ...below, whole, remarks: remarkMissed(target, below.totals.total) };
}

interface Rest {
  readonly plain: Found;
  readonly left: Amount;
  readonly calculate: (lines: readonly PlannedLine[]) => Totals;
}

/** The last note takes what rounding has left of the invoice, as far as the authority's rules allow. */
function* meetRest(facts: CreditFacts, { plain, left, calculate }: Rest): Steps<Found> {
  const { document } = facts;
  if (plain.totals.total.minor === left.minor) return plain;
  const slack = creditSlack(document).div('3');
  const { below } = yield* meetTotal({
    lines: plain.lines,
    target: left,
    step: creditStep(document),
    decimals: creditDecimals(document),
    room: plain.lines.map(() => slack),
    calculate,
  });
  return below ?? plain;
}

/** Lines that cost nothing, or so little of one that it rounds to nothing. */
const refuseNothing = (ctx: PlanRaises, { folio, invoice: { currency } }: CreditFacts): ToolError =>
  ctx.error('credit_comes_to_nothing', { path: 'lines', invoice: folio, currency });

const refuseRest = (ctx: PlanRaises, { folio }: CreditFacts, left: Amount): ToolError =>
  ctx.error('credit_only_rounding_left', { path: 'invoice_id', invoice: folio, left: saidAmount(left) });

const refuseAmount = (
  ctx: PlanRaises,
  { folio }: CreditFacts,
  target: Amount,
  { below, above }: { readonly below?: Found | undefined; readonly above?: Found | undefined },
): ToolError => {
  const { currency } = target;
  const near = [below, above].flatMap((found) => (found === undefined ? [] : amountText(found.totals.total)));
  const about = { path: 'amount', invoice: folio, amount: saidAmount(target) };
  return near.length === 0
    ? ctx.error('credit_amount_unreachable', about)
    : ctx.error('credit_amount_between', { ...about, near, currency, allowed: near });
};
