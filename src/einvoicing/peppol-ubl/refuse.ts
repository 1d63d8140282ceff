// What no document can say, whatever else is changed: amounts that fall below zero, accounts that do not exist, files that
// are not what they claim.
import { english } from '../../base/said.ts';
import { compactIban, ibanFault, looksLikeIban } from '../../base/bank-identifiers.ts';
import { toDecimal } from '../../base/money/amount.ts';
import { isNegative, roundHalfUp, sumOf, toText, ZERO } from '../../base/money/decimal.ts';
import type { Draft, NormaliseRaises } from '../regime.ts';
import { attachmentFault, nameFault } from './attachments.ts';
import { discountOn } from './allowances.ts';
import { calculate, documentDigits, grossOf } from './calculate.ts';
import { MEANS_SEPA_TRANSFER } from './codes.ts';

export const refuseImpossible = (ctx: NormaliseRaises, draft: Draft): void => {
  refuseDiscounts(ctx, draft);
  refusePeriods(ctx, draft);
  refuseDebit(ctx, draft);
  refusePayee(ctx, draft);
  refuseFiles(ctx, draft);
  refusePrepaid(ctx, draft);
};

const refuseDiscounts = (ctx: NormaliseRaises, { lines, terms, currency }: Draft): void => {
  const digits = documentDigits(currency);
  const left = lines.map(({ quantity, unitPrice, discount }, index) => {
    const gross = roundHalfUp(quantity.times(unitPrice), digits);
    const off = discount === null ? ZERO : discountOn(discount, gross, digits);
    if (off.lte(gross)) return gross.minus(off);
    throw ctx.error('invalid_parameter', {
      path: `line_items[${index}].discount`,
      reason: `is more than the line, ${toText(gross)}`,
      received: toText(off),
      hint: `Give at most ${toText(gross)}, or a percent.`,
    });
  });
  const whole = sumOf(left);
  const off = sumOf(terms.allowances.map(({ discount }) => discountOn(discount, whole, digits)));
  if (off.lte(whole)) return;
  throw ctx.error('invalid_parameter', {
    path: 'allowances',
    reason: `are more than the lines, ${toText(whole)}`,
    received: toText(off),
    hint: `Give allowances of at most ${toText(whole)} together.`,
  });
};

/** A line is supplied within the period of the whole (PEPPOL-EN16931-R110, -R111). */
const refusePeriods = (ctx: NormaliseRaises, { lines, terms: { deliveryPeriod } }: Draft): void => {
  if (deliveryPeriod === null) return;
  for (const [index, { period }] of lines.entries()) {
    if (period === null || (period.from >= deliveryPeriod.from && period.to <= deliveryPeriod.to)) continue;
    throw ctx.error('invalid_parameter', {
      path: `line_items[${index}].period`,
      reason: `is not within delivery_period, ${deliveryPeriod.from} to ${deliveryPeriod.to}`,
      received: `${period.from} to ${period.to}`,
      hint: 'Widen delivery_period, or change the period of the line.',
    });
  }
};

const refuseIban = (ctx: NormaliseRaises, path: string, received: string, hint: string): void => {
  const fault = ibanFault(compactIban(received));
  if (fault === undefined) return;
  throw ctx.error('invalid_parameter', { path, reason: `is not an IBAN: ${english(fault)}`, received, hint });
};

const refuseDebit = (ctx: NormaliseRaises, { terms: { directDebit } }: Draft): void => {
  const hint = "Ask the user for the buyer's IBAN again, as on the mandate.";
  if (directDebit !== null) refuseIban(ctx, 'direct_debit.iban', directDebit.iban, hint);
};

/** A transfer within SEPA goes to an IBAN (BR-DE-19); what looks like one is one for any other means too. */
const refusePayee = (ctx: NormaliseRaises, { countryDetails }: Draft): void => {
  const { bank_account_number: given, payment_means_code: means } = countryDetails;
  const account = String(given ?? '');
  if (account === '' || !(means === MEANS_SEPA_TRANSFER || looksLikeIban(account))) return;
  const hint =
    "Ask the user for the payee's IBAN again; a number that is none goes with payment_means_code 30. Left out, the entity's own account is named.";
  refuseIban(ctx, 'country_details.bank_account_number', account, hint);
};

const refuseFiles = (ctx: NormaliseRaises, { terms: { attachments } }: Draft): void => {
  for (const [index, file] of attachments.entries()) {
    const path = `attachments[${index}]`;
    const fault = attachmentFault(file);
    if (fault !== null)
      throw ctx.error('invalid_parameter', {
        path: `${path}.content_base64`,
        reason: fault,
        received: file.name,
        hint: 'Send the content that the mime_type names, or correct mime_type.',
      });
    const first = attachments.findIndex(({ name }) => name.toLowerCase() === file.name.toLowerCase());
    // BR-DE-22
    const reason = first === index ? nameFault(file) : 'is the name of another attachment';
    if (reason !== null)
      throw ctx.error('invalid_parameter', {
        path: `${path}.name`,
        reason,
        received: file.name,
        hint: 'Give the attachment another file name.',
      });
  }
};

const refusePrepaid = (ctx: NormaliseRaises, draft: Draft): void => {
  const { prepaid } = draft.terms;
  if (prepaid === null) return;
  const totals = calculate(ctx, draft);
  if (!isNegative(toDecimal(totals.total))) return;
  throw ctx.error('invalid_parameter', {
    path: 'prepaid_amount',
    reason: `is more than the invoice with tax, ${toText(grossOf(totals))}`,
    received: toText(prepaid),
    hint: `Give at most ${toText(grossOf(totals))}.`,
  });
};
