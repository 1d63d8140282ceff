// The calls that read more than the bound, each with its reason. Calls with these parameters, alone or beside others, are left
// out; an entry whose calls keep to the bound has to go.
import type { Args } from './calls.ts';

export interface Known {
  /** Of the tool, or the path of the page. */
  readonly what: string;
  /** Those that have these parameters; all of them where none is named. */
  readonly parameters?: readonly string[];
  /** Only where these are looked for; with `beside`, only where something else is asked with the parameters. */
  readonly queries?: readonly string[];
  readonly beside?: true;
  /** Only with these values. */
  readonly values?: Args;
  readonly reason: string;
}

/** Records that have one of two common words are looked at for the other. */
const COMMON = 'few records, or old ones only, have words that many have';
const WIDE = 'what is in many words is looked for in the order of the list, up to the exact total';
const NUMBER = 'what begins no number may be in the middle of one, so all are looked through';
const COUNTED = 'each page counts up to the exact total by the words, and looks each record up';
const NARROWED = 'records with the words are looked at for what else is asked';
const TEXT = 'looks for words in all rows, or in all rows with one of the words';
/** Documents that are due from a day on are among the newest: behind the last of them, all older ones are looked at once. */
const BEHIND = 'no index says how long before its due day a document was issued';
/** Where all that is open of one state is paid in part. */
const OF_STATE = 'open bills of one state are looked at for those that nothing is paid of';
/** An amount above zero is a range, behind which an index finds nothing more: all that are paid in part are looked at, twice. */
const IN_PART = 'bills paid in part are looked at for what else is asked';
/** A sum that is kept would be a statement more of whatever asks a person, and a key may have only a hundred open. */
const TASKS = 'reads the open tasks and approvals one by one';

export const KNOWN: readonly Known[] = [
  {
    what: 'list_counterparties',
    parameters: ['query'],
    queries: ['cerdi hermanos', 'ce lu'],
    reason: COMMON,
  },
  { what: 'list_counterparties', parameters: ['query'], queries: ['10', 'luna', 'lun'], reason: COUNTED },
  { what: 'list_counterparties', parameters: ['query'], beside: true, reason: NARROWED },
  {
    what: 'search_invoices',
    parameters: ['query'],
    queries: ['luna', 'lun', 'cerdi hermanos', 'anticipo obra', 'ce lu'],
    reason: COMMON,
  },
  {
    what: 'search_invoices',
    parameters: ['query'],
    queries: ['luna zq0042 nadie', 'B-103', '10'],
    reason: NUMBER,
  },
  { what: 'search_invoices', parameters: ['query'], beside: true, reason: NARROWED },
  {
    what: 'search_bills',
    parameters: ['query'],
    queries: ['luna', 'lun', 'cerdi hermanos', 'ce lu'],
    reason: COMMON,
  },
  {
    what: 'search_bills',
    parameters: ['query'],
    queries: ['luna zq0042 nadie', 'B-103', '10'],
    reason: NUMBER,
  },
  { what: 'search_bills', parameters: ['query'], beside: true, reason: NARROWED },
  { what: 'search_bank_transactions', parameters: ['query'], beside: true, reason: NARROWED },
  {
    what: 'search',
    parameters: ['query'],
    queries: ['cerdi hermanos', 'anticipo obra', 'ce lu'],
    reason: COMMON,
  },
  { what: 'search', parameters: ['query'], queries: ['zq0042', 'luna zq0042 nadie'], reason: NUMBER },
  { what: 'search', parameters: ['query'], beside: true, reason: NARROWED },
  {
    what: 'export_bills',
    parameters: ['payment_status'],
    values: { payment_status: 'partial' },
    beside: true,
    reason: IN_PART,
  },
  {
    what: 'export_bills',
    parameters: ['payment_status', 'status'],
    values: { payment_status: 'unpaid' },
    reason: OF_STATE,
  },
  { what: 'list_received_documents', parameters: ['query'], queries: ['10'], reason: WIDE },
  { what: 'list_received_documents', parameters: ['query'], beside: true, reason: NARROWED },
  { what: 'get_document', parameters: ['record_id'], reason: TEXT },
  { what: 'get_portfolio', reason: TASKS },
  { what: 'list_deadlines', reason: TASKS },
  { what: '/', reason: TASKS },
  { what: '/portfolio', reason: TASKS },
  { what: '/companies/:company/invoices', parameters: ['query'], queries: ['luna'], reason: COMMON },
  { what: '/companies/:company/bills', parameters: ['query'], queries: ['luna'], reason: COMMON },
  { what: '/companies/:company/counterparties', parameters: ['query'], queries: ['luna'], reason: COUNTED },
  { what: 'search_bills', parameters: ['due_from', 'cursor'], reason: BEHIND },
  { what: 'search_invoices', parameters: ['due_from', 'cursor'], reason: BEHIND },
  { what: 'search_bills', parameters: ['due_from'], beside: true, reason: BEHIND },
  {
    what: 'search_bills',
    parameters: ['payment_status', 'status'],
    values: { payment_status: 'unpaid' },
    reason: OF_STATE,
  },
  {
    what: 'search_bills',
    parameters: ['payment_status'],
    values: { payment_status: 'partially_paid' },
    beside: true,
    reason: IN_PART,
  },
];

const PAGED = new Set(['cursor', 'limit']);

export const knownAs = (what: string, args: Args): Known | undefined =>
  KNOWN.find(({ parameters = [], queries, beside, values = {}, ...known }) => {
    const isMeant = known.what === what && parameters.every((name) => Object.hasOwn(args, name));
    const others = Object.keys(args).filter((name) => !parameters.includes(name) && !PAGED.has(name));
    return (
      isMeant &&
      Object.entries(values).every(([name, value]) => args[name] === value) &&
      (queries === undefined || queries.some((query) => query === args['query'])) &&
      (beside === undefined || others.length > 0)
    );
  });
