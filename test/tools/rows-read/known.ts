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
const WHOLE = 'counts or sums all that fit';
/** A sum that is kept would be a statement more of whatever asks a person, and a key may have only a hundred open. */
const TASKS = 'counts the open tasks in their index, and nothing else one by one';
const FILTER = 'no index has the filter before the order of the list';

export const KNOWN: readonly Known[] = [
  { what: 'list_counterparties', parameters: ['query'], reason: TEXT },
  { what: 'search_invoices', parameters: ['query'], reason: TEXT },
  { what: 'search_bills', parameters: ['query'], reason: TEXT },
  { what: 'search_bank_transactions', parameters: ['query'], reason: TEXT },
  { what: 'search', parameters: ['query'], reason: TEXT },
  { what: 'get_document', parameters: ['record_id'], reason: TEXT },
  { what: 'export_bills', reason: WHOLE },
  { what: 'get_portfolio', reason: TASKS },
  { what: '/', reason: TASKS },
  { what: '/portfolio', reason: TASKS },
  { what: '/companies/:company/invoices', parameters: ['query'], reason: TEXT },
  { what: '/companies/:company/bills', parameters: ['query'], reason: TEXT },
  { what: '/companies/:company/counterparties', parameters: ['query'], reason: TEXT },
  { what: 'search_bank_transactions', parameters: ['transaction_type'], reason: FILTER },
  { what: 'search_bank_transactions', parameters: ['amount_min', 'bank_account_id'], reason: FILTER },
  { what: 'search_bank_transactions', parameters: ['amount_min', 'match_status'], reason: FILTER },
  { what: 'search_bank_transactions', parameters: ['amount_min', 'transaction_type'], reason: FILTER },
  { what: 'search_bank_transactions', parameters: ['amount_min', 'date_from'], reason: FILTER },
  { what: 'search_bank_transactions', parameters: ['amount_min', 'date_to'], reason: FILTER },
  { what: 'search_bank_transactions', parameters: ['amount_max'], reason: FILTER },
  { what: 'search_invoices', parameters: ['status', 'date_from'], reason: FILTER },
  { what: 'search_invoices', parameters: ['status', 'date_to'], reason: FILTER },
  { what: 'list_tasks', parameters: ['taskable_type'], reason: FILTER },
  { what: 'search_bills', parameters: ['status', 'deductibility'], reason: FILTER },
  { what: 'search_bills', parameters: ['due_from'], reason: FILTER },
  { what: 'search_bills', parameters: ['due_to'], reason: FILTER },
  { what: 'search_bills', parameters: ['payment_status'], reason: FILTER },
];

export const knownAs = (what: string, args: Args): Known | undefined =>
  KNOWN.find(
    (known) => known.what === what && (known.parameters ?? []).every((name) => Object.hasOwn(args, name)),
  );
