// What a person at a terminal is asked before what cannot be undone.
import type { ApiKeyId, CounterpartyId } from '../../generated/ids.ts';
import { isRefusal } from '../base/errors.ts';
import { Refusal } from '../base/refusal.ts';
import { minorText } from '../base/money/amount.ts';
import { openBackup } from '../db/backup/format.ts';
import { findCounterparty } from '../domain/parties/counterparties/store/counterparties.ts';
import type { Filable } from '../domain/documents/shared/filable.ts';
import { describeApprovalForAdmin } from '../domain/filing/approval/describe.ts';
import { loadFilable } from '../domain/filing/filable.ts';
import { findApproval } from '../domain/filing/store/approvals.ts';
import { findCancellation } from '../domain/filing/store/cancellations.ts';
import { findDeleted } from '../domain/ground/files/store.ts';
import { describePaymentForAdmin } from '../domain/documents/payments/for-admin.ts';
import type { OwnedTable } from '../db/owner.ts';
import { amountText } from './amounts.ts';
import type { Session } from './command.ts';
import { findFileNamed } from './commands/archive.ts';
import { requireKey } from './commands/key.ts';
import { requireMember, type Which } from './commands/member.ts';
import { findWebhook } from './commands/webhook.ts';
import type { ALONE, Given, ON_BOOKS } from './irreversible.ts';
import { findOwner, readScope } from './owner.ts';
import { findDocumentOwner, type SalesDocumentId } from './sales-document.ts';

/** What will happen, and to which record; undefined where the command itself says why nothing will. */
type Told = Promise<string | undefined>;

const scopeOf = async (session: Session, table: OwnedTable, id: string) =>
  readScope(session, await findOwner(session.database.reader, table, id));

const named = ({ kind, folio, id, customer, total_minor, currency }: Filable): string =>
  `the ${kind.noun} ${folio ?? id} for ${customer.name}, ${minorText(total_minor, currency)} ${currency}`;

/** Something that happens to one sales document. */
const ofDocument =
  (tell: (document: string) => string) =>
  async (session: Session, [id]: readonly unknown[]): Told => {
    const wanted = String(id) as SalesDocumentId;
    const { reader } = session.database;
    const entity = await findDocumentOwner(reader, wanted);
    const found = await loadFilable(readScope(session, entity), wanted);
    return found && tell(named(found));
  };

const filing = async (session: Session, [ids]: readonly unknown[]): Told => {
  const lines: string[] = [];
  for (const id of ids as readonly string[]) {
    const ctx = await scopeOf(session, 'approval', id);
    const approval = await findApproval(ctx, id);
    if (approval === undefined) continue;
    const { status, entity, buyer, total, currency } = describeApprovalForAdmin(
      ctx.entity,
      approval,
      ctx.now,
    );
    const document = await loadFilable(ctx, approval.document_id);
    if (status !== 'pending' || document === undefined) continue;
    lines.push(`the ${document.kind.noun} of ${entity.name} for ${buyer.name}, ${total} ${currency} (${id})`);
  }
  if (lines.length === 0) return undefined;
  const what = lines.length === 1 ? ` ${lines[0]}` : `\n  ${lines.join('\n  ')}\n`;
  return `This files${what}${lines.length === 1 ? '. ' : ''}What is filed can only be cancelled or credited.`;
};

const merging = async (
  session: Session,
  [duplicate]: readonly unknown[],
  options: Given['options'],
): Told => {
  if (options['dryRun'] === true) return undefined;
  const ctx = await scopeOf(session, 'counterparty', String(duplicate)).catch(refusedAs(undefined));
  const [from, into] = await Promise.all(
    ctx === undefined
      ? []
      : [duplicate, options['into']].map((id) => findCounterparty(ctx, id as CounterpartyId)),
  );
  if (from === undefined || into === undefined) return undefined;
  return `This makes ${from.name} (${from.id}) a part of ${into.name} (${into.id}) for good: its documents, payments and tasks name ${into.name} from then on.`;
};

/** The command finds the same, and says it better. */
const refusedAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Refusal || isRefusal(error)) return value;
    throw error;
  };

