// The service, and the records that flows are made of. Importing this registers the hooks.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import type { BankTransactionId, BillId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import type { FolioClient } from '../../support/client.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine } from '../../tools/bank/support.ts';
import { randomOf } from '../random.ts';
import type { Flow, Line, RecordId, Side } from './model.ts';

export const NOW = new Date('2026-03-20T12:00:00Z');
export const BY = 'ana@example.org';

export let service: TestService;
export let admin: Admin;
export const usingFlowBooks = (): void => {
  before(async () => {
    service = await startTestService({ database: 'own' });
    service.setNow(NOW);
    admin = adminOn(service.databaseUrl, NOW);
    const org = ['--org', service.organisation_id];
    await admin.json('member', 'add', ...org, '--email', BY, '--name', 'Ana', '--role', 'administrator');
  });
  after(() => service.close());
};

export const CURRENCY = { mx: 'MXN', de: 'EUR' } as const;
export const wire = (side: Side): FolioClient => service.client(service.keys[side]);

/** Counts what was done, so that the trail can be held against it. */
export const doing = async <T>(
  flow: Flow,
  tool: string,
  call: (client: FolioClient) => Promise<T>,
): Promise<T> => {
  flow.told.push(tool);
  const answer = await call(wire(flow.side));
  flow.calls.set(tool, (flow.calls.get(tool) ?? 0) + 1);
  return answer;
};

export const refusing = async (
  flow: Flow,
  code: string,
  call: (client: FolioClient) => Promise<unknown>,
): Promise<void> => {
  flow.told.push(code);
  await assert.rejects(call(wire(flow.side)), { code });
};

const LETTERS = 'bcdfghjklm';
/** The same in both countries: what one company is taught the other does not know. */
const markOf = (seed: number): string =>
  [...String(seed)].map((digit) => `${LETTERS[Number(digit)]}a`).join('');

export const openFlow = async (seed: number, side: Side): Promise<Flow> => {
  const { database, entities } = service;
  const mark = markOf(seed >> 1);
  const party = (name: string): Promise<CounterpartyId> => addParty(database, entities[side], name);
  const account = await addAccount(service, entities[side], {
    currency: CURRENCY[side],
    name: `Flujo ${mark}`,
  });
  const flow: Flow = {
    side,
    seed,
    random: randomOf(seed),
    account,
    customer: await party(`Clientela ${mark}n`),
    payee: await party(`Abasto ${mark}r`),
    twin: await party(`Gemelo ${mark}l`),
    text: `zur${mark}x`,
    owed: new Map(),
    partyOf: new Map(),
    untouched: new Set(),
    credited: new Map(),
    lines: new Map(),
    matches: [],
    lessons: new Map(),
    aliases: new Map(),
    calls: new Map(),
    changes: 0,
    told: [],
  };
  for (let count = 0; count < 4; count += 1) await addOpenInvoice(flow);
  return flow;
};

export const TOTAL = 119_000;

const TAXES = JSON.stringify([{ tax: 'VAT', category: 'S', rate: '19', base: '1000.00', amount: '190.00' }]);

export const addOpenInvoice = async (flow: Flow): Promise<InvoiceId> => {
  const { database, entities } = service;
  const id = await addInvoice(database, entities[flow.side], {
    counterparty_id: flow.customer,
    total: (TOTAL / 100).toFixed(2),
    currency: CURRENCY[flow.side],
    issue_date: '2026-03-01',
    due_date: '2026-03-31',
  });
  if (flow.side === 'de')
    await database.kysely.updateTable('invoice').set({ tax_breakdown: TAXES }).where('id', '=', id).execute();
  flow.owed.set(id, TOTAL);
  flow.partyOf.set(id, flow.customer);
  flow.untouched.add(id);
  return id;
};

export const addPayeesBill = async (
  flow: Flow,
  counterparty_id: CounterpartyId,
  minor: number,
  month: number,
): Promise<BillId> => {
  const id = await addBill(service.database, service.entities[flow.side], {
    counterparty_id,
    total: (minor / 100).toFixed(2),
    currency: CURRENCY[flow.side],
    issue_date: `2026-0${month}-01`,
    due_date: `2026-0${month}-10`,
  });
  flow.owed.set(id, minor);
  flow.partyOf.set(id, counterparty_id);
  return id;
};

export const addFlowLine = async (
  flow: Flow,
  facts: Pick<Line, 'minor' | 'type' | 'isPayees'> & {
    readonly date: string;
    readonly meant: RecordId | null;
  },
): Promise<BankTransactionId> => {
  const { minor, type, date, isPayees } = facts;
  const id = (await addLine(service, service.entities[flow.side], flow.account, {
    amount_minor: minor,
    currency: CURRENCY[flow.side],
    transaction_type: type,
    date,
    // Its number is none that a bill of any flow has: one of them would be named by it.
    description: isPayees ? `CARGO ${flow.text.toUpperCase()} 98${flow.lines.size}0177` : 'SPEI RECIBIDO',
  })) as BankTransactionId;
  flow.lines.set(id, {
    ...facts,
    month: Number(date.slice(5, 7)),
    status: 'unmatched',
    suggested: null,
    before: null,
    rejected: new Set(),
  });
  return id;
};
