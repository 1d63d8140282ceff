// Every admin command, by the kind of record that it is about. They reach all rooms of the books: each is loaded when it is
// called.
import type { Rows } from '../define.ts';

export const COMMANDS: readonly (readonly [names: readonly string[], load: () => Promise<Rows>])[] = [
  [['org'], async () => ({ org: (await import('./org.ts')).orgCommands })],
  [['member'], async () => ({ member: (await import('./member.ts')).memberCommands })],
  [['person'], async () => ({ person: (await import('./person.ts')).personCommands })],
  [['entity'], async () => ({ entity: (await import('./entity.ts')).entityCommands })],
  [['key'], async () => ({ key: (await import('./key.ts')).keyCommands })],
  [['webhook'], async () => ({ webhook: (await import('./webhook.ts')).webhookCommands })],
  [['certificate'], async () => ({ certificate: (await import('./certificate.ts')).certificateCommands })],
  [
    ['counterparty'],
    async () => {
      const [{ counterpartyCommands }, { RECORDS }] = await Promise.all([
        import('./counterparty.ts'),
        import('./records.ts'),
      ]);
      return { counterparty: { ...counterpartyCommands, ...RECORDS.counterparty } };
    },
  ],
  [
    ['invoice'],
    async () => {
      const [{ draftInvoiceCommands }, { filedInvoiceCommands }, { RECORDS }] = await Promise.all([
        import('./invoice-draft.ts'),
        import('./invoice-filed.ts'),
        import('./records.ts'),
      ]);
      return { invoice: { ...draftInvoiceCommands, ...filedInvoiceCommands, ...RECORDS.invoice } };
    },
  ],
  [['approval'], async () => ({ approval: (await import('./approval.ts')).approvalCommands })],
  [
    ['cancellation'],
    async () => ({ cancellation: (await import('./cancellation.ts')).cancellationCommands }),
  ],
  [['change'], async () => ({ change: (await import('./requests.ts')).changeRequestCommands })],
  [
    ['bill'],
    async () => {
      const [{ billCommands }, { RECORDS }] = await Promise.all([
        import('./bill.ts'),
        import('./records.ts'),
      ]);
      return { bill: { ...billCommands, ...RECORDS.bill } };
    },
  ],
  [['payment'], async () => ({ payment: (await import('./payment.ts')).paymentCommands })],
  [['complement'], async () => ({ complement: (await import('./complement.ts')).complementCommands })],
  [
    ['task'],
    async () => {
      const [{ taskCommands }, { RECORDS }] = await Promise.all([
        import('./task.ts'),
        import('./records.ts'),
      ]);
      return { task: { ...taskCommands, ...RECORDS.task } };
    },
  ],
  [
    ['bank-account'],
    async () => {
      const [{ bankAccountCommands }, { RECORDS }] = await Promise.all([
        import('./bank-account.ts'),
        import('./records.ts'),
      ]);
      return { 'bank-account': { ...bankAccountCommands, ...RECORDS['bank-account'] } };
    },
  ],
  [['bank'], async () => ({ bank: (await import('./bank-match.ts')).bankMatchCommands })],
  [
    ['statement'],
    async () => {
      const [{ statementCommands }, { RECORDS }] = await Promise.all([
        import('./statement.ts'),
        import('./records.ts'),
      ]);
      return { statement: { ...statementCommands, ...RECORDS.statement } };
    },
  ],
  [['transaction'], async () => ({ transaction: (await import('./records.ts')).RECORDS.transaction })],
  [['import'], async () => (await import('./import.ts')).importCommand],
  [['export'], async () => ({ export: (await import('./export.ts')).exportCommands })],
  [['audit'], async () => ({ audit: (await import('./audit.ts')).auditCommands })],
  [['demo'], async () => (await import('./demo.ts')).demoCommand],
  [['backup', 'restore'], async () => (await import('./backup.ts')).backupCommands],
  [['migrate', 'doctor', 'completion'], async () => (await import('./operate.ts')).operateCommands],
];
