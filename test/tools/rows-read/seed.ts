// The small book: a few records of each kind in each state, made by tools as a firm makes them.
import { sql } from 'kysely';
import type { CounterpartyId, EntityId } from '../../../generated/ids.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { IMPORTERS } from '../../../src/domain/across/imports/importers.ts';
import type { ImportScope } from '../../../src/domain/across/imports/importer.ts';
import { NO_FILE } from '../../../src/domain/across/imports/repeated-rows.ts';
import { newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { findEntity } from '../../../src/domain/ground/entities/store.ts';
import type { TestService } from '../../support/service.ts';
import { isOwed } from '../../../src/domain/documents/shared/settle.ts';
import { callTool } from '../../support/wire.ts';
import { addAccount } from '../bank/support.ts';
import { bill as readBill, fileOf, NOBODY } from '../inbox/support.ts';
import { newRfc } from '../support.ts';

/** Each copy of the book has another word in its place. */
export const MARK = 'zq0000';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Answer = Readonly<Record<string, unknown>>;
type Call = (tool: string, args: object) => Promise<Answer>;

const NAMES = [
  'Brugada Cerdi',
  'Cerdi Hermanos',
  'Papelera Luna',
  'Fletes Luna',
  'Talleres Bru',
  'Aceros Norte',
  'Vidrios Sur',
  'Maderas Luna',
];

const makeParties = async (call: Call): Promise<readonly CounterpartyId[]> => {
  const ids: CounterpartyId[] = [];
  for (const [at, name] of NAMES.entries()) {
    const { id } = await call('create_counterparty', {
      name: `${name} ${MARK}`,
      postal_code: '06600',
      email: 'pagos@luna.example',
      is_customer: at % 3 !== 1,
      is_supplier: at % 3 !== 0,
      country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
    });
    ids.push(id as CounterpartyId);
  }
  return ids;
};

const STATES = ['filed', 'filed', 'filed', 'filed', 'filed', 'void', 'reversed'] as const;

type Imported = 'invoices' | 'bill_credit_notes';

/** The ids of the records. */
const importRows = async (
  { database, organisation_id, entities: { mx } }: TestService,
  type: Imported,
  values: readonly object[],
): Promise<readonly string[]> => {
  const entity = await findEntity(database.reader, organisation_id, mx);
  if (entity === undefined) throw new Error('there is no such company');
  const rows = values.map((value, at) => ({ line: at + 1, value }));
  const act = newAct(SYSTEM, `import ${type}`, {}, new Date());
  const { result } = await openBooks(database).change(entity, act, (ctx: ImportScope) =>
    IMPORTERS[type].store(ctx, rows as never, { update: false, warn: () => undefined, file: NO_FILE }),
  );
  return result.map((outcome) => {
    if (outcome.kind === 'rejected') throw new Error(outcome.reason);
    return String(outcome.id);
  });
};

const importInvoices = (service: TestService, parties: readonly CounterpartyId[]) => {
  const rows = STATES.map((status, at) => ({
    counterparty: parties[at % parties.length] ?? '',
    series: 'B',
    number: `${100 + at}`,
    title: at % 2 === 0 ? `Anticipo de obra ${MARK}` : 'Servicios del mes',
    issue_date: daysAgo(20 * at + 1),
    due_date: daysAgo(20 * at - 29),
    total: 1160 + at,
    status,
  }));
  return importRows(service, 'invoices', rows);
};

/** Of a supplier of its own in each copy. */
const importNote = (service: TestService, parties: readonly CounterpartyId[]) =>
  importRows(service, 'bill_credit_notes', [
    {
      counterparty: parties[1],
      number: `NC-${MARK}`,
      issue_date: daysAgo(1),
      total: 10,
      status: 'received',
      historic: false,
    },
  ]);

const LINE = { description: 'Flete', unit_price: 1000 };

const makeInvoices = async (call: Call, parties: readonly CounterpartyId[], filed: readonly string[]) => {
  const draft = async (title: string): Promise<string> => {
    const { id } = await call('create_invoice', {
      counterparty_id: parties[0],
      title,
      line_items: [LINE, LINE],
    });
    return String(id);
  };
  await draft(`Pedido ${MARK}`);
  await call('submit_invoice', { invoice_id: await draft('Pedido urgente') });
  await call('record_invoice_payment', { invoice_id: filed[0], amount: 100 });
  await call('record_invoice_payment', { invoice_id: filed[1] });
  await call('record_invoice_payment', { invoice_id: filed[2] });
};

const BILL_STATES = [
  'inbox',
  'received',
  'received',
  'received',
  'validated',
  'validated',
  'rejected',
  'reversed',
  'received',
  'validated',
] as const;
/** One of five bills has none. */
const DEDUCTIBILITIES = ['deductible', 'non_deductible', 'partially_deductible', 'pending_review'];

/** States that only people and imports bring about are written as they leave them. */
const makeBills = async (service: TestService, call: Call, parties: readonly CounterpartyId[]) => {
  const ids: string[] = [];
  for (const [at, status] of BILL_STATES.entries()) {
    const { id } = await call('create_bill', {
      counterparty_id: parties[1],
      bill_number: `F${100 + at}`,
      issue_date: daysAgo(15 * at + 2),
      line_items: [LINE, LINE],
    });
    ids.push(String(id));
    if (at === 2) await call('record_bill_payment', { bill_id: id, amount: 100 });
    if (at > 2 && at < 6) await call('record_bill_payment', { bill_id: id });
    await sql`update bill set status = ${status}, deductibility = ${DEDUCTIBILITIES[at % 5] ?? null},
      open = open and ${isOwed('bill', status)} where id = ${id}`.execute(service.database.kysely);
  }
  return ids;
};

const STATEMENTS = 4;
const LINES = 3;

const statement = (number: number): string => {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const at = number * LINES + line;
    const amount = at % 2 === 0 ? 1160 + at : -40 - at;
    return [daysAgo(9 * at + 1), amount, `SPEI RECIBIDO LUNA ${MARK}`, `R${at}`].join();
  });
  return ['date,amount,description,reference', ...lines, ''].join('\n');
};

