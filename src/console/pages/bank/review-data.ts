// What the review shows: the lines that wait, the one in hand with its explanations, and what was just decided. All of it
// is in the address, so that back and reload keep it.
import type { BankTransaction, TransferCandidate } from '../../../../generated/types.ts';
import { parseAmount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { toText } from '../../../base/money/decimal.ts';
import {
  allAccounts,
  type BankAccountRecord,
  findAccount,
} from '../../../domain/money/bank-accounts/store.ts';
import { searchTransactions } from '../../../domain/bank/statements/search-lines.ts';
import { findLine } from '../../../domain/bank/transactions/store/lines.ts';
import type { Page } from '../../../domain/ground/lists/page.ts';
import { describeTransaction, describeTransactions } from '../../../domain/bank/reconciliation/describe.ts';
import {
  type Progress,
  type Review,
  readProgress,
  reviewLine,
  searchCandidates,
} from '../../../domain/bank/reconciliation/review.ts';
import {
  type Candidate,
  findCandidates,
  findOwing,
} from '../../../domain/bank/reconciliation/store/candidates.ts';
import { PAGE_ROWS } from '../../filters.ts';
import { readFigure } from '../../format.ts';
import type { CompanyVisit } from '../../visit.ts';
import { tellIn } from '../../tell.ts';

const SHOWS = ['suggested', 'unmatched'] as const;
export type Show = (typeof SHOWS)[number];

export interface Transfer {
  readonly line: BankTransaction;
  readonly account: string;
}

export interface Peer extends TransferCandidate {
  readonly account: string;
}

export interface InHand {
  readonly line: BankTransaction;
  readonly review: Review;
  readonly transfer: Transfer | undefined;
  /** Where nothing is suggested, lines that could be the other side of a transfer. */
  readonly peers: readonly Peer[];
  /** Undefined when nothing was searched for. */
  readonly found: readonly Candidate[] | undefined;
  readonly picks: readonly Candidate[];
}

export interface ReviewData {
  readonly account: BankAccountRecord;
  readonly progress: Progress;
  readonly show: Show;
  readonly queue: Page<BankTransaction>;
  readonly inHand: InHand | undefined;
  /** What was decided just now. */
  readonly done: BankTransaction | undefined;
}

const showOf = ({ url }: CompanyVisit, { suggested }: Pick<Progress, 'suggested'>): Show =>
  SHOWS.find((each) => each === url.searchParams.get('show')) ?? (suggested > 0 ? 'suggested' : 'unmatched');

const readQueue = async (
  visit: CompanyVisit,
  bank_account_id: string,
  match_status: Show,
): Promise<Page<BankTransaction>> => {
  const cursor = visit.url.searchParams.get('cursor') ?? undefined;
  const page = await searchTransactions(visit.books, {
    bank_account_id,
    match_status,
    limit: PAGE_ROWS,
    cursor,
  });
  return { ...page, data: await describeTransactions(visit.books, page.data, tellIn(visit.language)) };
};

export const readReview = async (visit: CompanyVisit): Promise<ReviewData | undefined> => {
  const { books, params, url } = visit;
  const account = await findAccount(books, params['account'] ?? '');
  if (account === undefined) return undefined;
  const progress = await readProgress(books, account.id);
  const show = showOf(visit, progress);
  const queue = await readQueue(visit, account.id, show);
  const asked = url.searchParams.get('line') ?? queue.data[0]?.id;
  return {
    account,
    progress,
    show,
    queue,
    inHand: asked === undefined ? undefined : await readInHand(visit, account.id, asked),
    done: await readDone(visit, account.id),
  };
};

const readDone = async (
  { books, url, language }: CompanyVisit,
  accountId: string,
): Promise<BankTransaction | undefined> => {
  const line = await findLine(books, url.searchParams.get('done') ?? '');
  return line?.bank_account_id === accountId
    ? describeTransaction(books, line.id, tellIn(language))
    : undefined;
};

const readInHand = async (
  visit: CompanyVisit,
  accountId: string,
  id: string,
): Promise<InHand | undefined> => {
  const { books } = visit;
  const review = await reviewLine(books, id);
  if (review?.line.bank_account_id !== accountId) return undefined;
  const line = await describeTransaction(books, id, tellIn(visit.language));
  const found = await search(visit, review);
  const transfer = await readTransfer(visit, line);
  return {
    line,
    review,
    found,
    transfer,
    peers: transfer === undefined && review.suggestion === null ? await readPeers(visit, review) : [],
    picks: await readPicks(visit, review),
  };
};

const readTransfer = async (
  { books }: CompanyVisit,
  { transfer }: BankTransaction,
): Promise<Transfer | undefined> => {
  if (transfer?.status !== 'suggested') return undefined;
  const account = await findAccount(books, transfer.peer_bank_account_id);
  return {
    line: await describeTransaction(books, transfer.peer_transaction_id),
    account: account?.name ?? '',
  };
};

const readPeers = async ({ books }: CompanyVisit, { standing }: Review): Promise<readonly Peer[]> => {
  const { peers } = standing;
  if (peers.length === 0) return [];
  const names = new Map((await allAccounts(books)).map(({ id, name }) => [id, name]));
  return peers.map((peer) => ({ ...peer, account: names.get(peer.bank_account_id) ?? '' }));
};

const OWING_SHOWN = 7;

/** By text, or by what is open when it reads as an amount. */
const search = async (
  { books, url, language }: CompanyVisit,
  { kind, line }: Review,
): Promise<InHand['found']> => {
  const text = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  if (text === '') return undefined;
  const byText = await searchCandidates(books, kind, text);
  const value = readFigure(language, text);
  if (
    value === undefined ||
    value.lte('0') ||
    !value.round(currencyDigits(line.currency)).eq(value) ||
    value.gte('10000000000000')
  )
    return byText;
  const amount_minor = parseAmount(toText(value), line.currency).minor;
  const owing = await findOwing(books, kind, { amount_minor, currency: line.currency }, OWING_SHOWN);
  return [...owing, ...byText.filter(({ id }) => !owing.some((each) => each.id === id))];
};

export const MAX_PICKS = 50;

/** Documents taken into the split, in the order in which they were taken. */
export const pickedIds = ({ url, sent }: CompanyVisit): readonly string[] => {
  const ids = sent?.has('pick') === true ? sent.all('pick') : url.searchParams.getAll('pick');
  return [...new Set(ids)].slice(0, MAX_PICKS);
};

const readPicks = async (visit: CompanyVisit, { kind }: Review): Promise<readonly Candidate[]> => {
  const ids = pickedIds(visit);
  const found = await findCandidates(visit.books, kind, ids);
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
};

/** The address of the review with what stays: which lines, and which page of them. */
export const reviewHref = (visit: CompanyVisit, changed: Readonly<Record<string, string>>): string => {
  const { url, params, href } = visit;
  const kept = ['show', 'cursor'].flatMap((name): [string, string][] => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const text = new URLSearchParams([...kept, ...Object.entries(changed)]).toString();
  return href(`/bank/${params['account'] ?? ''}/review${text === '' ? '' : `?${text}`}`);
};

/** After this line: the next one that waits, else the one before it. */
export const nextLine = async (visit: CompanyVisit, id: string): Promise<string | undefined> => {
  const accountId = visit.params['account'] ?? '';
  const progress = await readProgress(visit.books, accountId);
  const { data } = await readQueue(visit, accountId, showOf(visit, progress));
  const at = data.findIndex((line) => line.id === id);
  return (data[at + 1] ?? data[at - 1])?.id;
};

/** What a script replaces in the review. */
export const REGION = 'review';
