// What each tool is called with in a race of calls with the same arguments, and how often it may then have done it.
import type { ToolName } from '../../generated/dispatch.ts';
import { TOOLS } from '../../generated/dispatch.ts';
import type { ApiKeyId, InvoiceId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createKey } from '../../src/domain/parties/access/keys.ts';
import { TOOLSET_NAMES } from '../../generated/toolsets.ts';
import { addBill, fileInvoice, type Parties } from '../concurrency/books.ts';
import type { Rivals } from '../concurrency/rivals.ts';
import type { FolioClient } from '../support/client.ts';
import { validArguments } from '../support/examples.ts';
import { addLine } from '../tools/bank/support.ts';
import { bill, fileOf, NOBODY } from '../tools/inbox/support.ts';
import { newRfc } from '../tools/support.ts';

export interface Course {
  readonly rivals: Rivals;
  readonly parties: Parties;
  /** Two accounts of the company. */
  readonly accounts: readonly [`bacc_${string}`, `bacc_${string}`];
  /** Filed in the sandbox: one to be credited, one whose cancellation is asked for. */
  readonly stamped: readonly [InvoiceId, InvoiceId];
  /** A key of the organisation with all sets, for this race alone. */
  readonly key: { readonly id: ApiKeyId; readonly secret: string };
  readonly client: FolioClient;
  readonly entity_id: `enti_${string}`;
}

/** `once`: by one call, the others are refused or told that it is so; `each`: by every call; `any`: as chance has it. */
export type Times = 'once' | 'each' | 'any';

interface Race {
  readonly times: Times;
  readonly args: (course: Course) => Promise<object>;
}

let made = 0;
const next = (): number => (made += 1);

export const newKey = ({ service }: Rivals): Promise<Course['key']> =>
  inTransaction(service.database, (db) =>
    createKey(
      db,
      {
        organisation_id: service.organisation_id,
        entity_id: null,
        type: 'copilot',
        name: 'race',
        scopes: ['*'],
        toolsets: TOOLSET_NAMES,
        expires_at: null,
      },
      new Date(),
    ),
  );

const LINES = [{ description: 'Servicio', unit_price: 1000 }];

const draft = async ({ client, entity_id, parties }: Course) => {
  const counterparty_id = parties.customer as never;
  return (await client.create_invoice({ entity_id, counterparty_id, line_items: LINES })).id;
};

const filed = ({ rivals, parties }: Course) => fileInvoice(rivals, parties, 1160);

const line = ({ rivals, accounts: [account] }: Course, facts: object = {}) =>
  addLine(rivals.service, rivals.entity.id, account, {
    amount_minor: 116_000,
    date: '2026-02-20',
    ...facts,
  }) as Promise<`btxn_${string}`>;

const matched = async (course: Course) => {
  const { client, entity_id } = course;
  const matched_record_id = await filed(course);
  const transaction_id = await line(course);
  await client.confirm_bank_match({ entity_id, transaction_id, matched_record_id });
  return transaction_id;
};

const suggested = async (course: Course) => {
  const record_id = await filed(course);
  const bank_transaction_id = await line(course, { match_status: 'suggested' });
  const { entity, service } = course.rivals;
  const row = {
    entity_id: entity.id,
    bank_transaction_id,
    position: 1,
    record_type: 'invoice' as const,
    record_id,
    amount_minor: 116_000,
    confidence: '0.8100',
    reasons: JSON.stringify(['Amount equals the open balance']),
    run_id: newId('MatchingRunId'),
    created_at: toInstant(new Date()),
  };
  await service.database.kysely.insertInto('bank_suggestion').values(row).execute();
  return bank_transaction_id;
};

const transfer = async (course: Course) => {
  const { rivals, accounts } = course;
  const { service, entity } = rivals;
  const out = await line(course, { transaction_type: 'debit' });
  const peer = { transfer_peer_id: out, transfer_status: 'suggested' as const };
  const into = await addLine(service, entity.id, accounts[1], { ...peer, amount_minor: 116_000 });
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ transfer_peer_id: into, transfer_status: 'suggested' })
    .where('entity_id', '=', entity.id)
    .where('id', '=', out)
    .execute();
  return out;
};

const WEBHOOK = { url: 'https://hooks.example.com/folio', events: ['invoice.*'] };

/** An organisation has few; those of earlier rounds make room. */
const webhook = async ({ client, rivals }: Course) => {
  await rivals.service.database.kysely.deleteFrom('webhook_endpoint').execute();
  return (await client.create_webhook(WEBHOOK)).webhook_id;
};

const enabled = async (course: Course) => {
  const id = await webhook(course);
  const { kysely } = course.rivals.service.database;
  await kysely.updateTable('webhook_endpoint').set({ status: 'enabled' }).where('id', '=', id).execute();
  return id;
};

