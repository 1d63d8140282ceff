// What is wrong with a document, from what it says and what the books know: no statement and no clock.
import type {
  Reading,
  ReadAccount,
  ReadDocument,
  ReadParty,
  ReadingIssue,
} from '../../../receiving/reading.ts';
import { issue } from '../../../receiving/issue.ts';
import { compactAccount, isGenericTaxId } from '../../../matching/index.ts';
import { addDays, type IsoDay } from '../../../base/time/day.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import type { columnsOf } from './columns.ts';

/** Another document of the books that may be the same one. */
export interface Twin {
  readonly record_id: string;
  readonly number: string | null;
  readonly number_key: string | null;
  readonly uuid: string | null;
  readonly issue_date: string | null;
}

/** What the books know. */
export interface Known {
  /** The company's own ids: of taxes and of the network. */
  readonly own: readonly string[];
  readonly closed_through: IsoDay | null;
  /** Documents of the same seller with this number or UUID. */
  readonly twins: readonly Twin[];
  /** Accounts to which the supplier was asked to be paid before; null where the supplier is new. */
  readonly accounts: readonly string[] | null;
}

const idsOf = ({ vatId, taxId, legalId, ids, endpoint }: ReadParty): readonly string[] => [
  ...[vatId, taxId, legalId?.id].flatMap((id) => (id === undefined || id === null || id === '' ? [] : [id])),
  ...ids.map(({ id }) => id),
  ...(endpoint === null ? [] : [endpoint.id, `${endpoint.scheme}:${endpoint.id}`]),
];

const plain = (id: string): string => normaliseVatId(id);

/** By an id where the document has one: a name alone proves nothing. */
const judgeBuyer = (buyer: ReadParty, { own }: Known): readonly ReadingIssue[] => {
  const stated = [buyer.vatId, buyer.taxId].flatMap((id) => (id === null || id === '' ? [] : [id]));
  const ours = new Set(own.map(plain));
  if (idsOf(buyer).some((id) => ours.has(plain(id)))) return [];
  const name = buyer.name ?? '?';
  const [first] = stated;
  if (first !== undefined && !isGenericTaxId(first))
    return [issue('wrong_buyer', { buyer: name, tax_id: first })];
  return [issue('buyer_unnamed', { buyer: name })];
};

/** Of a closed period: it is booked on the first open day. */
export const judgeDay = (
  day: string | null,
  { closed_through }: Pick<Known, 'closed_through'>,
): readonly ReadingIssue[] =>
  day === null || closed_through === null || day > closed_through
    ? []
    : [
        issue('in_closed_period', {
          date: day,
          closed_through,
          first_open: addDays(closed_through, 1),
        }),
      ];

type Columns = ReturnType<typeof columnsOf>;

/** A number begins anew each year; a document that names no day may be of any. */
const isOneYear = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one.slice(0, 4) === other.slice(0, 4);

/** The number is the same by its key; of another year it is another document. */
const judgeTwins = ({ uuid, number_key, issue_date }: Columns, { twins }: Known): readonly ReadingIssue[] => {
  const same = uuid === null ? undefined : twins.find((twin) => twin.uuid?.toLowerCase() === uuid);
  if (same !== undefined && uuid !== null) return [issue('duplicate_uuid', { uuid, record: same.record_id })];
  const like = twins.find(
    (twin) => number_key !== null && twin.number_key === number_key && isOneYear(twin.issue_date, issue_date),
  );
  return like === undefined
    ? []
    : [issue('probable_duplicate', { number: like.number ?? '', record: like.record_id })];
};

const numberOf = ({ iban, clabe, other }: ReadAccount): string | null => iban ?? clabe ?? other;

export const accountsOf = ({ payment }: ReadDocument): readonly string[] =>
  payment.accounts.flatMap((account) => numberOf(account) ?? []);

const judgePayment = (document: ReadDocument, { accounts }: Known): readonly ReadingIssue[] => {
  if (document.payment.directDebit !== null || document.payment.meansCode === '59')
    return [issue('direct_debit')];
  const asked = accountsOf(document);
  const known = new Set((accounts ?? []).map(compactAccount));
  const unknown = asked.find((number) => !known.has(compactAccount(number)));
  if (unknown === undefined) return [];
  const [first] = accounts ?? [];
  return [
    first === undefined
      ? issue('account_new', { account: unknown })
      : issue('iban_changed', { account: unknown, known: first }),
  ];
};

/** In the order in which they matter: whose it is, whether it is there already, where the money goes, when. */
export const judge = (reading: Reading, columns: Columns, known: Known): readonly ReadingIssue[] => {
  const { document, proof } = reading;
  const buyer = document?.buyer ?? proof?.buyer;
  return [
    ...(buyer === undefined ? [] : judgeBuyer(buyer, known)),
    ...judgeTwins(columns, known),
    ...(document === null || reading.kind !== 'bill' ? [] : judgePayment(document, known)),
    ...(document === null ? [] : judgeDay(columns.issue_date, known)),
  ];
};
