// The acts that an invoice's state and the person's role allow.
import { CancellationReasonValues, CreditReasonValues } from '../../../../generated/types.ts';
import type { VNode } from 'preact';
import { type Invoice, InvoicePaymentMethodValues } from '../../../../generated/types.ts';
import { ATTACHMENT_TYPES } from '../../../domain/documents/invoices/attachment-types.ts';
import { figure } from '../../format.ts';
import { ActForm, Area, Field, Figure, Select, Send, Upload } from '../../parts/form.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { DELIVERIES, deliveryKey } from './deliveries.ts';
import { draftWords } from '../../../../generated/texts/draft.ts';
import { isClearance, isEditable } from './read-draft.ts';
import { invoiceWords } from '../../../../generated/texts/invoice.ts';

interface Props {
  readonly visit: CompanyVisit;
  readonly invoice: Invoice;
}

/** `replaced`: another invoice has taken its place, so that payments do not stand in the way of its cancellation. */
export const Acts = ({ visit, invoice, replaced }: Props & { readonly replaced: boolean }): VNode | null => {
  if (!visit.may('accountant')) return null;
  const own = invoiceWords(visit.language);
  const { status, filing, balance_due } = invoice;
  const editable = isEditable(status, filing.status);
  const cancelling = ['requested', 'awaiting_buyer'].includes(filing.cancellation?.status ?? '');
  const untouched = invoice.amount_paid === 0 && invoice.amount_credited === 0;
  const voidable = !cancelling && (untouched || replaced);
  return (
    <section>
      <div class="buttons">
        {editable && (
          <a class="button" href={visit.href(`/invoices/${invoice.id}/edit`)}>
            {commonWords(visit.language).edit}
          </a>
        )}
        {filing.status === 'failed' && filing.approval?.status === 'approved' && (
          <Send visit={visit} act="retry" action={`/approvals/${filing.approval.id}`}>
            {own.retry}
          </Send>
        )}
        {editable && filing.status !== 'awaiting_approval' && (
          <Send visit={visit} act="submit">
            {own.submit}
          </Send>
        )}
        {filing.status === 'awaiting_approval' && filing.approval !== null && (
          <a class="button" href={`/approvals/${filing.approval.id}`}>
            {own.decide}
          </a>
        )}
        <Send visit={visit} act="duplicate" quiet>
          {own.duplicate}
        </Send>
        {editable && filing.status !== 'awaiting_approval' && (
          <Send visit={visit} act="discard" danger>
            {own.discard}
          </Send>
        )}
      </div>
      {editable && !isClearance(visit) && <Attach visit={visit} />}
      {status === 'filed' && (
        <div class="columns">
          {balance_due > 0 && <Pay visit={visit} invoice={invoice} />}
          {visit.may('administrator') && !replaced && !cancelling && (
            <Credit visit={visit} invoice={invoice} />
          )}
          {visit.may('administrator') && filing.model === 'clearance' && voidable && <Void visit={visit} />}
        </div>
      )}
    </section>
  );
};

const Attach = ({ visit }: Pick<Props, 'visit'>): VNode => {
  const own = draftWords(visit.language);
  return (
    <details class="card">
      <summary>{own.attachment}</summary>
      <ActForm visit={visit} act="attach" upload label={own.attachment}>
        <Upload name="attachment" label={own.attachment} accept={Object.keys(ATTACHMENT_TYPES).join(',')} />
        <button>{own.addAttachment}</button>
      </ActForm>
    </details>
  );
};

const Pay = ({ visit, invoice }: Props): VNode => {
  const words = commonWords(visit.language);
  const own = invoiceWords(visit.language);
  return (
    <details class="card">
      <summary>{own.record}</summary>
      <ActForm visit={visit} act="pay" label={own.record}>
        <div class="fields">
          <Figure
            visit={visit}
            name="amount"
            label={`${words.amount} (${invoice.currency})`}
            hint={own.whole}
          />
          <Field visit={visit} name="payment_date" type="date" label={words.date} value={visit.books.today} />
          <Select
            visit={visit}
            name="payment_method"
            label={words.method}
            value="wire_transfer"
            choices={InvoicePaymentMethodValues.map((value) => ({ value, text: value.replaceAll('_', ' ') }))}
          />
          <Field visit={visit} name="reference_number" label={words.reference} maxlength={100} />
          <Area visit={visit} name="notes" label={words.notes} rows={2} />
        </div>
        <button>{own.record}</button>
      </ActForm>
    </details>
  );
};

const Credit = ({ visit, invoice }: Props): VNode => {
  const words = commonWords(visit.language);
  const own = invoiceWords(visit.language);
  return (
    <details class="card">
      <summary>{own.credit}</summary>
      <p class="quiet">{own.creditNote}</p>
      <ActForm visit={visit} act="credit" label={own.credit}>
        <div class="fields">
          <Figure
            visit={visit}
            name="credit_amount"
            label={`${words.amount} (${invoice.currency})`}
            hint={own.wholeCredit}
          />
          <Select
            visit={visit}
            name="credit_reason"
            label={words.reason}
            value="error"
            choices={CreditReasonValues.map((value) => ({
              value,
              text: own.creditReasons[value],
            }))}
          />
          <Field visit={visit} name="credit_notes" label={words.notes} maxlength={500} />
          {!isClearance(visit) && (
            <Select
              visit={visit}
              name="credit_delivery"
              label={own.creditDelivery}
              value=""
              choices={[
                { value: '', text: own.asTheInvoice },
                ...DELIVERIES.map((delivery) => ({
                  value: deliveryKey(delivery),
                  text: [own.channels[delivery.channel ?? 'email'], delivery.format].join(' ').trim(),
                })),
              ]}
            />
          )}
        </div>
        <fieldset>
          <legend>{own.creditLines}</legend>
          {invoice.line_items.map(({ position, description, quantity }) => (
            <Figure
              visit={visit}
              name={`credit_line_${position}`}
              label={`${position}. ${description}`}
              hint={own.creditQuantity(figure(visit.language, quantity))}
            />
          ))}
        </fieldset>
        <button>{own.credit}</button>
      </ActForm>
    </details>
  );
};

export const Void = ({ visit }: { visit: CompanyVisit }): VNode => {
  const own = invoiceWords(visit.language);
  return (
    <details class="card">
      <summary>{own.void}</summary>
      <p class="quiet">{own.voidNote}</p>
      <ActForm visit={visit} act="void" label={own.void}>
        <div class="fields">
          <Select
            visit={visit}
            name="void_reason"
            label={own.voidReason}
            value="02"
            choices={CancellationReasonValues.map((value) => ({
              value,
              text: `${value} ${own.voidReasons[value]}`,
            }))}
          />
          <Field visit={visit} name="replacement" label={own.replacement} maxlength={40} />
        </div>
        <button class="danger">{own.void}</button>
      </ActForm>
    </details>
  );
};