const note = async ({ client, entity_id, stamped: [invoice_id] }: Course) =>
  (await client.create_credit_note({ entity_id, invoice_id, amount: 1 })).id;

/** Nobody is asked for its cancellation. */
const uncancelled = async ({ rivals: { service }, stamped: [, invoice_id] }: Course) => {
  await service.database.kysely
    .updateTable('cancellation_request')
    .set({ status: 'rejected', pending_invoice_id: null })
    .where('invoice_id', '=', invoice_id)
    .execute();
  return invoice_id;
};

/** A number in letters. */
const wordOf = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');

const alias = async ({ client, entity_id, parties }: Course) => {
  const counterparty_id = parties.supplier as never;
  const value = `Solmarina ${wordOf(next())}`;
  return (await client.create_counterparty_alias({ entity_id, counterparty_id, kind: 'text', value })).id;
};

const file = ({ rivals: { entity } }: Course, number = `F-${next()}`) => ({
  file_name: `${number}.xml`,
  content_base64: fileOf(
    bill({ number, currency: 'MXN', buyer: { ...NOBODY, name: 'Us', taxId: entity.tax_id } }),
  ),
});

const received = async (course: Course) => {
  const { client, entity_id } = course;
  const { received_document } = await client.receive_document({ entity_id, ...file(course) });
  if (received_document === undefined || received_document === null) throw new Error('nothing was received');
  return received_document.id;
};

