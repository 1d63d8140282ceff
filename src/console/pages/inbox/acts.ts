// What is decided about a received document; each decision leads on to the next one that waits.
import type { Unlimited } from '../../../domain/ground/change/change.ts';
import { deleteArchived } from '../../../domain/across/archive/delete.ts';
import { bookDocument, type BookScope } from '../../../domain/across/inbox/book.ts';
import { rejectReceived } from '../../../domain/across/inbox/decide.ts';
import { getReceived } from '../../../domain/documents/received/find.ts';
import type { ListedReceived } from '../../../domain/documents/received/record.ts';
import { undecidedBeside } from '../../../domain/documents/received/store/documents.ts';
import { readFile } from '../../../domain/ground/files/read.ts';
import { requiredText } from '../../amounts.ts';
import { type Act, actBy, type Led, provenAct } from '../../page.ts';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';
import { companyMeant, isUndecided, meantCompany, nameOf } from './data.ts';

const idOf = ({ params }: CompanyVisit): string => params['received'] ?? '';

/** From the newest to the oldest, and then those that came meanwhile. */
const toNext = async (visit: CompanyVisit, row: ListedReceived, say: string): Promise<Led> => {
  const next =
    (await undecidedBeside(visit.books, row, 'earlier')) ??
    (await undecidedBeside(visit.books, row, 'later'));
  return next === undefined
    ? { to: visit.href('/inbox'), say: `${say} ${visit.words.inbox.all}` }
    : { to: visit.href(`/inbox/${next}`), say };
};

const bookBy = (despite: boolean): Act<CompanyVisit> =>
  actBy(despite ? 'administrator' : 'accountant', async (visit) => {
    const id = idOf(visit);
    const { inbox: own } = visit.words;
    const { result } = await visit.change('inbox book', { id, despite }, (ctx: Unlimited) =>
      bookDocument(ctx, id, { despite }),
    );
    const name = nameOf(result);
    const isOwed = result.bill_id !== null || result.bill_credit_note_id !== null;
    return toNext(visit, result, isOwed ? own.booked(name) : own.filed(name));
  });

const rejectWith = async (visit: CompanyVisit, reason: string): Promise<ListedReceived> => {
  const id = idOf(visit);
  const { result } = await visit.change('inbox reject', { id, reason }, (ctx: Unlimited) =>
    rejectReceived(ctx, id, reason),
  );
  return result;
};

const reject: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const reason = requiredText(visit, form, 'reason', visit.words.common.reason);
  const row = await rejectWith(visit, reason);
  return toNext(visit, row, visit.words.inbox.rejected(nameOf(row)));
});

/** For what takes longer than one change. */
const scopeOf = ({ books, parts, act }: CompanyVisit, action: string, given: object): BookScope => ({
  ...books,
  ...act(action, given),
  books: parts.books,
  deadline: { signal: AbortSignal.timeout(60_000) },
});

/** One of those that it may be of; the document is read again with it. */
const choose: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const given = { received_document_id: idOf(visit), counterparty_id: form.text('supplier') };
  await visit.parts.inbox.choose(scopeOf(visit, 'inbox supplier', given), given);
  return { say: visit.words.inbox.chosen };
});

/** One that the books refused, whose cause may be gone. */
const again: Act<CompanyVisit> = actBy('accountant', async (visit) => {
  const id = idOf(visit);
  await visit.parts.inbox.again(scopeOf(visit, 'inbox again', { id }), id);
  return { say: visit.words.inbox.readAgain };
});

/** First it is kept where it belongs, then rejected here: what breaks off between leaves it in both, and loses nothing. */
const move: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const { inbox: own } = visit.words;
  const row = await getReceived(visit.books, idOf(visit));
  if (!isUndecided(row)) return {};
  const named = form.optional('company');
  const meant = named === undefined ? await meantCompany(visit, row) : await companyMeant(visit, named);
  if (meant === undefined) throw new FormProblem({ company: own.noCompany });
  await visit.parts.inbox.receive(
    meant,
    visit.act('inbox upload', { from: row.id }),
    await readFile(visit.books, row.file_id),
    { file_name: row.file_name, channel: 'upload' },
  );
  await rejectWith(visit, own.movedReason(meant.name));
  return toNext(visit, row, own.moved(meant.name));
});

/** A private file that came by mistake, or one whose term is over: its bytes go for good. */
const erase: Act<CompanyVisit> = provenAct('administrator', async (visit, form) => {
  const id = idOf(visit);
  const reason = requiredText(visit, form, 'reason', visit.words.common.reason);
  const isPrivate = form.has('private');
  await visit.change('archive delete', { id, reason, private: isPrivate }, (ctx: Unlimited) =>
    deleteArchived(ctx, id, { reason, isPrivate }),
  );
  return { say: visit.words.inbox.erased };
});

export const RECEIVED_ACTS = {
  book: bookBy(false),
  despite: bookBy(true),
  reject,
  choose,
  again,
  move,
  erase,
};
