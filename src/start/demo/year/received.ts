// What suppliers sent to a demo company: kept, read, and some of it booked by the bookkeeper. What comes through the network
// lies in the sandbox's queue, from which the service fetches it like any other.
import { setTimeout as pause } from 'node:timers/promises';
import { v5 } from 'uuid';
import { fileType } from '../../../base/file-type.ts';
import { addDays } from '../../../base/time/day.ts';
import { bookDocument } from '../../../domain/across/inbox/book.ts';
import type { Inbox } from '../../../domain/across/inbox/inbox.ts';
import { createAlias } from '../../../domain/bank/aliases/write.ts';
import { registerReceiver } from '../../../domain/across/network/register.ts';
import { recordBillPayment } from '../../../domain/documents/payments/record-bill-payment.ts';
import { keepReceived } from '../../../domain/documents/received/keep.ts';
import type { ListedReceived } from '../../../domain/documents/received/record.ts';
import { findReceived } from '../../../domain/documents/received/store/documents.ts';
import { keepBytes } from '../../../domain/ground/files/keep.ts';
import type { Actor, WriteScope } from '../../../domain/ground/change/scope.ts';
import { deliverInSandbox } from '../../../sandbox/access-point/receiving.ts';
import { buildCfdi, buildComplement } from '../papers/cfdi.ts';
import type { Paper, PlannedPaper } from '../papers/paper.ts';
import { writePdf } from '../papers/pdf.ts';
import type { Issuers } from '../papers/sandbox-issuers.ts';
import { writeUbl } from '../papers/ubl.ts';
import { workday } from './history.ts';
import { once, type Steps } from './steps.ts';
import type { DemoYear } from './types.ts';

export interface Receiving {
  readonly bookkeeper: Actor;
  readonly inbox: Pick<Inbox, 'read'>;
  readonly issuers: Issuers;
}

export const makeReceived = async (steps: Steps, year: DemoYear, parts: Receiving): Promise<void> => {
  for (const planned of year.received) {
    const paper = paperOf(steps, year, planned);
    if (planned.by === 'network') await sendThrough(steps, paper);
    else await receive(steps, paper, parts);
  }
};

const paperOf = ({ today, entity }: Steps, year: DemoYear, planned: PlannedPaper): Paper => {
  const { from, days_ago, terms } = planned;
  const seller =
    typeof from === 'string'
      ? [...year.known, ...year.counterparties].find(({ external_id }) => external_id === from)
      : from;
  if (seller === undefined) throw new Error(`the demo has no supplier of ${planned.file}`);
  const day = workday(today, days_ago);
  return { ...planned, seller, buyer: entity, day, due: addDays(day, terms), tax_percent: year.tax_percent };
};

const receive = async (steps: Steps, paper: Paper, parts: Receiving): Promise<void> => {
  const { bookkeeper, issuers } = parts;
  const { file, booked, paid, iban } = paper;
  const { id, uuid, counterparty_id } = await arrive(steps, file, parts, () => fileOf(paper, issuers));
  if (booked === true && counterparty_id !== null && iban !== undefined)
    await once(steps, `account: ${file}`, bookkeeper, (ctx) =>
      createAlias(ctx, { counterparty_id, kind: 'account', value: iban }),
    );
  if (booked === true)
    await once(steps, `booked: ${file}`, bookkeeper, (ctx) => bookDocument(ctx, id, { despite: false }));
  if (paid === undefined || uuid === null) return;
  const day = workday(steps.today, paid.days_ago);
  const ctx = { db: steps.books.database.reader, entity: steps.entity };
  const { bill_id } = (await findReceived(ctx, id)) ?? {};
  await once(steps, `paid: ${file}`, bookkeeper, (change) =>
    recordBillPayment(change, { bill_id: bill_id as never, paid_on: day, payment_method: 'transfer' }),
  );
  await arrive(steps, paid.file, parts, async () => {
    const built = buildComplement(paper, uuid.toUpperCase(), day);
    return (await issuers.stamp(issuerOf(paper), built)).file;
  });
};

const issuerOf = ({ seller }: Paper) => ({ rfc: seller.country_details?.rfc ?? '', name: seller.name });

const fileOf = async (paper: Paper, issuers: Issuers): Promise<Buffer> => {
  if (paper.as === 'pdf') return writePdf(paper);
  if (paper.buyer.country_code !== 'MX') return writeUbl(paper);
  return (await issuers.stamp(issuerOf(paper), buildCfdi(paper))).file;
};

/** Kept once, then read: by this process, or by the one that was quicker. */
const arrive = async (
  steps: Steps,
  file_name: string,
  { bookkeeper, inbox }: Receiving,
  write: () => Promise<Buffer>,
): Promise<ListedReceived> => {
  const id = await once(steps, `received: ${file_name}`, bookkeeper, async (ctx: WriteScope) => {
    const bytes = await write();
    const file = await keepBytes(ctx, bytes);
    await keepReceived(ctx, { file, file_name, mime_type: fileType(bytes), channel: 'upload' });
  });
  const { books, entity, signal } = steps;
  for (const end = performance.now() + READ_WITHIN_MS; performance.now() < end;) {
    const found = await findReceived({ db: books.database.reader, entity }, id);
    if (found === undefined) throw new Error(`${file_name} of the demo is gone`);
    if (found.due_at === null) return found;
    if (!(await inbox.read({ entity_id: entity.id, id, lease_fence: found.lease_fence }, signal)))
      await pause(POLL_MS, undefined, { signal });
  }
  throw new Error(`${file_name} of the demo was not read within ${READ_WITHIN_MS} ms`);
};

const POLL_MS = 100;
const READ_WITHIN_MS = 60_000;

/** The same key each time, so that the sandbox has it once. */
const KEYS = '6f0c2f2e-6a54-4e0b-9d1c-3c7f6c2b9b11';

const sendThrough = async (steps: Steps, paper: Paper): Promise<void> => {
  const { books, entity, now } = steps;
  await once(steps, 'received: registered', { type: 'system', id: 'admin' }, (ctx: WriteScope) =>
    registerReceiver(ctx),
  );
  await deliverInSandbox(books.database, {
    receiver: entity.details.participant_id ?? '',
    document: writeUbl(paper),
    now: now(),
    key: v5(`${entity.id} ${paper.file}`, KEYS),
  });
};
