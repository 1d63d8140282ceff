// The calls that read more than the bound, each with its reason. Calls with these parameters, alone or beside others, are left
// out; an entry whose calls keep to the bound has to go.
import type { Args } from './calls.ts';

export interface Known {
  /** Of the tool, or the path of the page. */
  readonly what: string;
  /** Those that have these parameters; all of them where none is named. */
  readonly parameters?: readonly string[];
  readonly reason: string;
}

const TEXT = 'looks for words in all rows, or in all rows with one of the words';
/** At most the open bills of one deductibility, where none of many is paid in part. */
const BOTH = 'many bills meet each of two filters and none meets both';
/** Bills that are due from a day on are among the newest: behind the last of them, all older ones are looked at once. */
const BEHIND = 'no index says how long before its due day a bill was issued';
/** A sum that is kept would be a statement more of whatever asks a person, and a key may have only a hundred open. */
const TASKS = 'reads the open tasks one by one, and nothing else';

export const KNOWN: readonly Known[] = [
  { what: 'list_counterparties', parameters: ['query'], reason: TEXT },
  { what: 'search_invoices', parameters: ['query'], reason: TEXT },
  { what: 'search_bills', parameters: ['query'], reason: TEXT },
  { what: 'search_bank_transactions', parameters: ['query'], reason: TEXT },
  { what: 'search', parameters: ['query'], reason: TEXT },
  { what: 'get_document', parameters: ['record_id'], reason: TEXT },
  { what: 'get_portfolio', reason: TASKS },
  { what: 'list_deadlines', reason: TASKS },
  { what: '/', reason: TASKS },
  { what: '/portfolio', reason: TASKS },
  { what: '/companies/:company/invoices', parameters: ['query'], reason: TEXT },
  { what: '/companies/:company/bills', parameters: ['query'], reason: TEXT },
  { what: '/companies/:company/counterparties', parameters: ['query'], reason: TEXT },
  { what: 'search_bills', parameters: ['due_from', 'cursor'], reason: BEHIND },
  { what: 'search_bills', parameters: ['payment_status', 'deductibility'], reason: BOTH },
];

export const knownAs = (what: string, args: Args): Known | undefined =>
  KNOWN.find(
    (known) => known.what === what && (known.parameters ?? []).every((name) => Object.hasOwn(args, name)),
  );
