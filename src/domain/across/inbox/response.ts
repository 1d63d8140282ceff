// A response to a document of ours: it finds that document by its number or by the id of its message, and is kept with it where
// those who answer are those whom it concerns. Whatever does not agree waits for a person and changes nothing.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { asDay, dayIn } from '../../../base/time/day.ts';
import { toInstant } from '../../../db/instant.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { participantKey } from '../../../einvoicing/peppol-ubl/participant.ts';
import { buyerOf, sellerOf } from '../../../einvoicing/peppol-ubl/parties.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ReadResponse } from '../../../receiving/reading.ts';
import { dayOf } from '../../documents/bills/from-reading.ts';
import { loadNote, lockNumberedNotes } from '../../documents/credit-notes/store/notes.ts';
import { noteFiling } from '../../documents/credit-notes/describe.ts';
import type { InvoiceCustomer } from '../../documents/invoices/record.ts';
import { lockNumbered } from '../../documents/invoices/store/invoices.ts';
import { loadInvoice } from '../../documents/invoices/store/whole.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { formatFolio, readFolio } from '../../documents/shared/document.ts';
import { type Filed, getUuid, storedFiling } from '../../documents/shared/filing.ts';
import { isResponseCode, keptReasons, type StoredResponse } from '../../documents/shared/responses.ts';
import { isUuid } from '../../documents/shared/uuid.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { compactIdentifier } from '../../ground/search-index/expand.ts';
import { identifiersLike } from '../../ground/search-index/store/records.ts';
import { keepAnswer } from './answer.ts';
import { endpointKnown, endpointOf, isParty, type KnownParty, shownParty } from './response-parties.ts';

type Outcome = Partial<ReceivedRow> & Pick<ReceivedRow, 'status' | 'issues'>;

/** A filed document that may be meant. */
interface Meant {
  readonly id: string;
  readonly invoice_id: string;
  readonly folio: string;
  readonly issue_date: string;
  readonly counterparty_id: string;
  readonly filing: Pick<Filed, 'filing'>;
  /** To whom it went: as it was approved, and as it is now. */
  readonly customers: readonly KnownParty[];
}

const knownCustomer = (
  customer: Pick<InvoiceCustomer, 'name' | 'country_code' | 'tax_id' | 'postal_code' | 'details'>,
): KnownParty => ({
  ...buyerOf(customer),
  taxId: customer.tax_id,
});

const customersOf = (filed: Pick<Filed, 'filing'>, customer: InvoiceCustomer): readonly KnownParty[] => {
  const { sent_to } = storedFiling(filed);
  return [customer, ...(sent_to === undefined ? [] : [sent_to])].map(knownCustomer);
};

const loadMeant = async (
  ctx: Unlimited,
  id: string,
  kind: 'invoice' | 'note',
): Promise<Meant | undefined> => {
  const found = kind === 'invoice' ? await loadInvoice(ctx, id) : await loadNote(ctx, id);
  if (found === undefined || found.header.status === 'draft') return undefined;
  const { header, customer } = found;
  const filing = 'record_id' in header ? noteFiling(header) : header;
  return {
    id,
    invoice_id: 'record_id' in header ? header.record_id : id,
    folio: formatFolio(header) ?? '',
    issue_date: header.issue_date,
    counterparty_id: customer.id,
    filing,
    customers: customersOf(filing, customer),
  };
};

/** UNCL 1001: credit notes; every other type is an invoice. */
const NOTE_TYPES: ReadonlySet<string> = new Set([
  '81',
  '83',
  '261',
  '262',
  '296',
  '308',
  '381',
  '396',
  '420',
  '458',
  '532',
]);
/** Longer than any number of a document. */
const MOST_NUMBER = 66;
/** More documents with one number are not compared. */
const MOST = 10;

const numbered = async (
  ctx: Unlimited,
  { documentNumber, documentType }: ReadResponse,
): Promise<readonly Meant[]> => {
  if (documentNumber === null || documentNumber.length > MOST_NUMBER) return [];
  const numbers = readFolio(documentNumber);
  const isNote = documentType === null ? undefined : NOTE_TYPES.has(documentType);
  const found: Meant[] = [];
  const take = async (ids: readonly string[], kind: 'invoice' | 'note'): Promise<void> => {
    for (const id of ids.slice(0, MOST)) {
      const meant = await loadMeant(ctx, id, kind);
      if (meant !== undefined && meant.folio === documentNumber) found.push(meant);
    }
  };
  if (isNote !== true) await take(await lockNumbered(ctx, numbers), 'invoice');
  if (isNote !== false) await take(await lockNumberedNotes(ctx, numbers), 'note');
  return found;
};

