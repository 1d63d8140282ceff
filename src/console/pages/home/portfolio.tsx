// The portfolio: one row a company, read-only, sortable by every column.
import { useOrganisation } from '../../context.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { CurrencyAmount } from '../../../../generated/types.ts';
import { readPortfolio, type Standing } from '../../../domain/views/overview/overview.ts';
import { figure } from '../../format.ts';
import { organisationPage } from '../../page.ts';
import { Money, Standings, withParams, headed } from '../../parts/show.tsx';
import { companyHref } from '../../visit.ts';
import { itemsOf } from './waiting.tsx';

const total = (amounts: readonly CurrencyAmount[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

const waits = (row: Standing): number =>
  row.approvals + row.stuck_filings + row.late_complements + row.received + row.suggested_lines + row.tasks;

/** Descending but for names: the most comes first. */
const SORTS = {
  name: (a: Standing, b: Standing) => a.entity.name.localeCompare(b.entity.name),
  waits: (a: Standing, b: Standing) => waits(b) - waits(a),
  receivable: (a: Standing, b: Standing) => total(b.receivable) - total(a.receivable),
  receivable_overdue: (a: Standing, b: Standing) => total(b.receivable_overdue) - total(a.receivable_overdue),
  payable: (a: Standing, b: Standing) => total(b.payable) - total(a.payable),
  unmatched: (a: Standing, b: Standing) => total(b.unmatched) - total(a.unmatched),
} as const;
type Sort = keyof typeof SORTS;

const isSort = (text: string): text is Sort => Object.hasOwn(SORTS, text);

export const portfolio = organisationPage({
  path: '/portfolio',
  role: 'viewer',
  query: (visit) => readPortfolio(visit.reads, visit.companies),
  view: (rows, visit) => {
    const { home: words, common } = visit.words;
    const asked = visit.url.searchParams.get('sort') ?? '';
    const sort = isSort(asked) ? asked : 'name';
    const heads: readonly (readonly [Sort, string])[] = [
      ['name', common.company],
      ['waits', words.waits],
      ['receivable', words.receivable],
      ['receivable_overdue', words.overdue],
      ['payable', words.payable],
      ['unmatched', words.unmatchedMoney],
    ];
    return headed({
      title: words.portfolio,
      note: words.portfolioNote,
      main: (
        <div class="scroll" role="region" aria-label={words.portfolio} tabindex={0}>
          <table>
            <caption class="unseen">{words.portfolio}</caption>
            <thead>
              <tr>
                {heads.map(([name, text]) => (
                  <th
                    scope="col"
                    class={name === 'name' || name === 'waits' ? undefined : 'figure'}
                    aria-sort={name === sort ? (name === 'name' ? 'ascending' : 'descending') : undefined}
                  >
                    <a href={withParams(visit, { sort: name })}>{text}</a>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.toSorted(SORTS[sort]).map((row) => (
                <Row row={row} heads={heads.map(([, text]) => text)} />
              ))}
            </tbody>
          </table>
        </div>
      ),
    });
  },
});

const Row = ({ row, heads }: { row: Standing; heads: readonly string[] }): VNode => {
  const visit = useOrganisation();
  const { home: words } = visit.words;
  const items = itemsOf(visit, row);
  const cell = (at: number, count: number, content: ComponentChildren): VNode => (
    <td class="figure" data-head={heads[at]}>
      <span>
        {count === 0 && <span class="quiet">{figure(visit.language, 0)}</span>}
        {content}
      </span>
    </td>
  );
  const amounts = (at: number, of: readonly CurrencyAmount[]): VNode =>
    cell(
      at,
      of.length,
      of.map(({ amount, currency }) => (
        <div>
          <Money value={amount} currency={currency} />
        </div>
      )),
    );
  return (
    <tr>
      <th scope="row" data-head={heads[0]}>
        <a href={companyHref(row.entity.id, '')}>{row.entity.name}</a>
      </th>
      <td data-head={heads[1]}>
        <span>
          {items.length === 0 && <span class="quiet">{words.none}</span>}
          {items.slice(0, 3).map(({ text, href, tone }) => (
            <div>
              <a class={`state ${tone}`} href={href}>
                {text}
              </a>
            </div>
          ))}
        </span>
      </td>
      {cell(2, row.receivable.length, <Standings of={row.receivable} />)}
      {amounts(3, row.receivable_overdue)}
      {cell(4, row.payable.length, <Standings of={row.payable} />)}
      {amounts(5, row.unmatched)}
    </tr>
  );
};