const RACES: Partial<Readonly<Record<ToolName, Race>>> = {
  create_counterparty: {
    times: 'once',
    args: async () => ({
      name: `Nueva ${next()}`,
      country_code: 'MX',
      postal_code: '06600',
      country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
    }),
  },
  update_counterparty: {
    times: 'any',
    args: async ({ parties }) => ({
      counterparty_id: parties.customer,
      email: `pagos${next()}@luna.example`,
    }),
  },
  create_counterparty_alias: {
    times: 'once',
    args: async ({ parties }) => ({
      counterparty_id: parties.supplier,
      kind: 'text',
      value: `Luzmarina ${wordOf(next())}`,
    }),
  },
  update_counterparty_alias: {
    times: 'once',
    args: async (course) => ({ alias_id: await alias(course), value: `Luzmarina ${wordOf(next())}` }),
  },
  delete_counterparty_alias: { times: 'once', args: async (course) => ({ alias_id: await alias(course) }) },
  create_invoice: {
    times: 'each',
    args: async ({ parties }) => ({ counterparty_id: parties.customer, line_items: LINES }),
  },
  submit_invoice: { times: 'once', args: async (course) => ({ invoice_id: await draft(course) }) },
  update_invoice: {
    times: 'any',
    args: async (course) => ({ invoice_id: await draft(course), title: `T ${next()}` }),
  },
  discard_invoice: { times: 'once', args: async (course) => ({ invoice_id: await draft(course) }) },
  duplicate_invoice: { times: 'each', args: async (course) => ({ invoice_id: await draft(course) }) },
  create_bill: {
    times: 'once',
    args: async ({ parties }) => ({
      counterparty_id: parties.supplier,
      bill_number: `T-${next()}`,
      line_items: LINES,
    }),
  },
  record_invoice_payment: { times: 'once', args: async (course) => ({ invoice_id: await filed(course) }) },
  record_bill_payment: {
    times: 'once',
    args: async ({ rivals, parties }) => ({ bill_id: await addBill(rivals, parties, 1160) }),
  },
  reverse_invoice_payment: {
    times: 'once',
    args: async (course) => {
      const { client, entity_id } = course;
      const { id } = await client.record_invoice_payment({ entity_id, invoice_id: await filed(course) });
      return { payment_id: id, reason: 'Error' };
    },
  },
  apply_invoice_payment: {
    times: 'once',
    args: async (course) => {
      const { client, entity_id } = course;
      const matched_record_id = await filed(course);
      const transaction_id = await line(course, { amount_minor: 116_000 + 20_000 });
      const { payment } = await client.confirm_bank_match({ entity_id, transaction_id, matched_record_id });
      return { payment_id: payment?.id ?? '', invoice_id: await filed(course) };
    },
  },
  reverse_bill_payment: {
    times: 'once',
    args: async ({ client, entity_id, rivals, parties }) => {
      const bill_id = await addBill(rivals, parties, 1160);
      const { id } = await client.record_bill_payment({ entity_id, bill_id });
      return { payment_id: id, reason: 'Error' };
    },
  },
  return_payment: {
    times: 'once',
    args: async (course) => {
      const { client, entity_id } = course;
      const sent = await line(course);
      const matched_record_id = await filed(course);
      const { payment } = await client.confirm_bank_match({
        entity_id,
        transaction_id: sent,
        matched_record_id,
      });
      const transaction_id = await line(course, { transaction_type: 'debit', date: '2026-02-25' });
      return { payment_id: payment?.id ?? '', transaction_id };
    },
  },
  create_task: {
    times: 'each',
    args: async ({ parties }) => ({
      title: `Tarea ${next()}`,
      taskable_type: 'Counterparty',
      taskable_id: parties.customer,
    }),
  },
  complete_task: {
    times: 'once',
    args: async ({ client, entity_id, parties }) => {
      const about = { taskable_type: 'Counterparty', taskable_id: parties.customer } as const;
      return { task_id: (await client.create_task({ entity_id, title: 'Llamar', ...about })).task_id };
    },
  },
  update_bank_account: {
    times: 'once',
    args: async ({ accounts }) => ({ bank_account_id: accounts[0], name: `Cuenta ${next()}` }),
  },
  set_bank_account_active: {
    times: 'once',
    args: async ({ accounts, client, entity_id }) => {
      await client.set_bank_account_active({ entity_id, bank_account_id: accounts[1], active: false });
      return { bank_account_id: accounts[1], active: true };
    },
  },
  run_ai_matching: { times: 'any', args: async ({ accounts }) => ({ bank_account_id: accounts[1] }) },
  confirm_bank_match: {
    times: 'once',
    args: async (course) => ({
      transaction_id: await line(course),
      matched_record_id: await filed(course),
    }),
  },
  reject_ai_suggestion: {
    times: 'once',
    args: async (course) => ({ transaction_id: await suggested(course) }),
  },
  link_transfer: { times: 'once', args: async (course) => ({ transaction_id: await transfer(course) }) },
  undo_bank_match: { times: 'once', args: async (course) => ({ transaction_id: await matched(course) }) },
  mark_no_match: { times: 'once', args: async (course) => ({ transaction_id: await line(course) }) },
  import_statement: {
    times: 'once',
    args: async ({ accounts }) => {
      const mark = `SPEI ${next()}`;
      const content = `Fecha,Descripción,Referencia,Importe\n2026-01-10,${mark},REF 77,1.50\n`;
      return { bank_account_id: accounts[0], content, file_name: `${mark}.csv` };
    },
  },
  create_credit_note: {
    times: 'each',
    args: async ({ stamped: [invoice_id] }) => ({ invoice_id, amount: 1 }),
  },
  submit_credit_note: { times: 'once', args: async (course) => ({ credit_note_id: await note(course) }) },
  request_cancellation: {
    times: 'once',
    args: async (course) => ({ invoice_id: await uncancelled(course), reason: '02' }),
  },
  create_webhook: {
    times: 'each',
    args: async (course) => {
      await webhook(course);
      return WEBHOOK;
    },
  },
  update_webhook: {
    times: 'once',
    args: async (course) => ({ webhook_id: await webhook(course), enabled: false }),
  },
  delete_webhook: { times: 'once', args: async (course) => ({ webhook_id: await webhook(course) }) },
  test_webhook: { times: 'any', args: async (course) => ({ webhook_id: await enabled(course) }) },
  redeliver_webhook: {
    times: 'any',
    args: async (course) => {
      const { delivery_id } = await course.client.test_webhook({ webhook_id: await enabled(course) });
      return { delivery_id };
    },
  },
  rotate_webhook_secret: {
    times: 'each',
    args: async (course) => ({ webhook_id: await webhook(course) }),
  },
  request_api_key: {
    times: 'each',
    args: async () => ({ name: 'N', reason: 'R', scopes: ['invoices:read'] }),
  },
  revoke_api_key: {
    times: 'once',
    args: async ({ rivals }) => ({ api_key_id: (await newKey(rivals)).id }),
  },
  receive_document: { times: 'once', args: async (course) => file(course) },
  book_received_document: {
    times: 'once',
    args: async (course) => ({ received_document_id: await received(course) }),
  },
  reject_received_document: {
    times: 'once',
    args: async (course) => ({ received_document_id: await received(course), reason: 'Not ours' }),
  },
  get_received_document: {
    times: 'any',
    args: async (course) => ({ received_document_id: await received(course) }),
  },
  attach_file: {
    times: 'once',
    args: async ({ parties }) => ({
      record_id: parties.supplier,
      file_name: 'note.txt',
      content_base64: Buffer.from(`note ${next()}`).toString('base64'),
    }),
  },
  get_invoice: { times: 'any', args: async (course) => ({ invoice_id: await filed(course) }) },
  get_document: {
    times: 'any',
    args: async ({ stamped: [record_id] }) => ({ record_id, format: 'acuse' }),
  },
};

/** Reads of no one record are called as their example says. */
const usual = (tool: ToolName): Race => ({
  times: 'any',
  args: async () => {
    if (TOOLS[tool].access === 'write') throw new Error(`no race of ${tool}: say in races/tools.ts`);
    return validArguments(tool);
  },
});

export const raceOf = (tool: ToolName): Race => RACES[tool] ?? usual(tool);
