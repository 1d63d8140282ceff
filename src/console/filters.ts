// The filters of a list, from the address of the page: what is not a filter there is as if it were not given.
import type { CounterpartyId } from '../../generated/ids.ts';
import type { CompanyVisit } from './visit.ts';

/** Rows a page shows. */
export const PAGE_ROWS = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const readDay = (text: string | null): string | undefined =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Those that most lists share. */
export const listFilters = ({ url: { searchParams } }: Pick<CompanyVisit, 'url'>) => ({
  query:
    searchParams.get('query')?.trim() === '' ? undefined : searchParams.get('query')?.trim().slice(0, 200),
  date_from: readDay(searchParams.get('date_from')),
  date_to: readDay(searchParams.get('date_to')),
  counterparty_id: (searchParams.get('counterparty_id') ?? undefined) as CounterpartyId | undefined,
  cursor: searchParams.get('cursor') ?? undefined,
  limit: PAGE_ROWS,
});
