// A credit note of a supplier: what it takes off, its lines, and the decisions that its state allows.
import {
  decideNote,
  type NoteDecision,
  noteDecisions,
} from '../../../domain/documents/bill-credit-notes/decide.ts';
import { describeReceivedNote } from '../../../domain/documents/bill-credit-notes/describe.ts';
import { getReceivedNote } from '../../../domain/documents/bill-credit-notes/find.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { type Act, companyPage } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, Section, State } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { Lines } from './tables.tsx';

const decide = (decision: NoteDecision): Act<CompanyVisit> => ({
  role: decision === 'reject' ? 'administrator' : 'accountant',
  strong: decision === 'reject',
  run: async (visit) => {
    const id = visit.params['supplied'] ?? '';
    await visit.change(`bill-credit-note ${decision}`, { id }, (ctx: EntityChange) =>
      decideNote(ctx, id, decision),
    );
    return { say: visit.words.bill.noteDone };
  },
});

const ACTS = { receive: decide('receive'), validate: decide('validate'), reject: decide('reject') };

export const billCreditNotePage = companyPage({
  path: '/bill-credit-notes/:supplied',
  role: 'viewer',
  query: async ({ books, params }) =>
    describeReceivedNote(await getReceivedNote(books, params['supplied'] ?? '')),
  acts: ACTS,
  view: (note, visit) => {
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
                {acts.map((act) => (
                  <Send act={act} text={own[act]} danger={act === 'reject'} />
                ))}
              </div>
              {acts.includes('reject') && note.status !== 'inbox' && <p class="quiet">{own.noteHint}</p>}
            </Section>
          )}
        </>
      ),
    };
  },
});
