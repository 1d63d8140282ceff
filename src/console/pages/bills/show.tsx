// A bill: its lines and payments, and the decisions that its state allows.
import { wordFor } from '../../../../generated/languages.ts';
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import {
  type Bill,
  type BillPaymentItem,
  type BillStatus,
  DeductibilityValues,
} from '../../../../generated/types.ts';
import { blockingRules, documentsOf } from '../../../domain/across/inbox/beside.ts';
import { decideMadeBill } from '../../../domain/across/inbox/decide-made.ts';
import type { BillDecision } from '../../../domain/documents/bills/decide.ts';
import { setDeductibility } from '../../../domain/documents/bills/deductibility.ts';
import { describeBill } from '../../../domain/documents/bills/describe.ts';
import { getBill } from '../../../domain/documents/bills/search.ts';
import { describeNoteRow } from '../../../domain/documents/bill-credit-notes/describe.ts';
import { listReceivedNotes } from '../../../domain/documents/bill-credit-notes/find.ts';
import { mapPage } from '../../../domain/ground/lists/page.ts';
import { PAGE_ROWS } from '../../filters.ts';
import type { EntityChange, Unlimited } from '../../../domain/ground/change/change.ts';
import { recordBillPayment } from '../../../domain/documents/payments/record-bill-payment.ts';
import { money } from '../../format.ts';
import { type Act, companyPage, actBy } from '../../page.ts';
import { type Looks, type ParamName, Params, typedParams } from '../../parts/param.tsx';
import { ActForm, Select, Send, Press } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, State, choicesOf, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { attachActs, Attached, readAttached } from '../attachments/attached.tsx';
import { accountText, Lines, Notes } from './tables.tsx';
import type { billWords } from '../../../../generated/texts/bill.ts';

const ACTS: Readonly<Record<BillStatus, readonly BillDecision[]>> = {
  inbox: ['receive', 'reject'],
  received: ['validate', 'reject', 'reverse'],
  validated: ['reverse'],
  rejected: [],
  reversed: [],
};

/** What was found in its document may keep it from these. */
const isBlockable = (decision: BillDecision): decision is 'receive' | 'validate' =>
  decision === 'receive' || decision === 'validate';

const decide = (decision: BillDecision, despite = false): Act<CompanyVisit> => ({
  role: !despite && isBlockable(decision) ? 'accountant' : 'administrator',
  strong: decision === 'reject' || decision === 'reverse',
  run: async (visit) => {
    const id = visit.params['bill'] ?? '';
    await visit.change(`bill ${decision}`, { id, despite }, (ctx: Unlimited) =>
      decideMadeBill(ctx, id, decision, { despite }),
    );
    return { say: visit.words.bill.done };
  },
});

type PayScope = EntityChange<ErrorsOf<'record_bill_payment'>, WarningsOf<'record_bill_payment'>>;

const payLooks = (
  { words: all, books }: CompanyVisit,
  currency = '',
): Looks<ParamName<'record_bill_payment'>> => {
  const { common: words, bill: own } = all;
  return {
    amount: { label: currency === '' ? words.amount : `${words.amount} (${currency})`, hint: own.whole },
    paid_on: { label: own.paidOn, value: books.today },
    payment_method: {
      label: words.method,
      value: 'transfer',
      text: (method) => wordFor(words.methods, method) ?? method,
    },
    reference: words.reference,
    notes: { label: words.notes, rows: 2 },
  };
};

const pay: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const bill_id = visit.params['bill'];
  const params = typedParams(visit, form, TOOLS.record_bill_payment, payLooks(visit), { bill_id });
  const { result } = await visit.change('record_bill_payment', params, async (ctx: PayScope) => {
    const before = describeBill(await getBill(ctx, params.bill_id, 'bill_id'), ctx);
    await recordBillPayment(ctx, params);
    return before;
  });
  const amount = params.amount ?? result.balance_due;
  return { say: visit.words.bill.recorded(money(visit.language, amount, result.currency)) };
});

const deduct: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const id = visit.params['bill'] ?? '';
  const value = DeductibilityValues.find((name) => name === form.text('deductibility')) ?? 'pending_review';
  await visit.change('bill deductibility', { id, value }, (ctx: EntityChange) =>
    setDeductibility(ctx, id, value),
  );
  return { say: visit.words.bill.done };
});

export const billPage = companyPage({
  path: '/bills/:bill',
  role: 'viewer',
  query: async (visit) => {
    const { books, params, url } = visit;
    const bill = describeBill(await getBill(books, params['bill'] ?? '', 'bill_id'), books);
    const cursor = url.searchParams.get('cursor');
    const notes = await listReceivedNotes(books, {
      bill_id: bill.id,
      limit: PAGE_ROWS,
      ...(cursor === null ? {} : { cursor }),
    });
    const documents = await documentsOf(books, { bill_id: bill.id, bill_credit_note_id: null });
    return {
      bill,
      notes: mapPage(notes, describeNoteRow),
      blocking: blockingRules(documents),
      files: await readAttached(visit, bill.id),
    };
  },
  acts: {
    receive: decide('receive'),
    validate: decide('validate'),
    reject: decide('reject'),
    reverse: decide('reverse'),
    despite_receive: decide('receive', true),
    despite_validate: decide('validate', true),
    pay,
    deduct,
    ...attachActs('bill'),
  },
  view: ({ bill, notes, blocking, files }, visit) => {
    const { common: words, bill: own } = visit.words;
    const number = [bill.series, bill.bill_number].filter(Boolean).join(' ');
    const title = number || bill.title || bill.id;
    return {
      title,
      main: (
        <>
          <Head title={title} note={bill.title}>
            <State value={bill.status} />
            {bill.payment_status === null ? null : <State value={bill.payment_status} />}
          </Head>
          <Facts
            rows={[
              [
                words.supplier,
                <a href={visit.href(`/counterparties/${bill.counterparty.id}`)}>{bill.counterparty.name}</a>,
              ],
              [words.issued, <Day value={bill.issue_date} />],
              [words.due, <Day value={bill.due_date} />],
              ...sums(bill, own, words),
              [words.balance, <Money value={bill.balance_due} currency={bill.currency} />],
              [own.delivered, delivered(bill)],
              [own.payee, accountText(bill)],
              [
                visit.words.inbox.original,
                bill.source_document_id && (
                  <a href={visit.href(`/inbox/${bill.source_document_id}`)}>{visit.words.inbox.reading}</a>
                ),
              ],
              ['UUID', bill.uuid],
              [words.notes, bill.notes],
            ]}
          />
          <Lines lines={bill.line_items} currency={bill.currency} />
          <Payments bill={bill} />
          <Notes notes={notes} />
          <Attached rows={files} />
          <Decisions bill={bill} own={own} blocking={blocking} />
        </>
      ),
    };
  },
});

