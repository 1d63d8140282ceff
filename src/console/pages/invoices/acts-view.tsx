// The acts that an invoice's state and the person's role allow.
import { Go } from '../../parts/show.tsx';
import { partOf } from '../../parts/part-of.ts';
import { TOOLS } from '../../../../generated/dispatch.ts';
import { Params } from '../../parts/param.tsx';
import { DELIVERIES, deliveryKey, payLooks } from './acts.ts';
import { useCompany } from '../../context.ts';
import { CancellationReasonValues, CreditReasonValues, type Invoice } from '../../../../generated/types.ts';
import type { VNode } from 'preact';
import { ATTACHMENT_TYPES } from '../../../domain/documents/invoices/attachment-types.ts';
import { figure } from '../../format.ts';
import { Field, Figure, Select, Send, Upload, ActFold } from '../../parts/form.tsx';
import { isClearance, isEditable } from './read-draft.ts';

const CREDIT_NOTES = partOf(TOOLS.create_credit_note.inputSchema, 'notes');
const REPLACEMENT = partOf(TOOLS.request_cancellation.inputSchema, 'replacement_invoice_id');

interface Props {
  readonly invoice: Invoice;
}

/** `replaced`: another invoice has taken its place, so that payments do not stand in the way of its cancellation. */
export const Acts = ({ invoice, replaced }: Props & { readonly replaced: boolean }): VNode | null => {
  const visit = useCompany();
  if (!visit.may('accountant')) return null;
  const { invoice: own } = visit.words;
  const { status, filing, balance_due } = invoice;
  const editable = isEditable(status, filing.status);
  const cancelling = ['requested', 'awaiting_buyer'].includes(filing.cancellation?.status ?? '');
  const untouched = invoice.amount_paid === 0 && invoice.amount_credited === 0;
  const voidable = !cancelling && (untouched || replaced);
  return (
    <section>
      <div class="buttons">
        {editable && <Go to={visit.href(`/invoices/${invoice.id}/edit`)} text={visit.words.common.edit} />}
        {filing.status === 'failed' && filing.approval?.status === 'approved' && (
          <Send act="retry" text={own.retry} action={`/approvals/${filing.approval.id}`} />
        )}
        {editable && filing.status !== 'awaiting_approval' && <Send act="submit" text={own.submit} />}
        {filing.status === 'awaiting_approval' && filing.approval !== null && (
          <Go to={`/approvals/${filing.approval.id}`} text={own.decide} />
        )}
        <Send act="duplicate" text={own.duplicate} quiet />
        {editable && filing.status !== 'awaiting_approval' && (
          <Send act="discard" text={own.discard} danger />
        )}
      </div>
      {editable && !isClearance(visit) && <Attach />}
      {status === 'filed' && (
        <div class="columns">
          {balance_due > 0 && <Pay invoice={invoice} />}
          {visit.may('administrator') && !replaced && !cancelling && <Credit invoice={invoice} />}
          {visit.may('administrator') && filing.model === 'clearance' && voidable && <Void />}
        </div>
      )}
    </section>
  );
};

const Attach = (): VNode => {
  const { draft: own } = useCompany().words;
  return (
    <ActFold title={own.attachment} act="attach" upload card>
      <Upload name="attachment" label={own.attachment} accept={Object.keys(ATTACHMENT_TYPES).join(',')} />
      <button>{own.addAttachment}</button>
    </ActFold>
  );
};

const Pay = ({ invoice }: Props): VNode => {
  const visit = useCompany();
  const { invoice: own } = visit.words;
  return (
    <ActFold title={own.record} act="pay" card>
      <div class="fields">
        <Params of={TOOLS.record_invoice_payment.inputSchema} looks={payLooks(visit, invoice.currency)} />
      </div>
      <button>{own.record}</button>
    </ActFold>
  );
};

const Credit = ({ invoice }: Props): VNode => {
  const visit = useCompany();
  const { common: words, invoice: own } = visit.words;
  return (
    <ActFold title={own.credit} act="credit" note={own.creditNote} card>
      <div class="fields">
        <Figure name="credit_amount" label={`${words.amount} (${invoice.currency})`} hint={own.wholeCredit} />
        <Select
          name="credit_reason"
          label={words.reason}
          value="error"
          choices={CreditReasonValues.map((value) => ({
            value,
            text: own.creditReasons[value],
          }))}
        />
        <Field name="credit_notes" label={words.notes} maxlength={CREDIT_NOTES.maxLength} />
        {!isClearance(visit) && (
          <Select
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
            name={`credit_line_${position}`}
            label={`${position}. ${description}`}
            hint={own.creditQuantity(figure(visit.language, quantity))}
          />
        ))}
      </fieldset>
      <button>{own.credit}</button>
    </ActFold>
  );
};

export const Void = (): VNode => {
  const { invoice: own } = useCompany().words;
  return (
    <ActFold title={own.void} act="void" note={own.voidNote} card>
      <div class="fields">
        <Select
          name="void_reason"
          label={own.voidReason}
          value="02"
          choices={CancellationReasonValues.map((value) => ({
            value,
            text: `${value} ${own.voidReasons[value]}`,
          }))}
        />
        <Field name="replacement" label={own.replacement} maxlength={REPLACEMENT.maxLength} />
      </div>
      <button class="danger">{own.void}</button>
    </ActFold>
  );
};
