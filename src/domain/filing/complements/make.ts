// Makes the complement of a payment in the payment's own transaction: one for all PPD invoices that it settles.
import { COUNTRIES } from '../../../../generated/countries.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ComplementEntry } from '../../../db/stated.ts';
import type { AllocationFact, PaymentFact, WriteScope } from '../../ground/change/scope.ts';
import { complementDueOn } from '../../documents/complements/warn.ts';
import { complementState } from '../../documents/complements/describe.ts';
import {
  explainUnknown,
  figuresOf,
  isDeferred,
  isPaidInFull,
  nextPlace,
  planEntry,
  rateText,
  wantsComplements,
} from '../../documents/complements/plan.ts';
import type { ComplementHeader } from '../../documents/complements/record.ts';
import { insertComplement } from '../../documents/complements/store.ts';
import { filingAfter } from '../../documents/shared/filing.ts';
import { toDocument } from '../../documents/invoices/document.ts';
import { loadInvoice } from '../../documents/invoices/store/whole.ts';
import { offerFiling, openTask } from './offer.ts';

/** c_FormaPago by how the customer paid. */
const FORMS: Readonly<Record<string, string>> = {
  cash: '01',
  check: '02',
  wire_transfer: '03',
  credit_card: '04',
  debit_card: '28',
};
const FORM_TRANSFER = '03';
/** c_FormaPago: set-off. */
const FORM_SET_OFF = '17';

/** Whether the authority of the company's country knows such documents. */
export const filesComplements = ({ entity }: Pick<WriteScope, 'entity'>): boolean =>
  COUNTRIES[entity.country_code].complement_series !== undefined;

export const complementPayments = async (ctx: WriteScope, facts: readonly PaymentFact[]): Promise<void> => {
  if (!filesComplements(ctx)) return;
  for (const [index, fact] of facts.entries()) {
    if (fact.type !== 'invoice_payment') continue;
    const later = facts.slice(index).map(({ id }) => id);
    await complement(ctx, fact, later, chooseForm(fact));
  }
};

/** Money that an earlier payment left over is set off against another invoice, on the day of the decision. */
export const complementSetOff = async (ctx: WriteScope, fact: PaymentFact): Promise<void> => {
  if (filesComplements(ctx))
    await complement(ctx, fact, [fact.id], { form: FORM_SET_OFF, form_reason: null });
};

type Form = Pick<ComplementHeader['content'], 'form' | 'form_reason'>;

/** A payment is never "to be defined" (CRP20212). */
const chooseForm = ({ payment_method }: PaymentFact): Form => {
  const form = FORMS[payment_method];
  return form === undefined
    ? {
        form: FORM_TRANSFER,
        form_reason: `The payment says "${payment_method}"; 03 (transfer) is taken unless "complement submit --payment-form" says otherwise.`,
      }
    : { form, form_reason: null };
};

const complement = async (
  ctx: WriteScope,
  fact: PaymentFact,
  later: readonly string[],
  form: Form,
): Promise<void> => {
  const { entries, paidMinor } = await planEntries(ctx, fact, later);
  const [first] = entries;
  if (first === undefined) return;
  const paid = await loadInvoice(ctx, first.invoice_id);
  const id = newId('ComplementId');
  const now = toInstant(ctx.now);
  const header: ComplementHeader = {
    id,
    counterparty_id: fact.counterparty_id,
    payment_id: fact.id,
    status: 'draft',
    filing_status: 'not_submitted',
    filing: paid === undefined ? {} : filingAfter(paid.header),
    series: null,
    number: null,
    issue_date: ctx.today,
    paid_on: fact.paid_on,
    due_on: complementDueOn(fact.paid_on),
    currency: fact.currency,
    total_minor: paidMinor,
    content: {
      ...form,
      exchange_rate: await rateText(ctx, fact.currency, fact.paid_on),
      reference: fact.reference,
      documents: entries,
      replaces_uuid: null,
      reversal: null,
    },
    replaces: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await storeDraft(ctx, header);
};

/** A new draft, on its way to be filed. */
export const storeDraft = async (ctx: WriteScope, header: ComplementHeader): Promise<void> => {
  await insertComplement(ctx, header);
  ctx.record({
    event: 'complement.created',
    record_type: 'payment_complement',
    record_id: header.id,
    before: null,
    after: complementState(header),
  });
  await offerFiling(ctx, header.id);
};

interface Planned {
  readonly entries: readonly ComplementEntry[];
  /** In the payment's currency: money for anything else is not in the complement. */
  readonly paidMinor: number;
}

const planEntries = async (
  ctx: WriteScope,
  fact: PaymentFact,
  later: readonly string[],
): Promise<Planned> => {
  const entries: ComplementEntry[] = [];
  let paidMinor = 0;
  for (const allocation of fact.allocations) {
    const entry = await planAllocation(ctx, fact, allocation, later);
    if (entry === null) continue;
    entries.push(entry);
    paidMinor += isPaidInFull(ctx, allocation.difference_cause)
      ? allocation.amount_minor
      : allocation.payment_minor - Math.max(0, allocation.difference_minor);
  }
  return { entries, paidMinor };
};

const planAllocation = async (
  ctx: WriteScope,
  fact: PaymentFact,
  allocation: AllocationFact,
  later: readonly string[],
): Promise<ComplementEntry | null> => {
  if (allocation.record_type !== 'invoice' || allocation.amount_minor <= 0) return null;
  if (!isDeferred(allocation)) return null;
  const record = await loadInvoice(ctx, allocation.record_id);
  if (record === undefined || !wantsComplements(record)) return null;
  const unknown = explainUnknown(record, toDocument(ctx.entity, record));
  if (unknown !== null) {
    await openTask(ctx, fact.id, {
      title: `File a payment complement to ${record.customer.name} elsewhere`,
      description: `${unknown} So no complement of the payment ${fact.id} can be made here. File it where the invoice was filed.`,
      due: complementDueOn(fact.paid_on),
    });
    return null;
  }
  const place = await nextPlace(ctx, record, later);
  return planEntry(ctx, record, figuresOf(ctx, allocation, place), fact.paid_on);
};
