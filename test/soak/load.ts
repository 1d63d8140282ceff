// Mixed callers of two instances: sellers, buyers, a bookkeeper at the bank, readers, a person at the pages, and somebody
// whose calls are wrong or broken off.
import { setTimeout as pause } from 'node:timers/promises';
import type { BankAccountId, CounterpartyId } from '../../generated/ids.ts';
import type { Admin } from '../admin/support.ts';
import { createClient, type FolioClient, FolioError } from '../support/client.ts';
import { ANA } from '../support/office.ts';

export interface Stage {
  readonly instances: readonly { readonly url: string; readonly port: number }[];
  readonly key: string;
  readonly admin: Admin;
  readonly company: string;
  readonly customer: CounterpartyId;
  readonly supplier: CounterpartyId;
  readonly account: BankAccountId;
  /** The session of a person, as the browser keeps it. */
  readonly session: string;
  readonly stop: AbortSignal;
}

export interface Outcome {
  /** The title or number of each document whose creation was answered, and its id. */
  readonly invoices: Map<string, string>;
  readonly bills: Map<string, string>;
  /** Bills whose payment was answered. */
  readonly paid: Set<string>;
  /** Invoices whose approval was answered. */
  readonly approved: Set<string>;
  /** Lines of statements whose import was answered. */
  imported: number;
  readonly done: Record<string, number>;
  /** Codes that no right call may be answered, with how often. */
  readonly errors: Record<string, number>;
  /** When each of them was answered. */
  readonly failedAt: number[];
}

const PAUSE_MS = 100;

interface Crew extends Stage {
  readonly outcome: Outcome;
  readonly clients: readonly FolioClient[];
  /** The answer; repeated under the same idempotency key where the code says so; undefined when the run ends first. */
  ask<T>(what: string, call: () => Promise<T>): Promise<T | undefined>;
}

type Caller = (crew: Crew, turn: number, name: string, own: FolioClient, other: FolioClient) => Promise<void>;

const line = (description: string) => [{ description, unit_price: 100 }];

const sell: Caller = async ({ ask, outcome, customer, admin }, turn, name, own, other) => {
  const title = `${name}-${turn}`;
  const options = { idempotencyKey: title };
  const facts = { counterparty_id: customer, title, line_items: line(title) };
  const made = await ask('create_invoice', () => own.create_invoice(facts, options));
  if (made === undefined) return;
  outcome.invoices.set(title, made.id);
  await ask('get_invoice', () => other.get_invoice({ invoice_id: made.id }));
  if (turn % 3 !== 0) return;
  const submitted = await ask('submit_invoice', () =>
    own.submit_invoice({ invoice_id: made.id }, { idempotencyKey: `submit-${title}` }),
  );
  if (submitted === undefined) return;
  const request = submitted.approval_request_id;
  await ask('approve', async () => {
    await admin.json('approval', 'approve', request, '--by', ANA, '--wait=0');
    outcome.approved.add(made.id);
  });
};

const buy: Caller = async ({ ask, outcome, supplier }, turn, name, own, other) => {
  const number = `${name}-${turn}`;
  const facts = { counterparty_id: supplier, bill_number: number, line_items: line(number) };
  const bill = await ask('create_bill', () => own.create_bill(facts, { idempotencyKey: number }));
  if (bill === undefined) return;
  outcome.bills.set(number, bill.id);
  const payment = { bill_id: bill.id, amount: 30 };
  const paid = await ask('record_bill_payment', () =>
    other.record_bill_payment(payment, { idempotencyKey: `pay-${number}` }),
  );
  if (paid !== undefined) outcome.paid.add(bill.id);
  const task = { title: number, taskable_type: 'Bill', taskable_id: bill.id } as const;
  const open = await ask('create_task', () => own.create_task(task, { idempotencyKey: `task-${number}` }));
  if (open === undefined) return;
  const { task_id } = open;
  await ask('complete_task', () => other.complete_task({ task_id }, { idempotencyKey: `done-${number}` }));
};

const LINES = 5;

const bank: Caller = async ({ ask, outcome, account }, turn, name, own, other) => {
  const rows = Array.from(
    { length: LINES },
    (_, index) => `2026-03-0${index + 1},${name} ${turn},${name}-${turn}-${index},${-30 - index}.00`,
  );
  const content = ['Fecha,Descripción,Referencia,Importe', ...rows, ''].join('\n');
  const options = { idempotencyKey: `${name}-${turn}` };
  const statement = { bank_account_id: account, content, file_name: `${turn}.csv` };
  if ((await ask('import_statement', () => own.import_statement(statement, options))) !== undefined)
    outcome.imported += LINES;
  await ask('run_ai_matching', () => other.run_ai_matching({ bank_account_id: account }));
  await ask('search_bank_transactions', () => own.search_bank_transactions({}));
};