/** The document that went in this message: only those who carried it know the id. */
const carried = async (
  ctx: Unlimited,
  { documentNumber, level }: ReadResponse,
): Promise<Meant | undefined> => {
  // The id of a document of another network, such as a CFDI, is printed on it.
  const isOurs = COUNTRIES[ctx.entity.country_code].regime === 'peppol-ubl';
  if (!isOurs || level !== 'message' || documentNumber === null || !isUuid(documentNumber)) return undefined;
  const space = { tenants: [ctx.entity.id], types: ['invoices', 'invoice_credit_notes'] as const };
  for (const { record_id } of await identifiersLike(ctx.db, space, compactIdentifier(documentNumber), MOST)) {
    const kind = record_id.startsWith('invc_') ? 'invoice' : 'note';
    const meant = await loadMeant(ctx, record_id, kind);
    if (meant !== undefined && getUuid(meant.filing)?.toLowerCase() === documentNumber.toLowerCase())
      return meant;
  }
  return undefined;
};

/** The one document that is meant, or why it is not certain which. */
const findMeant = async (
  ctx: Unlimited,
  before: Pick<ListedReceived, 'sender_id'>,
  response: ReadResponse,
): Promise<Meant | StoredIssue> => {
  const message = await carried(ctx, response);
  if (message !== undefined) return message;
  const { sender, receiver } = response;
  const number = response.documentNumber ?? '?';
  const us = { ...sellerOf(ctx.entity), taxId: ctx.entity.tax_id };
  if (!isParty(receiver, us)) return issue('response_for_others', { receiver: shownParty(receiver) });
  const found = await numbered(ctx, response);
  if (found.length === 0) return issue('response_document_unknown', { number });
  const theirs = found.filter(({ customers }) => customers.some((customer) => isParty(sender, customer)));
  if (theirs.length === 0) return issue('response_of_others', { number, sender: shownParty(sender) });
  const dated = theirs.filter(({ issue_date }) => issue_date === response.documentDate);
  const [only, another] = theirs.length > 1 && dated.length > 0 ? dated : theirs;
  if (only === undefined || another !== undefined)
    return issue('response_document_unclear', { number, records: theirs.map(({ id }) => id).join(', ') });
  const { sender_id } = before;
  return sender_id === null || isFrom(sender_id, response, only)
    ? only
    : issue('response_envelope_differs', { number, participant: sender_id });
};

/** The envelope names the customer, by the participant id to which the document went, and the response names no other one. */
const isFrom = (sender_id: string, { sender }: ReadResponse, { customers }: Meant): boolean => {
  const envelope = participantKey(sender_id);
  const stated = endpointOf(sender);
  const known = customers.flatMap((customer) => endpointKnown(customer) ?? []);
  if (envelope === undefined || (sender.endpoint !== null && stated !== envelope)) return false;
  return known.length === 0 ? stated === envelope : known.includes(envelope);
};

const earlier = (one: IsoDay, other: IsoDay): IsoDay => (one < other ? one : other);

export const settleResponse = async (
  ctx: Unlimited,
  before: ListedReceived,
  response: ReadResponse,
  issues: readonly StoredIssue[],
): Promise<Outcome> => {
  const { status: code, level, id } = response;
  const wait = (...found: readonly StoredIssue[]): Outcome => ({
    status: 'needs_review',
    issues: [...issues, ...found],
    // By which it is found when a document with that number is filed.
    number_key: response.documentNumber?.slice(0, MOST_NUMBER) ?? null,
  });
  if (issues.some(({ severity }) => severity === 'error') || !isResponseCode(code)) return wait();
  const meant = await findMeant(ctx, before, response);
  if ('rule' in meant) return wait(meant);
  const came = dayIn(ctx.entity.time_zone, new Date(before.received_at));
  const stated = dayOf(response.issueDate);
  const answer: StoredResponse = {
    level,
    code,
    id: id?.slice(0, 100) ?? null,
    issue_date: stated === null ? came : earlier(asDay(stated), came),
    issue_time: response.issueTime,
    reasons: keptReasons(response.reasons),
    received_document_id: before.id,
    ...(before.sender_id === null ? { unproven: true } : {}),
  };
  const told = await keepAnswer(ctx, meant, answer);
  return {
    status: 'booked',
    decided_at: toInstant(ctx.now),
    counterparty_id: level === 'invoice' ? meant.counterparty_id : null,
    proposed: false,
    invoice_id: meant.invoice_id,
    issues: [...issues, ...(answer.unproven === true ? [issue('response_unproven')] : []), ...told],
  };
};