interface Shown {
  readonly bill: Bill;
}

type Words = CompanyVisit['words'];

/** From what was bought to what is owed; of what the bill does not have, nothing. */
const sums = (
  bill: Bill,
  own: ReturnType<typeof billWords>,
  words: Words['common'],
): readonly (readonly [string, VNode])[] => {
  const { withheld_total = 0, prepaid_amount, rounding_amount } = bill;
  const row = (label: string, value: number): readonly [string, VNode] => [
    label,
    <Money value={value} currency={bill.currency} />,
  ];
  const unless = (label: string, value: number) => (value === 0 ? [] : [row(label, value)]);
  return [
    row(words.subtotal, bill.subtotal),
    row(words.tax, bill.tax_total),
    ...unless(words.withheld, withheld_total),
    row(words.total, bill.total),
    ...unless(own.prepaid, prepaid_amount),
    ...unless(own.rounding, rounding_amount),
    ...(bill.amount_due === bill.total ? [] : [row(own.owed, bill.amount_due)]),
  ];
};

const delivered = ({ delivery_date, delivery_period }: Bill): VNode | null => {
  if (delivery_date !== null) return <Day value={delivery_date} />;
  if (delivery_period === null) return null;
  const { from, to } = delivery_period;
  return (
    <>
      {from !== null && <Day value={from} />} – {to !== null && <Day value={to} />}
    </>
  );
};

const Payments = ({ bill }: Shown): VNode => {
  const visit = useCompany();
  const { common: words, bill: own, payment } = visit.words;
  const isProven = bill.payments.some(({ complement_uuid: uuid }) => uuid !== undefined);
  return (
    <Table
      title={own.payments}
      rows={bill.payments}
      empty={own.nonePaid}
      columns={[
        {
          head: words.date,
          link: (row) => [visit.href(`/payments/${row.id}`), <Day value={row.paid_on} />],
        },
        { head: words.method, cell: (row) => words.methods[row.payment_method] },
        { head: words.reference, cell: (row) => row.reference },
        ...(isProven ? [{ head: payment.complement, cell: complementOf }] : []),
        { head: words.amount, money: (row) => [row.amount, row.currency] },
      ]}
    />
  );
};

const complementOf = ({ complement_uuid: uuid }: BillPaymentItem): string | null => uuid ?? null;

const Decisions = ({
  bill,
  own,
  blocking,
}: Shown & {
  readonly own: ReturnType<typeof billWords>;
  readonly blocking: readonly string[];
}): VNode | null => {
  const visit = useCompany();
  const { common: words } = visit.words;
  if (!visit.may('accountant')) return null;
  const payable = (bill.status === 'received' || bill.status === 'validated') && bill.balance_due > 0;
  // A bill with payments is reversed, which leaves them unallocated; it is not rejected.
  const allowed = ACTS[bill.status].filter((act) => act !== 'reject' || bill.payments.length === 0);
  const acts = allowed.filter((act) => visit.may(decide(act).role ?? 'viewer'));
  return (
    <div class="columns">
      {payable && (
        <Section title={own.record} card>
          <ActForm act="pay" label={own.record}>
            <div class="fields">
              <Params of={TOOLS.record_bill_payment.inputSchema} looks={payLooks(visit, bill.currency)} />
            </div>
            <button>{own.record}</button>
          </ActForm>
        </Section>
      )}
      {(acts.length > 0 || bill.deductibility !== undefined) && (
        <Section title={own.decide} card>
          <div class="buttons">
            {acts.map((act) =>
              blocking.length > 0 && isBlockable(act) ? (
                visit.may('administrator') && <Send act={`despite_${act}`} text={own.despite[act]} danger />
              ) : (
                <Send act={act} text={own[act]} danger={act === 'reject' || act === 'reverse'} />
              ),
            )}
          </div>
          {blocking.length > 0 && acts.some(isBlockable) && (
            <p class="quiet">{own.blocked(blocking.join(', '))}</p>
          )}
          {acts.includes('reverse') && <p class="quiet">{own.reverseHint}</p>}
          {bill.deductibility !== undefined && (
            <ActForm act="deduct">
              <Select
                name="deductibility"
                label={own.deductibility}
                value={bill.deductibility}
                choices={choicesOf(visit.language, DeductibilityValues)}
              />
              <Press text={words.save} quiet />
            </ActForm>
          )}
        </Section>
      )}
    </div>
  );
};
