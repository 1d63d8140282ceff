// What a firm does in a year, once each, by tools and commands: the calls that the listing of statements comes from.
import { setTimeout as sleep } from 'node:timers/promises';

import { type Admin, adminOn, ndjson } from '../../admin/support.ts';
import { callsOf } from '../../bench/lists.ts';
import type { TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';

const BY = 'ana@ibarra.example';

type Answer = Readonly<Record<string, unknown>>;

interface Firm {
  readonly service: TestService;
  readonly admin: Admin;
  call(tool: string, args: Answer): Promise<Answer>;
}

/** `size`: how many invoices the company of the lists has. */
export const playScenario = async (service: TestService, size: number): Promise<void> => {
  const admin = adminOn(service.databaseUrl, new Date(), { DATA_DIR: service.dataDir ?? '' });
  const call: Firm['call'] = async (tool, args) => {
    const { isError, content, structuredContent } = await callTool(service.url, service.keys.mx, tool, args);
    if (isError) throw new Error(`${tool}: ${content[0]?.text ?? ''}`);
    return structuredContent ?? {};
  };
  const firm = { service, admin, call };
  await administer(firm);
  await importRecords(firm);
  const invoice = await fileInvoice(firm);
  await settle(firm, invoice);
  await reconcile(firm, invoice);
  await arrangeTasks(firm);
  for (const [tool, args] of callsOf({ id: service.entities.mx, first: 0, size }))
    await call(tool, { ...args });
  for (const what of ['invoices', 'bills', 'ledger'])
    await admin.json('export', what, '--entity', service.entities.mx, '--out', `${admin.folder}/${what}.csv`);
  await admin.run('doctor');
};

const idIn = (answer: Answer, name = 'id'): string => String(answer[name]);
const asAna = ['--by', BY];

const administer = async ({ service, admin }: Firm): Promise<void> => {
  const org = service.organisation_id;
  await admin.json('org', 'create', '--name', 'Otra firma');
  await admin.json('org', 'list');
  await admin.json('member', 'add', '--org', org, '--email', BY, '--name', 'Ana', '--role', 'administrator');
  await admin.json('member', 'list', '--org', org);
  await admin.json('entity', 'update', service.entities.de, '--name', 'Robles GmbH', ...asAna);
  await admin.json('entity', 'list', '--org', org);
  const key: Answer = await admin.json('key', 'create', '--org', org, '--scopes', '*', ...asAna);
  await admin.json('key', 'list', '--org', org);
  await admin.json('key', 'revoke', idIn(key), ...asAna);
  await admin.json('certificate', 'list', '--entity', service.entities.mx);
  await admin.run('demo', '--json');
};

const DOCUMENT = { counterparty: 'c1', issue_date: '2026-01-15', total: 116, balance_due: 116 };
const CREDIT_NOTE = { counterparty: 'c1', issue_date: '2026-02-02', total: 10 };

const RECORDS: Readonly<Record<string, Answer>> = {
  counterparties: {
    external_id: 'c1',
    name: 'Café Luna',
    postal_code: '06600',
    is_supplier: true,
    country_details: { rfc: 'HTE150130RW0', fiscal_regime_code: '601' },
  },
  exchange_rates: { date: '2026-01-15', base: 'USD', quote: 'MXN', rate: 17.2, source: 'banxico' },
  invoices: { ...DOCUMENT, external_id: 'i1', series: 'A', number: '9000012' },
  bills: { ...DOCUMENT, external_id: 'b1', bill_number: '9008841' },
  invoice_payments: {
    external_id: 'p1',
    document: 'i1',
    payment_date: '2026-02-01',
    amount: 16,
    historic: false,
  },
  bill_payments: { external_id: 'p2', document: 'b1', paid_on: '2026-02-01', amount: 16, historic: false },
  invoice_credit_notes: { ...CREDIT_NOTE, external_id: 'n1', number: '77' },
  bill_credit_notes: { ...CREDIT_NOTE, external_id: 'n2', number: '78' },
};

/** Each kind of record twice: as a new one, and as a change of the earlier one where that is allowed. */
const importRecords = async ({ service, admin }: Firm): Promise<void> => {
  for (const [type, record] of Object.entries(RECORDS)) {
    const file = admin.file(`${type}.ndjson`, ndjson(record));
    const args = ['import', type, file, '--entity', service.entities.mx, '--json'];
    for (const options of [[], ['--update']]) {
      const { code, out, err } = await admin.run(...args, ...options);
      if (code !== 0 && options.length === 0) throw new Error(`import ${type}: ${out}${err}`);
    }
  }
};

const LINE = { description: 'Asesoría', quantity: 2, unit_price: 1500.5 };

const draftInvoice = async ({ call }: Firm): Promise<string> => {
  const customer = { counterparty_name: 'ESCUELA KEMPER URGATE', line_items: [LINE] };
  return idIn(await call('create_invoice', customer), 'invoice_id');
};

const approve = async ({ admin, call }: Firm, invoice_id: string): Promise<void> => {
  const request = idIn(await call('submit_invoice', { invoice_id }), 'approval_request_id');
  await admin.json('approval', 'list', '--status', 'pending');
  await admin.json('approval', 'approve', request, ...asAna);
  for (let tries = 0; tries < 200; tries += 1) {
    const { filing } = (await call('get_invoice', { invoice_id })) as { filing?: { delivery?: Answer } };
    if (filing?.delivery?.['status'] === 'sent') return;
    await sleep(100);
  }
  throw new Error('the invoice was not delivered');
};

const fileInvoice = async (firm: Firm): Promise<string> => {
  const { admin, call } = firm;
  const customer = await call('create_counterparty', {
    name: 'ESCUELA KEMPER URGATE SA DE CV',
    postal_code: '42501',
    email: 'compras@kemper.example',
    country_details: { rfc: 'EKU9003173C9', fiscal_regime_code: '601' },
  });
  await admin.json('counterparty', 'update', idIn(customer), '--email', 'pagos@kemper.example', ...asAna);
  await admin.json('invoice', 'discard', await draftInvoice(firm), ...asAna);
  const refused = await call('submit_invoice', { invoice_id: await draftInvoice(firm) });
  await admin.json('approval', 'reject', idIn(refused, 'approval_request_id'), ...asAna, '--reason', 'Falta');
  const voided = await draftInvoice(firm);
  await approve(firm, voided);
  await admin.json('invoice', 'void', voided, ...asAna, '--reason', '02', '--wait', '60');
  const invoice = await draftInvoice(firm);
  await approve(firm, invoice);
  await admin.run('invoice', 'document', invoice, '--kind', 'xml');
  return invoice;
};

const settle = async ({ admin, call }: Firm, invoice_id: string): Promise<void> => {
  await call('record_invoice_payment', { invoice_id, amount: 100 });
  const note = await admin.json('invoice', 'credit', invoice_id, '--amount', '50', ...asAna);
  await admin.json('approval', 'approve', note.approval_id, ...asAna, '--wait', '60');
  for (const decision of ['validate', 'reject']) {
    const bill_number = `F-${decision}`;
    const bill = await call('create_bill', {
      counterparty_name: 'Café Luna',
      bill_number,
      line_items: [{ description: 'Flete', unit_price: 100 }],
    });
    await call('get_bill', { bill_id: idIn(bill) });
    if (decision === 'validate') await call('record_bill_payment', { bill_id: idIn(bill), amount: 20 });
    await admin.json('bill', decision, idIn(bill), ...asAna);
  }
};

/** A statement with a payment of the invoice, one that looks like one, and both legs of a transfer. */
const reconcile = async (firm: Firm, invoice_id: string): Promise<void> => {
  const { service, admin, call } = firm;
  const accounts: string[] = [];
  const { folio } = await call('get_invoice', { invoice_id });
  const today = new Date().toISOString().slice(0, 10);
  const files = [
    [`${today},SPEI ESCUELA KEMPER URGATE ${String(folio)},200`, `${today},TRASPASO ENTRE CUENTAS,-777`],
    [`${today},TRASPASO ENTRE CUENTAS,777`, `${today},CAFE LUNA DEPOSITO,100`, `${today},COMISION,-7`],
  ];
  for (const [index, lines] of files.entries()) {
    const options = ['--entity', service.entities.mx, '--name', `Banco ${index}`, '--currency', 'MXN'];
    const account = idIn(await admin.json('bank-account', 'create', ...options));
    const file = admin.file(`${index}.csv`, ['date,description,amount', ...lines].join('\n'));
    for (const mode of [['--dry-run'], []])
      await admin.json('statement', 'import', file, '--bank-account', account, ...mode);
    accounts.push(account);
  }
  for (const bank_account_id of accounts) {
    await call('run_ai_matching', { bank_account_id });
    await call('get_bank_account', { bank_account_id });
    await decide(firm, bank_account_id, invoice_id);
  }
  const [bank_account_id = ''] = accounts;
  await call('update_bank_account', { bank_account_id, name: 'Banco principal' });
  await call('set_bank_account_active', { bank_account_id, active: false });
};

/** Whatever a line is, it is decided upon; a decision that does not fit is refused, which is part of the scenario. */
const decide = async (
  { service, admin }: Firm,
  bank_account_id: string,
  matched_record_id: string,
): Promise<void> => {
  const tool = (name: string, args: Answer) => callTool(service.url, service.keys.mx, name, args);
  const { structuredContent } = await tool('search_bank_transactions', { bank_account_id });
  const { data } = (structuredContent ?? {}) as { data: readonly Answer[] };
  for (const line of data) {
    const transaction_id = idIn(line, 'transaction_id');
    await tool('link_transfer', { transaction_id });
    await admin.run('bank', 'match', 'undo', transaction_id, ...asAna);
    await tool('reject_ai_suggestion', { transaction_id });
    await tool('confirm_bank_match', { transaction_id, matched_record_id });
    await admin.run('bank', 'match', 'undo', transaction_id, ...asAna);
    await admin.run('bank', 'no-match', transaction_id, ...asAna);
  }
};

const arrangeTasks = async ({ admin, call }: Firm): Promise<void> => {
  const { data } = (await call('search_bills', { limit: 1 })) as { data: readonly Answer[] };
  const about = { taskable_type: 'Bill', taskable_id: idIn(data[0] ?? {}) };
  const tasks: string[] = [];
  for (const title of ['Pedir el XML', 'Llamar'])
    tasks.push(idIn(await call('create_task', { title, assigned_to_email: BY, ...about })));
  await call('complete_task', { task_id: tasks[0] });
  await admin.run('task', 'cancel', tasks[1] ?? '', ...asAna);
};
