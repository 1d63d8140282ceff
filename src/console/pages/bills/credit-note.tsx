// A credit note of a supplier: what it takes off, its lines, and the decisions that its state allows.
import { blockingRules, documentsOf } from '../../../domain/across/inbox/beside.ts';
import { decideMadeNote } from '../../../domain/across/inbox/decide-made.ts';
import { type NoteDecision, noteDecisions } from '../../../domain/documents/bill-credit-notes/decide.ts';
import { describeReceivedNote } from '../../../domain/documents/bill-credit-notes/describe.ts';
import { getReceivedNote } from '../../../domain/documents/bill-credit-notes/find.ts';
import type { Unlimited } from '../../../domain/ground/change/change.ts';
import { type Act, companyPage } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, Section, State } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { Lines } from './tables.tsx';

const decide = (decision: NoteDecision, despite = false): Act<CompanyVisit> => ({
  role: despite || decision === 'reject' ? 'administrator' : 'accountant',
  strong: decision === 'reject',
  run: async (visit) => {
    const id = visit.params['supplied'] ?? '';
    await visit.change(`bill-credit-note ${decision}`, { id, despite }, (ctx: Unlimited) =>
      decideMadeNote(ctx, id, decision, { despite }),
    );
    return { say: visit.words.bill.noteDone };
  },
});

const ACTS = {
  receive: decide('receive'),
  validate: decide('validate'),
  reject: decide('reject'),
  despite_receive: decide('receive', true),
  despite_validate: decide('validate', true),
};

export const billCreditNotePage = companyPage({
  path: '/bill-credit-notes/:supplied',
  role: 'viewer',
  query: async ({ books, params }) => {
    const note = describeReceivedNote(await getReceivedNote(books, params['supplied'] ?? ''));
    const documents = await documentsOf(books, { bill_id: null, bill_credit_note_id: note.id });
    return { note, blocking: blockingRules(documents) };
  },
  acts: ACTS,
  view: ({ note, blocking }, visit) => {
    const { common: words, bill: own } = visit.words;
    const title = note.number ?? note.id;
    const money = (value: number | null) =>
      value === null ? null : <Money value={value} currency={note.currency} />;
    const acts = noteDecisions(note.status).filter((act) => visit.may(ACTS[act].role ?? 'viewer'));
    return {
      title,
      main: (
        <>
          <Head title={title} note={own.note}>
            <State value={note.status} />
          </Head>
          <Facts
            rows={[
              [
                words.supplier,
                <a href={visit.href(`/counterparties/${note.counterparty.counterparty_id}`)}>
                  {note.counterparty.name}
                </a>,
              ],
              [
                own.ofBill,
                note.bill_id === null ? (
                  own.noBill
                ) : (
                  <a href={visit.href(`/bills/${note.bill_id}`)}>{note.bill_id}</a>
                ),
              ],
              [words.issued, <Day value={note.issue_date} />],
              [words.reason, note.reason],
              [words.subtotal, money(note.subtotal)],
              [words.tax, money(note.tax_total)],
              [words.withheld, note.withheld_total === 0 ? null : money(note.withheld_total)],
              [words.total, money(note.total)],
              ['UUID', note.uuid],
            ]}
          />
          {note.line_items.length > 0 && <Lines lines={note.line_items} currency={note.currency} />}
          {acts.length > 0 && (
            <Section title={own.decide} card>
              <div class="buttons">
                {acts.map((act) =>
                  blocking.length > 0 && act !== 'reject' ? (
                    visit.may('administrator') && (
                      <Send act={`despite_${act}`} text={own.despite[act]} danger />
                    )
                  ) : (
                    <Send act={act} text={own[act]} danger={act === 'reject'} />
                  ),
                )}
              </div>
              {blocking.length > 0 && acts.some((act) => act !== 'reject') && (
                <p class="quiet">{own.blocked(blocking.join(', '))}</p>
              )}
              {acts.includes('reject') && note.status !== 'inbox' && <p class="quiet">{own.noteHint}</p>}
            </Section>
          )}
        </>
      ),
    };
  },
});
