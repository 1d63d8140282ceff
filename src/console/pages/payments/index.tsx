// A payment: what it settles, and taking it back when it was recorded wrongly.
import { TOOLS } from '../../../../generated/dispatch.ts';
import type { PaymentAllocation } from '../../../../generated/types.ts';
import { partOf } from '../../parts/part-of.ts';
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { takeBackPayment } from '../../../domain/filing/complements/take-back.ts';
import { describePaymentForAdmin } from '../../../domain/documents/payments/for-admin.ts';
import { requiredText } from '../../amounts.ts';
import { companyPage, type Page, provenAct } from '../../page.ts';
import { ActForm, Field, Press } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, State, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { attachActs, Attached, readAttached } from '../attachments/attached.tsx';

const REASON = partOf(TOOLS.reverse_invoice_payment.inputSchema, 'reason');

const paymentPage = companyPage({
  path: '/payments/:payment',
  role: 'viewer',
  query: async (visit) => {
    const payment = await describePaymentForAdmin(visit.books, visit.params['payment'] ?? '');
    return { payment, files: await readAttached(visit, payment.id) };
  },
  acts: {
    ...attachActs('payment'),
    reverse: provenAct('administrator', async (visit, form) => {
      const { payment: own } = visit.words;
      const id = visit.params['payment'] ?? '';
      const reason = requiredText(visit, form, 'reason', visit.words.common.reason);
      const { result } = await visit.change('payment reverse', { id, reason }, (ctx: EntityChange) =>
        takeBackPayment(ctx, id, { reason, by: ctx.actor.id }),
      );
      return { say: result.outcome === 'reversed' ? own.reversed : own.pending };
    }),
  },
  view: ({ payment, files }, visit) => {
    const { common: words, payment: own } = visit.words;
    const title = `${own.title} · ${payment.counterparty_name}`;
    const date = payment.object === 'invoice_payment' ? payment.payment_date : payment.paid_on;
    return {
      title,
      main: (
        <>
          <Head title={title}>{payment.status === 'reversed' && <State value="reversed" />}</Head>
          <Facts
            rows={[
              [words.amount, <Money value={payment.amount} currency={payment.currency} />],
              [words.date, <Day value={date} />],
              [words.method, words.methods[payment.payment_method]],
              [
                words.reference,
                payment.object === 'invoice_payment' ? payment.reference_number : payment.reference,
              ],
              [
                words.name,
                <a href={visit.href(`/counterparties/${payment.counterparty_id}`)}>
                  {payment.counterparty_name}
                </a>,
              ],
              [own.reversedOn, payment.reversed_on === null ? null : <Day value={payment.reversed_on} />],
              [words.reason, payment.reversal_reason],
            ]}
          />
          <h2>{own.allocations}</h2>
          <Table
            caption={own.allocations}
            rows={payment.allocations}
            empty={own.none}
            columns={[
              {
                head: words.number,
                link: (row) => [
                  visit.href(`/${row.record_type === 'invoice' ? 'invoices' : 'bills'}/${row.record_id}`),
                  row.record_id,
                ],
              },
              ...(payment.allocations.some(({ complement_uuid: uuid }) => uuid !== undefined)
                ? [{ head: own.complement, cell: complementOf }]
                : []),
              { head: words.amount, money: (row) => [row.amount, row.currency] },
            ]}
          />
          <Attached rows={files} />
          {payment.status !== 'reversed' && visit.may('administrator') && <Reverse />}
        </>
      ),
    };
  },
});

const complementOf = ({ complement_uuid: uuid }: PaymentAllocation): string | null => uuid ?? null;

const Reverse = (): VNode => {
  const visit = useCompany();
  const { payment: own } = visit.words;
  return (
    <Section title={own.reverse} card>
      <p class="quiet">{own.reverseNote}</p>
      <ActForm act="reverse">
        <Field name="reason" label={visit.words.common.reason} required maxlength={REASON.maxLength} />
        <Press text={own.reverse} danger />
      </ActForm>
    </Section>
  );
};

export const paymentPages: readonly Page[] = [paymentPage];