const reversing = async (session: Session, [id]: readonly unknown[]): Told => {
  const ctx = await scopeOf(session, 'payment', String(id));
  const { amount, currency, counterparty_name, status } = await describePaymentForAdmin(ctx, String(id));
  if (status === 'reversed') return undefined;
  return `This takes the payment of ${amountText(amount, currency)} (${counterparty_name}, ${String(id)}) back for good; a filed complement of it is cancelled with the authority.`;
};

const cancelling = async (session: Session, [id]: readonly unknown[]): Told => {
  const ctx = await scopeOf(session, 'cancellation_request', String(id));
  const found = await findCancellation(ctx, String(id));
  const document = found && (await loadFilable(ctx, found.invoice_id));
  return found?.status !== 'pending' || document === undefined
    ? undefined
    : `This asks the authority to cancel ${named(document)}, for good.`;
};

const keyEnding =
  (how: string) =>
  async ({ database, now }: Session, [id]: readonly unknown[]): Told => {
    const { name, hint, status } = await requireKey(database.reader, id as ApiKeyId, now);
    return status === 'revoked' ? undefined : `${how} the key "${name}" (…${hint}, ${String(id)}).`;
  };

const leaving = async (
  { database }: Session,
  [wanted]: readonly unknown[],
  options: Given['options'],
): Told => {
  const member = await requireMember(database.reader, wanted as Which, options);
  const keys = options['keepKeys'] === true ? '' : ', and ends the keys that they made';
  return `This takes ${member.name} (${member.email}, ${member.role}) out of ${member.organisation_id} at once${keys}.`;
};

const webhookEnding =
  (how: string) =>
  async (session: Session, [id]: readonly unknown[]): Told => {
    const { url } = await findWebhook(session, String(id));
    return `${how} the webhook to ${url} (${String(id)}).`;
  };

/** The earlier secret goes on for a while, unless the person says otherwise. */
const atOnce =
  (tell: (session: Session, args: readonly unknown[]) => Told) =>
  async (session: Session, args: readonly unknown[], options: Given['options']): Told =>
    options['now'] === true ? tell(session, args) : undefined;

const deletingFile = async (session: Session, [id]: readonly unknown[]): Told => {
  const { reader } = session.database;
  const found = await findFileNamed(session, String(id));
  if ((await findDeleted({ db: reader, entity: found.entity }, [found.file_id])).size > 0) return undefined;
  return `This deletes ${found.file_name} (${found.bytes} bytes) of ${found.entity.name} for good; its name and digest are kept.`;
};

type Question = (session: Session, args: readonly unknown[], options: Given['options']) => Told;

const BOOKS_QUESTIONS: Readonly<Record<string, Question>> = {
  'approval approve': filing,
  'cancellation approve': cancelling,
  'invoice void': ofDocument((document) => `This asks the authority to cancel ${document}, for good.`),
  'invoice not-filed': ofDocument(
    (document) =>
      `This says that the provider does not have ${document}. If it has it after all, the next filing makes a second one.`,
  ),
  'invoice discard': ofDocument((document) => `This removes ${document}; only the trail keeps it.`),
  'payment reverse': reversing,
  'archive delete': deletingFile,
  'counterparty merge': merging,
  'key revoke': keyEnding('This ends for good'),
  'key roll': atOnce(keyEnding('This ends at once the present secret of')),
  'member remove': leaving,
  'webhook delete': webhookEnding('This ends for good'),
  'webhook rotate': atOnce(webhookEnding('This ends at once the present secret of')),
} satisfies Record<(typeof ON_BOOKS)[number], Question>;

/** Before there is a database. */
const ALONE_QUESTIONS: Readonly<Record<string, (args: readonly unknown[]) => Told>> = {
  restore: async ([file]) => {
    const { header, seal } = await openBackup(String(file));
    const { taken_at, tables } = header;
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    return `This fills the database with the books of ${taken_at} (${rows} rows). Keys that were revoked and people who were removed after that may enter again.${seal === null ? ' It has no seal: nothing proves that nobody changed it.' : ''}`;
  },
} satisfies Record<(typeof ALONE)[number], (args: readonly unknown[]) => Told>;

export const questionOnBooks = async ({ path, args, options }: Given, session: Session): Told =>
  BOOKS_QUESTIONS[path]?.(session, args, options);

export const questionAlone = async ({ path, args }: Given): Told => ALONE_QUESTIONS[path]?.(args);