const read: Caller = async ({ ask }, turn, name, own) => {
  const calls: readonly (() => Promise<unknown>)[] = [
    () => own.search_invoices({ limit: 50 }),
    () => own.search({ query: `${name}-${turn % 50}` }),
    () => own.get_payment_summary({}),
    () => own.generate_ledger({ type: 'ap', format: 'csv' }),
    () => own.export_bills({}),
    () => own.search_bills({ limit: 50 }),
  ];
  await ask('reads', calls[turn % calls.length] ?? own.list_entities);
};

/** Answered with what they must be answered; anything else is an error of the service. */
const err: Caller = async ({ ask, instances, key }, turn) => {
  const url = instances[turn % instances.length]?.url ?? '';
  const post = (body: string, secret = key, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body,
      ...(signal === undefined ? {} : { signal }),
    });
  const call = (name: string, args: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id: turn, method: 'tools/call', params: { name, arguments: args } });
  const expect = async (
    what: string,
    answer: Promise<Response>,
    wanted: (status: number, text: string) => boolean,
  ) =>
    ask(what, async () => {
      const response = await answer;
      const text = await response.text();
      if (!wanted(response.status, text)) throw new Error(`${what} is answered ${response.status}`);
    });
  await expect('unknown key', post(call('list_entities', {}), 'folio_nobody'), (status) => status === 401);
  await expect(
    'wrong arguments',
    post(call('create_bill', { x: 1 })),
    (status, text) => status === 200 && text.includes('"isError":true'),
  );
  await expect('no JSON', post('{"a":'), (status) => status === 400);
  const ending = new AbortController();
  const broken = post(call('export_bills', {}), key, ending.signal).catch(() => undefined);
  await pause(turn % 10);
  ending.abort();
  await broken;
};

const PAGES = [
  '',
  '/invoices',
  '/bills',
  '/bank',
  '/ledger',
  '/exports/bills.csv',
  '/counterparties',
] as const;

const look: Caller = async ({ ask, instances, company, session }, turn) => {
  const { port } = instances[turn % instances.length] ?? { port: 0 };
  const path = PAGES[turn % PAGES.length] ?? '';
  await ask('pages', async () => {
    const response = await fetch(`http://localhost:${port}/companies/${company}${path}`, {
      headers: { cookie: `folio_${port}=${session}` },
      redirect: 'manual',
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} is answered ${response.status}`);
  });
};

const CALLERS: readonly (readonly [name: string, call: Caller])[] = [
  ['sell-a', sell],
  ['sell-b', sell],
  ['buy-a', buy],
  ['buy-b', buy],
  ['bank', bank],
  ['read', read],
  ['err', err],
  ['look', look],
];

/** Until it is stopped. */
export const runLoad = async (stage: Stage): Promise<Outcome> => {
  const outcome: Outcome = {
    invoices: new Map(),
    bills: new Map(),
    paid: new Set(),
    approved: new Set(),
    imported: 0,
    done: {},
    errors: {},
    failedAt: [],
  };
  const ask: Crew['ask'] = async (what, call) => {
    for (;;) {
      try {
        const answer = await call();
        outcome.done[what] = (outcome.done[what] ?? 0) + 1;
        return answer;
      } catch (error) {
        const known = error instanceof FolioError;
        const code = `${what}: ${known ? error.code : String(error)}`;
        outcome.errors[code] = (outcome.errors[code] ?? 0) + 1;
        outcome.failedAt.push(performance.now());
        if (stage.stop.aborted || !known || !error.retryable) return undefined;
      }
      await pause(PAUSE_MS);
    }
  };
  const clients = stage.instances.map(({ url }) => createClient({ url, key: stage.key }));
  const crew: Crew = { ...stage, outcome, clients, ask };
  await Promise.all(
    CALLERS.map(async ([name, call], index) => {
      for (let turn = 0; !stage.stop.aborted; turn += 1) {
        const own = clients[(index + turn) % clients.length];
        const other = clients[(index + turn + 1) % clients.length];
        if (own !== undefined && other !== undefined) await call(crew, turn, name, own, other);
        await pause(PAUSE_MS);
      }
    }),
  );
  return outcome;
};