const reconcile = async (service: TestService, id: EntityId, call: Call, open: string): Promise<void> => {
  for (const name of ['BBVA operativa', 'Santander']) {
    const bank_account_id = await addAccount(service, id, { name });
    for (let number = 0; number < STATEMENTS; number += 1)
      await call('import_statement', {
        bank_account_id,
        content: statement(number),
        file_name: `${name}.csv`,
      });
    await call('run_ai_matching', { bank_account_id });
    const found = await call('search_bank_transactions', { bank_account_id, transaction_type: 'credit' });
    const [first, second, third] = found['data'] as readonly { readonly transaction_id: string }[];
    const { transaction_id } = first ?? {};
    if (name === 'Santander') await call('confirm_bank_match', { transaction_id, matched_record_id: open });
    else await call('mark_no_match', { transaction_id: second?.transaction_id });
    await call('mark_no_match', { transaction_id: third?.transaction_id });
  }
};

/** What suppliers sent, and a file beside a bill. */
const makeInbox = async (call: Call, record_id: string): Promise<void> => {
  const seller = { ...NOBODY, name: `Cerdi Hermanos ${MARK}`, taxId: newRfc() };
  const content_base64 = fileOf(readBill({ number: `R-${MARK}`, currency: 'MXN', seller }));
  await call('receive_document', { file_name: `luna ${MARK}.xml`, content_base64 });
  const content = Buffer.from('%PDF-1.4').toString('base64');
  await call('attach_file', { record_id, file_name: 'recibo.pdf', content_base64: content });
};

const makeTasks = async (call: Call, bill: string): Promise<void> => {
  for (const [at, priority] of [
    'urgent',
    'high',
    'normal',
    'low',
    'urgent',
    'high',
    'normal',
    'low',
  ].entries()) {
    const { task_id } = await call('create_task', {
      title: `Revisar ${MARK}`,
      priority,
      taskable_type: 'Bill',
      taskable_id: bill,
      due_at: `${daysAgo(at - 3)}T12:00:00Z`,
    });
    if (at === 4) await call('complete_task', { task_id });
  }
};

/** Of the company that the service's Mexican key is bound to. */
export const makeSmallBook = async (service: TestService): Promise<void> => {
  const { mx } = service.entities;
  const call: Call = async (tool, args) => {
    const { isError, content, structuredContent } = await callTool(service.url, service.keys.mx, tool, args);
    if (isError) throw new Error(`${tool}: ${content[0]?.text ?? ''}`);
    return structuredContent ?? {};
  };
  const parties = await makeParties(call);
  const filed = await importInvoices(service, parties);
  await makeInvoices(call, parties, filed);
  const [bill = ''] = await makeBills(service, call, parties);
  await reconcile(service, mx, call, filed[3] ?? '');
  await makeTasks(call, bill);
  await makeInbox(call, bill);
  await importNote(service, parties);
};
