// Payment complements (Mexico): what the authority wants of each payment of a PPD invoice.
import { listed } from '../../list-page.tsx';
import { CHARACTERS } from '../../limits.ts';
import { describeComplement } from '../../../domain/documents/complements/describe.ts';
import { previewComplement } from '../../../domain/documents/complements/preview.ts';
import { listComplements, loadComplement } from '../../../domain/documents/complements/store.ts';
import { findAcuse } from '../../../domain/filing/cancellation/acuse.ts';
import { submitComplement } from '../../../domain/filing/complements/submit.ts';
import { type Act, companyPage, actBy } from '../../page.ts';
import { ActForm, Field, Send, Press } from '../../parts/form.tsx';
import { Day, Facts, Head, State, Go } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { ComplementContent } from '../documents/complement.tsx';
import { Filing } from '../documents/content.tsx';
import { cancel } from './acts.ts';
import { Void } from './acts-view.tsx';
import { Files } from './show.tsx';

export const complementList = companyPage({
  path: '/complements',
  role: 'viewer',
  query: async ({ books, entity }) =>
    (await listComplements(books)).map((record) => describeComplement(entity, record, books)),
  view: (complements, visit) => {
    const { common: words, invoice: own } = visit.words;
    return listed(
      { data: complements },
      {
        title: own.complementTitle,
        none: own.noComplements,
        columns: [
          {
            head: words.number,
            link: (row) => [visit.href(`/complements/${row.id}`), row.folio ?? words.states.draft],
          },
          { head: words.customer, cell: (row) => row.counterparty.name },
          { head: words.paid, cell: (row) => <Day value={row.payment_date} /> },
          {
            head: own.dueOn,
            cell: (row) => (
              <>
                <Day value={row.due_on} /> {row.overdue && <span class="state bad">{own.late}</span>}
              </>
            ),
          },
          {
            head: words.status,
            cell: (row) => <State value={row.status === 'draft' ? row.filing.status : row.status} />,
          },
          { head: words.amount, money: (row) => [row.amount, row.currency] },
        ],
      },
    );
  },
});

type SubmitScope = Parameters<typeof submitComplement>[0];

const submit: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const id = visit.params['document'] ?? '';
  const paymentForm = form.optional('payment_form') ?? null;
  await visit.change('complement submit', { id, paymentForm }, (ctx: SubmitScope) =>
    submitComplement(ctx, id, paymentForm),
  );
  return { say: visit.words.invoice.submitted };
});

export const complementPage = companyPage({
  path: '/complements/:document',
  role: 'viewer',
  query: async ({ books, entity, params }) => {
    const record = await loadComplement(books, params['document'] ?? '');
    if (record === undefined) return undefined;
    const complement = previewComplement(entity, record, books);
    return { complement, acuse: (await findAcuse(books, complement.id)) !== undefined };
  },
  acts: { submit, void: cancel },
  view: ({ complement, acuse }, visit) => {
    const { common: words, invoice: own } = visit.words;
    const title = complement.folio ?? words.states.draft;
    const { approval, status } = complement.filing;
    return {
      title: `${own.complementTitle} ${title}`,
      ...(status === 'pending' ? { again: 3 } : {}),
      main: (
        <>
          <Head title={title} note={own.complementTitle}>
            <State value={complement.status} />
          </Head>
          <ComplementContent complement={complement} href={visit.href} />
          <Facts
            rows={[
              [own.dueOn, <Day value={complement.due_on} />],
              ['UUID', complement.uuid],
            ]}
          />
          {complement.status === 'draft' && complement.issues.length === 0 && (
            <Go
              to={visit.href(`/complements/${complement.id}/preview.pdf`)}
              text={visit.words.document.preview}
              quiet
              apart
            />
          )}
          {complement.issues.map(({ rule, message }) => (
            <div class="warning">
              <strong>{rule}</strong> {message}
            </div>
          ))}
          {visit.may('accountant') && status === 'failed' && approval?.status === 'approved' && (
            <Send act="retry" text={own.retry} action={`/approvals/${approval.id}`} />
          )}
          {visit.may('accountant') &&
            complement.status === 'draft' &&
            (status === 'awaiting_approval' && approval !== null ? (
              <Go to={`/approvals/${approval.id}`} text={own.decide} apart />
            ) : (
              <ActForm act="submit" label={own.submit}>
                <Field
                  name="payment_form"
                  label={own.paymentForm}
                  value={complement.payment_form}
                  maxlength={CHARACTERS.payment_form}
                />
                <Press text={own.submit} />
              </ActForm>
            ))}
          {visit.may('administrator') && complement.status === 'filed' && <Void />}
          <Filing filing={complement.filing} approvalHref={(id) => `/approvals/${id}`} />
          {complement.status !== 'draft' && (
            <Files base={visit.href(`/complements/${complement.id}`)} acuse={acuse} />
          )}
        </>
      ),
    };
  },
});
