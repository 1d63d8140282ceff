// Reads what an invoice and its lines say besides parties, goods and prices, without rounding. What the country's
// documents cannot say is refused by name.
import { createHash } from 'node:crypto';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import type {
  AllowanceInput,
  AttachmentInput,
  DeliveryInput,
  InvoiceLineInput,
} from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import { toDecimal } from '../../../base/money/amount.ts';
import { readAmount, readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { hasEmailFormat } from '../../../einvoicing/peppol-ubl/country-data.ts';
import {
  type Allowance,
  type Attachment,
  type Excise,
  LINE_TERM_NAMES,
  type LineTaxTerms,
  type LineTerms,
  TERM_NAMES,
  type TermName,
  type Terms,
} from '../../../einvoicing/terms.ts';
import { textOrNull } from '../shared/line-text.ts';
import { PERCENT_DECIMALS, readDiscount, readPeriod } from '../shared/typed-terms.ts';

export type TermsRaises = Raises<
  'amount_too_large' | 'country_field_not_allowed' | 'invalid_parameter' | 'too_many_decimals'
>;

/** The parameters of `create_invoice` that become terms. */
export type TermsInput = Partial<Pick<CreateInvoiceParams, Exclude<TermName, 'replaces_invoice_id'>>>;

/** What portals of customers take; a call has a tighter limit, for its whole body. */
const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;

/** Refuses the first field of these names that the country's documents cannot say. */
const refuseForeign = (
  ctx: TermsRaises,
  entity: Entity,
  given: object,
  { names, allowed, prefix }: { names: readonly string[]; allowed: readonly string[]; prefix: string },
): void => {
  const fields = new Map(Object.entries(given));
  for (const name of names) {
    if (fields.get(name) === undefined || allowed.includes(name)) continue;
    const country = entity.country_code;
    throw ctx.error('country_field_not_allowed', {
      path: `${prefix}${name}`,
      country,
      allowed: [...allowed],
    });
  }
};

const readExcise = (
  ctx: TermsRaises,
  path: string,
  { rate, quota, base_quantity }: NonNullable<NonNullable<InvoiceLineInput['country_details']>['excise']>,
): Excise => {
  if ((rate === undefined) === (quota === undefined)) {
    const received = rate === undefined ? 'neither' : 'both';
    const [reason, hint] = ['needs either rate or quota', 'Give one of rate and quota.'];
    throw ctx.error('invalid_parameter', { path, reason, received, hint });
  }
  if (rate !== undefined) {
    if (base_quantity === undefined)
      return { rate: readDecimal(ctx, `${path}.rate`, rate, PERCENT_DECIMALS) };
    const reason = 'belongs to a quota only';
    throw ctx.error('invalid_parameter', {
      path: `${path}.base_quantity`,
      reason,
      received: String(base_quantity),
      hint: 'Leave base_quantity out beside rate.',
    });
  }
  return {
    quota: readDecimal(ctx, `${path}.quota`, quota ?? 0, 6),
    baseQuantity:
      base_quantity === undefined ? null : readDecimal(ctx, `${path}.base_quantity`, base_quantity, 6),
  };
};

export const readLineTerms = (
  ctx: TermsRaises,
  entity: Entity,
  line: InvoiceLineInput,
  { path, currency }: { readonly path: string; readonly currency: string },
): LineTerms & LineTaxTerms => {
  const allowed = regimeOf(entity.country_code).lineTerms;
  refuseForeign(ctx, entity, line, { names: LINE_TERM_NAMES, allowed, prefix: `${path}.` });
  const { exempt, excise, withholdings } = line.country_details ?? {};
  const details = `${path}.country_details`;
  return {
    discount:
      line.discount === undefined ? null : readDiscount(ctx, `${path}.discount`, line.discount, currency),
    productNumber: textOrNull(line.product_number),
    customsNumber: textOrNull(line.customs_number),
    propertyAccount: textOrNull(line.property_account),
    period: readPeriod(ctx, `${path}.period`, line.period),
    exempt: exempt ?? false,
    excise: excise === undefined ? null : readExcise(ctx, `${details}.excise`, excise),
    withholdings:
      withholdings?.map(({ tax, rate }, index) => ({
        tax,
        rate: readDecimal(ctx, `${details}.withholdings[${index}].rate`, rate, PERCENT_DECIMALS),
      })) ?? null,
  };
};

const readAllowances = (
  ctx: TermsRaises,
  path: string,
  given: readonly AllowanceInput[] | undefined,
  currency: string,
): readonly Allowance[] =>
  (given ?? []).map((allowance, index) => ({
    discount: readDiscount(ctx, `${path}[${index}]`, allowance, currency),
    reason: allowance.reason.trim(),
  }));

const readAttachment = (ctx: TermsRaises, file: AttachmentInput, index: number): Attachment => {
  const content = Buffer.from(file.content_base64, 'base64');
  if (content.toString('base64') !== file.content_base64) {
    throw ctx.error('invalid_parameter', {
      path: `attachments[${index}].content_base64`,
      reason: 'is not base64',
      received: `${file.content_base64.length} characters`,
      hint: 'Encode the bytes of the file with the alphabet A-Z, a-z, 0-9, + and /, padded with =.',
    });
  }
  return {
    name: file.name.trim(),
    mimeType: file.mime_type,
    description: textOrNull(file.description),
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
  };
};

const readAttachments = (ctx: TermsRaises, files: readonly AttachmentInput[]): readonly Attachment[] => {
  const read = files.map((file, index) => readAttachment(ctx, file, index));
  const size = read.reduce((sum, each) => sum + each.size, 0);
  if (size <= MAX_ATTACHED_BYTES) return read;
  const reason = `may hold ${MAX_ATTACHED_BYTES / 1024 / 1024} MB in all`;
  const hint = 'Send fewer or smaller files.';
  throw ctx.error('invalid_parameter', { path: 'attachments', reason, received: `${size} bytes`, hint });
};

/** The network carries the structured document alone; some countries have no such document for e-mail. */
const readDelivery = (
  ctx: TermsRaises,
  { country_code: country }: Entity,
  given: DeliveryInput | undefined,
): Terms['delivery'] => {
  const channel = given?.channel ?? null;
  const format = given?.format ?? null;
  if (channel !== 'network' && format !== null && format !== 'pdf' && !hasEmailFormat(country)) {
    const reason = `is no form of documents of ${country}, which go by e-mail as pdf`;
    const hint = 'Leave format out, or give pdf.';
    throw ctx.error('invalid_parameter', { path: 'delivery.format', reason, received: format, hint });
  }
  if (channel !== 'network' || format === null || format === 'xrechnung') return { channel, format };
  const reason = 'is a form of documents by e-mail; the network carries xrechnung';
  const hint = 'Leave format out, or set channel to email.';
  throw ctx.error('invalid_parameter', { path: 'delivery.format', reason, received: format, hint });
};

/** What a credit note takes in every country. */
const OF_CREDIT_NOTES = ['lines', 'amount', 'reason', 'payment_form', 'notes'];

/** The wish alone, of a document that takes the rest from another. */
export const readDeliveryWish = (
  ctx: TermsRaises,
  entity: Entity,
  delivery: DeliveryInput,
): Terms['delivery'] => {
  const takes = regimeOf(entity.country_code).terms.some((name) => name === 'delivery');
  if (!takes)
    refuseForeign(ctx, entity, { delivery }, { names: ['delivery'], allowed: OF_CREDIT_NOTES, prefix: '' });
  return readDelivery(ctx, entity, delivery);
};

export const readTerms = (
  ctx: TermsRaises,
  entity: Entity,
  input: TermsInput & { readonly replaces_invoice_id?: string | undefined },
  currency: string,
): Terms => {
  const allowed = regimeOf(entity.country_code).terms;
  refuseForeign(ctx, entity, input, { names: TERM_NAMES, allowed, prefix: '' });
  const { prepaid_amount: prepaid, direct_debit: debit, delivery_date: day } = input;
  return {
    paymentTermsText: textOrNull(input.payment_terms_text),
    global: input.global ?? null,
    deliveryDate: day === undefined ? null : asDay(day),
    deliveryPeriod: readPeriod(ctx, 'delivery_period', input.delivery_period),
    orderReference: textOrNull(input.order_reference),
    contractReference: textOrNull(input.contract_reference),
    projectReference: textOrNull(input.project_reference),
    prepaid: prepaid === undefined ? null : toDecimal(readAmount(ctx, 'prepaid_amount', prepaid, currency)),
    allowances: readAllowances(ctx, 'allowances', input.allowances, currency),
    charges: readAllowances(ctx, 'charges', input.charges, currency),
    discountTerms: (input.discount_terms ?? []).map(({ percent, days }, index) => ({
      percent: readDecimal(ctx, `discount_terms[${index}].percent`, percent, 2),
      days,
    })),
    directDebit:
      debit === undefined
        ? null
        : { mandateReference: debit.mandate_reference, creditorId: debit.creditor_id, iban: debit.iban },
    attachments: readAttachments(ctx, input.attachments ?? []),
    delivery: readDelivery(ctx, entity, input.delivery),
  };
};
