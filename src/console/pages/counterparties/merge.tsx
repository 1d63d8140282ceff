// A duplicate is merged into the counterparty that stays: which one that is, then what would move, then the act.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { counterpartyFacts } from '../../../domain/parties/counterparties/describe.ts';
import { findDuplicates } from '../../../domain/parties/counterparties/known-names.ts';
import { listCounterparties } from '../../../domain/parties/counterparties/list.ts';
import {
  type CounterpartyRow,
  findCounterparty,
} from '../../../domain/parties/counterparties/store/counterparties.ts';
import { type MergedCounterparty, findMerged } from '../../../domain/parties/counterparties/store/merged.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { mergeCounterparties } from '../../../domain/across/merges/merge.ts';
import { type MergePlan, planMerge } from '../../../domain/across/merges/plan.ts';
import { listFilters } from '../../filters.ts';
import { figure } from '../../format.ts';
import { type Shown, companyPage, provenAct } from '../../page.ts';
import { Field, Send } from '../../parts/form.tsx';
import { Facts, Filters, Head, Go, headed } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { tellError } from '../../tell.ts';
import type { CompanyVisit } from '../../visit.ts';
import { factRows } from './form.tsx';

type Data =
  | { readonly step: 'done'; readonly merged: MergedCounterparty }
  | {
      readonly step: 'choose';
      readonly duplicate: CounterpartyRow;
      readonly others: readonly CounterpartyRow[];
    }
  | { readonly step: 'look'; readonly plan: MergePlan };

const CHOICES = 20;

/** Those with its name, unless somebody looks for another one. */
const readChoices = async (visit: CompanyVisit, duplicate: CounterpartyRow): Promise<CounterpartyRow[]> => {
  const { query } = listFilters(visit);
  if (query === undefined)
    return [...((await findDuplicates(visit.books, [duplicate])).get(duplicate.id) ?? [])];
  const found = await listCounterparties(visit.books, { query, role: 'all', limit: CHOICES });
  return found.data.filter(({ id }) => id !== duplicate.id);
};

export const mergePage = companyPage<Data>({
  path: '/counterparties/:counterparty/merge',
  role: 'administrator',
  query: async (visit) => {
    const { books, params, url } = visit;
    const id = params['counterparty'] ?? '';
    const duplicate = await findCounterparty(books, id);
    if (duplicate === undefined) {
      const merged = await findMerged(books, id);
      return merged === undefined ? undefined : { step: 'done', merged };
    }
    const into = url.searchParams.get('into');
    const survivor = into === null || into === id ? undefined : await findCounterparty(books, into);
    if (survivor === undefined)
      return { step: 'choose', duplicate, others: await readChoices(visit, duplicate) };
    return { step: 'look', plan: await planMerge(books, { duplicate: id, survivor: survivor.id }) };
  },
  acts: {
    merge: provenAct('administrator', async (visit, form) => {
      const pair = { duplicate: visit.params['counterparty'] ?? '', survivor: form.text('into') };
      const { result } = await visit.change('counterparty merge', pair, (ctx: EntityChange) =>
        mergeCounterparties(ctx, pair),
      );
      const { done } = visit.words.merge;
      return {
        to: visit.href(`/counterparties/${result.survivor.id}`),
        say: done(result.duplicate.name, result.after.name),
      };
    }),
  },
  view: (data, visit): Shown => {
    const { merge: own } = visit.words;
    if (data.step === 'look') return { title: own.title, main: <Look plan={data.plan} /> };
    if (data.step === 'choose')
      return {
        title: own.title,
        main: <Choose duplicate={data.duplicate} others={data.others} />,
      };
    const { merged } = data;
    return headed({
      title: own.title,
      note: own.already(merged.name),
      main: <Go to={visit.href(`/counterparties/${merged.survivor_id}`)} text={own.open} />,
    });
  },
});

const Choose = ({
  duplicate,
  others,
}: {
  duplicate: CounterpartyRow;
  others: readonly CounterpartyRow[];
}): VNode => {
  const visit = useCompany();
  const { merge: own, counterparty: words } = visit.words;
  return (
    <>
      <Head title={own.merge(duplicate.name)} note={own.chooseNote} />
      <Filters>
        <Field name="query" type="search" label={words.query} value={visit.url.searchParams.get('query')} />
      </Filters>
      <Table<CounterpartyRow>
        caption={own.choose}
        rows={others}
        empty={own.none}
        columns={[
          {
            head: own.stays,
            link: ({ id, name }) => [visit.href(`/counterparties/${duplicate.id}/merge?into=${id}`), name],
          },
          { head: words.taxId, cell: ({ tax_id }) => tax_id },
          { head: words.country, cell: ({ country_code }) => country_code },
        ]}
      />
    </>
  );
};

const Look = ({ plan }: { plan: MergePlan }): VNode => {
  const visit = useCompany();
  const { merge: own } = visit.words;
  const { duplicate, survivor, obstacle, repeated_bills } = plan;
  const moves = Object.entries(plan.moves).filter(([, count]) => count > 0);
  const names: Readonly<Record<string, string>> = own.moves;
  return (
    <>
      <Head title={own.into(duplicate.name, survivor.name)} note={own.note} />
      <h2>{own.moved}</h2>
      <Table<[string, number]>
        caption={own.moved}
        rows={moves}
        empty={own.nothing}
        columns={[
          { head: own.what, main: true, cell: ([name]) => names[name] ?? name },
          { head: own.count, figure: true, cell: ([, count]) => figure(visit.language, count) },
        ]}
      />
      {repeated_bills.length > 0 && <p>{own.repeated(repeated_bills.join(', '))}</p>}
      <h2>{own.after}</h2>
      <After plan={plan} />
      {obstacle === null ? (
        <div class="buttons">
          <Send act="merge" text={own.send} danger fields={{ into: survivor.id }} />
          <Go
            to={visit.href(`/counterparties/${survivor.id}/merge?into=${duplicate.id}`)}
            text={own.swap}
            quiet
          />
          <Go to={visit.href(`/counterparties/${duplicate.id}`)} text={visit.words.common.cancel} quiet />
        </div>
      ) : (
        <p role="alert" class="problem">
          {own.obstacle} {tellError(visit.language, obstacle)}
        </p>
      )}
    </>
  );
};

/** The survivor as it will be. */
const After = ({ plan: { after } }: { plan: MergePlan }): VNode => {
  const visit = useCompany();
  return (
    <Facts rows={[[visit.words.common.name, after.name], ...factRows(visit, counterpartyFacts(after))]} />
  );
};
