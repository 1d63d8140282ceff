// What companies have to collect and to pay within some days: one row a company, from the kept sums, however large its book.
import type { CurrencyAmount, DocumentType } from '../../../../generated/types.ts';
import { addDays, dayIn, type IsoDay, monthFrom, monthOf } from '../../../base/time/day.ts';
import { type OpenSum, sumOpen } from '../../documents/shared/store/open-months.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { amountsOf } from './amounts.ts';
import { type DueRecord, firstDue } from './store/deadlines.ts';

/** So many are told by their ids, and so many currencies: a title is short. */
const NAMED = 3;
const CURRENCIES = 5;

const titleOf = (count: number, amounts: readonly CurrencyAmount[], named: readonly DueRecord[]): string => {
  const sums = amounts.slice(0, CURRENCIES).map(({ currency, amount }) => `${amount} ${currency}`);
  const others = amounts.length - sums.length;
  const more = others > 0 ? [`${others} more currencies`] : [];
  const first = named.map(({ record_id, due_on }) => `${record_id} ${due_on}`);
  return `${count} open: ${[...sums, ...more].join(', ')}; first ${first.join(', ')}`;
};

/** A row stands where the first of its documents is due, and bears its id. */
export const dueDocuments = async (
  { db, now }: OrganisationScope,
  kind: DocumentType,
  ids: readonly string[],
  through: IsoDay,
): Promise<DueRecord[]> => {
  const months = { from: monthOf(dayIn('UTC', now)), before: monthFrom(addDays(monthOf(through), 1)) };
  const isDue = ({ kind: of, due, count }: OpenSum): boolean =>
    of === kind && count !== 0 && (due === 'before' || (due !== 'after' && due <= through));
  const sums = (await sumOpen(db, ids, months)).filter(isDue);
  const companies = [...new Set(sums.map(({ entity_id }) => entity_id))];
  const first = await firstDue(db, kind, companies, NAMED);
  return companies.flatMap((company): DueRecord[] => {
    const own = sums.filter(({ entity_id }) => entity_id === company);
    const named = first.filter(({ entity_id, due_on }) => entity_id === company && due_on <= through);
    const [next] = named;
    if (next === undefined) return [];
    const count = own.reduce((total, sum) => total + sum.count, 0);
    const amounts = amountsOf(own, ({ minor }) => minor);
    return [{ ...next, title: titleOf(count, amounts, named) }];
  });
};
