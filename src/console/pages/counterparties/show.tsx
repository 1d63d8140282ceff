// A counterparty: who it is, what is open, and what the bank taught about it.
import { describeCounterparty } from '../../../domain/parties/counterparties/describe.ts';
import { followCounterparty } from '../../../domain/parties/counterparties/look-up.ts';
import { findMergedInto } from '../../../domain/parties/counterparties/store/merged.ts';
import { balancesOf } from '../../../domain/views/standing/standing.ts';
import { type CountedLesson, lessonsOf } from '../../../domain/bank/aliases/store/lessons.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { Facts, Head, Go, Standings } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { attachActs, Attached, readAttached } from '../attachments/attached.tsx';
import { ALIAS_ACTS, Aliases, readAliases } from './aliases.tsx';
import { factRows } from './form.tsx';

export const counterpartyPage = companyPage({
  path: '/counterparties/:counterparty',
  role: 'viewer',
  query: async (visit) => {
    const { books, params } = visit;
    const found = await followCounterparty(books, params['counterparty'] ?? '');
    if (found === undefined) return undefined;
    return {
      counterparty: describeCounterparty(found, await balancesOf(books, found.id)),
      aliases: await readAliases(books, found.id),
      lessons: await lessonsOf(books, found.id),
      files: await readAttached(visit, found.id),
      merged: await findMergedInto(books, found.id),
    };
  },
  acts: { ...ALIAS_ACTS, ...attachActs('counterparty') },
  view: ({ counterparty, aliases, lessons, files, merged }, visit) => {
    const { common: words, counterparty: own } = visit.words;
    const { id, name } = counterparty;
    return {
      title: name,
      main: (
        <>
          <Head title={name}>
            {visit.may('accountant') && (
              <Go to={visit.href(`/counterparties/${id}/edit`)} text={words.edit} />
            )}
            <Go to={visit.href(`/invoices?counterparty_id=${id}`)} text={own.openInvoices} quiet />
            <Go to={visit.href(`/bills?counterparty_id=${id}`)} text={own.openBills} quiet />
            <Go to={visit.href(`/ledger?counterparty_id=${id}`)} text={own.itsLedger} quiet />
            {visit.may('administrator') && (
              <Go to={visit.href(`/counterparties/${id}/merge`)} text={own.merge} quiet />
            )}
          </Head>
          <Facts
            rows={[
              [own.owes, <Standings of={counterparty.receivable_balance} />],
              [own.owed, <Standings of={counterparty.payable_balance} />],
              ...factRows(visit, counterparty),
              [own.mergedHere, merged.map(({ name: of }) => of).join(', ')],
            ]}
          />
          <Aliases rows={aliases} />
          <Attached rows={files} />
          <h2>{own.learned}</h2>
          <p class="quiet">{own.learnedNote}</p>
          <Table<CountedLesson>
            caption={own.learned}
            rows={lessons}
            empty={own.noneLearned}
            columns={[
              { head: own.kind, cell: ({ kind }) => own[kind] },
              { head: words.name, main: true, cell: ({ value }) => value },
              { head: own.times, figure: true, cell: ({ times }) => figure(visit.language, times) },
              { head: own.byHand, figure: true, cell: ({ by_hand }) => figure(visit.language, by_hand) },
            ]}
          />
        </>
      ),
    };
  },
});
