// A received document with what was made of it, and the ones beside it that wait.
import type { Bill, BillCreditNote } from '../../../../generated/types.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import { getReceivedNote } from '../../../domain/documents/bill-credit-notes/find.ts';
import { describeReceivedNote } from '../../../domain/documents/bill-credit-notes/describe.ts';
import { describeBill } from '../../../domain/documents/bills/describe.ts';
import { getBill } from '../../../domain/documents/bills/search.ts';
import { getReceived } from '../../../domain/documents/received/find.ts';
import type { ListedReceived } from '../../../domain/documents/received/record.ts';
import { undecidedBeside } from '../../../domain/documents/received/store/documents.ts';
import { endOfTerm } from '../../../domain/across/archive/entries.ts';
import { streamFile } from '../../../domain/ground/files/read.ts';
import { type DeletedRow, findDeleted } from '../../../domain/ground/files/store.ts';
import {
  type CounterpartyRow,
  findCounterparties,
} from '../../../domain/parties/counterparties/store/counterparties.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { Entity } from '../../../base/entity.ts';
import { entitiesMeant } from '../../../domain/ground/entities/store.ts';
import type { CompanyVisit } from '../../visit.ts';
import { lookOf } from './file.ts';

export interface InHand {
  readonly row: ListedReceived;
  /** What was read, as the books hold it. */
  readonly made: Bill | BillCreditNote | undefined;
  readonly candidates: readonly CounterpartyRow[];
  /** Another company of the person's organisation that the document is for. */
  readonly meant: Entity | undefined;
  /** What a text file says. */
  readonly text: { readonly shown: string; readonly whole: boolean } | undefined;
  /** The last day on which the file is kept. */
  readonly retainUntil: IsoDay;
  /** It was deleted, and only its name and digest are kept. */
  readonly deleted: DeletedRow | undefined;
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

const UNDECIDED: ReadonlySet<string> = new Set(['needs_review', 'unreadable', 'ticket']);

export const isUndecided = ({ status }: Pick<ListedReceived, 'status'>): boolean => UNDECIDED.has(status);

/** Another active company of the organisation, where the text stands for one alone. */
export const companyMeant = async (
  { reads, organisation, entity }: CompanyVisit,
  text: string,
): Promise<Entity | undefined> => {
  const found = await entitiesMeant(reads.db, organisation.id, { text, taxId: normaliseVatId(text) });
  const [other, ...more] = found.filter(({ id }) => id !== entity.id);
  return more.length === 0 ? other : undefined;
};

export const meantCompany = async (
  visit: CompanyVisit,
  { issues }: ListedReceived,
): Promise<Entity | undefined> => {
  const stated = issues.find(({ rule }) => rule === 'wrong_buyer')?.facts['tax_id'];
  if (typeof stated !== 'string') return undefined;
  const listed = visit.companies.find(
    ({ id, tax_id }) =>
      id !== visit.entity.id && tax_id !== null && normaliseVatId(tax_id) === normaliseVatId(stated),
  );
  return listed ?? companyMeant(visit, stated);
};

const SHOWN_BYTES = 60_000;

const readText = async ({ books }: CompanyVisit, { file_id, mime_type, bytes }: ListedReceived) => {
  if (lookOf(mime_type) !== 'text') return undefined;
  for await (const chunk of streamFile(books, file_id)) {
    const head = chunk.subarray(0, SHOWN_BYTES);
    const coding =
      head[0] === 0xff && head[1] === 0xfe
        ? 'utf-16le'
        : head[0] === 0xfe && head[1] === 0xff
          ? 'utf-16be'
          : 'utf-8';
    // A part to a line, which is how people read it.
    const shown = new TextDecoder(coding).decode(head).replaceAll(/>\s*</g, '>\n<');
    return { shown, whole: bytes <= SHOWN_BYTES };
  }
  return undefined;
};

const madeOf = async ({ books }: CompanyVisit, { bill_id, bill_credit_note_id }: ListedReceived) => {
  if (bill_id !== null) return describeBill(await getBill(books, bill_id, 'bill_id'), books);
  if (bill_credit_note_id === null) return undefined;
  return describeReceivedNote(await getReceivedNote(books, bill_credit_note_id));
};

export const readInHand = async (visit: CompanyVisit): Promise<InHand> => {
  const row = await getReceived(visit.books, visit.params['received'] ?? '');
  const deleted = (await findDeleted(visit.books, [row.file_id])).get(row.file_id);
  return {
    row,
    retainUntil: endOfTerm(visit.books, row.issue_date, row.received_at),
    deleted,
    made: await madeOf(visit, row),
    candidates: await findCounterparties(visit.books, row.links.candidates),
    meant: await meantCompany(visit, row),
    text: deleted === undefined ? await readText(visit, row) : undefined,
    earlier: await undecidedBeside(visit.books, row, 'earlier'),
    later: await undecidedBeside(visit.books, row, 'later'),
  };
};

export const nameOf = ({ counterparty_name, supplier_name, number, file_name }: ListedReceived): string =>
  [counterparty_name ?? supplier_name, number].filter((part) => part !== null && part !== '').join(' · ') ||
  file_name;
