// Every admin command, by the kind of record that it is about. They reach all rooms of the books: each is loaded when it is
// called.
import type { Rows } from '../define.ts';

type Load = () => Promise<Rows>;
type Loaded = readonly [names: readonly string[], load: Load];

/** Commands under the name of a kind of record, from one file or several. */
const of = (name: string, ...loads: readonly Load[]): Loaded => [
  [name],
  async () => ({ [name]: Object.assign({}, ...(await Promise.all(loads.map((load) => load())))) }),
];

/** The lists that tools have too. */
const records = async () => (await import('./records.ts')).RECORDS;

export const COMMANDS: readonly Loaded[] = [
  of('org', async () => (await import('./org.ts')).orgCommands),
  of('member', async () => (await import('./member.ts')).memberCommands),
  of('person', async () => (await import('./person.ts')).personCommands),
  of('entity', async () => (await import('./entity.ts')).entityCommands),
  of('key', async () => (await import('./key.ts')).keyCommands),
  of('app', async () => (await import('./app.ts')).appCommands),
  of('webhook', async () => (await import('./webhook.ts')).webhookCommands),
  of('certificate', async () => (await import('./certificate.ts')).certificateCommands),
  of('efos', async () => (await import('./efos.ts')).efosCommands),
  of(
    'counterparty',
    async () => (await import('./counterparty.ts')).counterpartyCommands,
    async () => (await records()).counterparty,
  ),
  of(
    'invoice',
    async () => (await import('./invoice-draft.ts')).draftInvoiceCommands,
    async () => (await import('./invoice-filed.ts')).filedInvoiceCommands,
    async () => (await records()).invoice,
  ),
  of('approval', async () => (await import('./approval.ts')).approvalCommands),
  of('cancellation', async () => (await import('./cancellation.ts')).cancellationCommands),
  of('change', async () => (await import('./requests.ts')).changeRequestCommands),
  of(
    'bill',
    async () => (await import('./bill.ts')).billCommands,
    async () => (await records()).bill,
  ),
  of(
    'bill-credit-note',
    async () => (await import('./bill-credit-note.ts')).billCreditNoteCommands,
    async () => (await records())['bill-credit-note'],
  ),
  of(
    'inbox',
    async () => (await import('./inbox.ts')).inboxCommands,
    async () => (await records()).inbox,
  ),
  of('attachment', async () => (await import('./attachment.ts')).attachmentCommands),
  of('archive', async () => (await import('./archive.ts')).archiveCommands),
  of('payment', async () => (await import('./payment.ts')).paymentCommands),
  of('complement', async () => (await import('./complement.ts')).complementCommands),
  of(
    'task',
    async () => (await import('./task.ts')).taskCommands,
    async () => (await records()).task,
  ),
  of(
    'bank-account',
    async () => (await import('./bank-account.ts')).bankAccountCommands,
    async () => (await records())['bank-account'],
  ),
  of('bank', async () => (await import('./bank-match.ts')).bankMatchCommands),
  of(
    'statement',
    async () => (await import('./statement.ts')).statementCommands,
    async () => (await records()).statement,
  ),
  of('transaction', async () => (await records()).transaction),
  [['import'], async () => (await import('./import.ts')).importCommand],
  of('export', async () => (await import('./export.ts')).exportCommands),
  of('audit', async () => (await import('./audit.ts')).auditCommands),
  [['demo'], async () => (await import('./demo.ts')).demoCommand],
  [['backup', 'restore'], async () => (await import('./backup.ts')).backupCommands],
  [
    ['migrate', 'doctor', 'server-json', 'completion'],
    async () => (await import('./operate.ts')).operateCommands,
  ],
];
