// What others made is ended or changed only by a person: such a call is a task too, and ends with what its tool answers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compileAnswer } from '../../generated/answers.ts';
import { type AskingTool, type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import type { BankTransactionId, InvoiceId } from '../../generated/ids.ts';
import type { Scope } from '../../generated/scopes.ts';
import { startTestConsole, type TestConsole } from '../console/support.ts';
import { addKey, addOrganisation } from '../support/books.ts';
import { addBill, addInvoice, addParty } from '../support/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Asked, errorOf, getTask, resultOf, rpc, type Task } from './tasks-support.ts';

type Changing = AskingTool<'change_request_id'>;
type Answer = Readonly<Record<string, unknown>>;

let service: TestService;
/** Another instance on the same books, with pages. */
let folio: TestConsole;
/** Of who asks: none of them made what they would end. */
let company: Asked;
let whole: Asked;
before(async () => {
  service = await startTestService({ database: 'own' });
  folio = await startTestConsole({}, service);
  company = { url: `${folio.origin}/mcp`, key: await keyOf({ entity_id: service.entities.mx }) };
  whole = { url: service.url, key: await keyOf({}) };
});
after(() => folio.close());

const keyOf = (facts: NonNullable<Parameters<typeof addKey>[2]>): Promise<string> =>
  addKey(service.database, service.organisation_id, facts);
const maker = () => service.client(service.keys.mx);
/** At the other instance. */
const elsewhere = (asked: Asked): Asked => ({
  ...asked,
  url: asked.url === service.url ? `${folio.origin}/mcp` : service.url,
});

const party = () => addParty(service.database, service.entities.mx);
let number = 0;
const owed = async (): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, {
    counterparty_id: await party(),
    total: '1160.00',
    series: 'T',
    number: String((number += 1)),
  });
const draft = async (): Promise<InvoiceId> => {
  const counterparty_id = await addMexicanCustomer(service, 'CAFE LUNA');
  const line_items = [{ description: 'Servicio', unit_price: 1000 }];
  return (await callLoosely(service, 'mx', 'create_invoice', { counterparty_id, line_items })).id;
};
const webhook = async () => {
  const made = await service
    .client()
    .create_webhook({ url: 'https://hooks.example.com/ours', events: ['invoice.*'] });
  return { webhook_id: made.id, secret: made.secret ?? assert.fail() };
};
const narrowKey = async (...scopes: readonly (Scope | '*')[]) => {
  const key = await keyOf({ scopes, name: `narrow ${scopes.length} ${(number += 1)}` });
  return { ...whole, key };
};

interface Kind {
  readonly asked: () => Asked | Promise<Asked>;
  /** The arguments of a call about something that another key made. */
  readonly args: () => Promise<object>;
  /** What the tool answers in the end. */
  readonly says: (args: Answer) => Answer;
}

const KINDS: Readonly<Record<Changing, Kind>> = {
  discard_invoice: {
    asked: () => company,
    args: async () => ({ invoice_id: await draft() }),
    says: ({ invoice_id }) => ({ id: invoice_id, status: 'draft', total: 1160 }),
  },
  update_invoice: {
    asked: () => company,
    args: async () => {
      const invoice_id = await draft();
      await maker().submit_invoice({ invoice_id });
      return { invoice_id, title: 'Otro' };
    },
    says: ({ invoice_id }) => ({ id: invoice_id, status: 'draft', title: 'Otro', changed: ['title'] }),
  },
  reverse_invoice_payment: {
    asked: () => company,
    args: async () => {
      const { id } = await maker().record_invoice_payment({ invoice_id: await owed(), amount: 500 });
      return { payment_id: id, reason: 'Twice' };
    },
    says: ({ payment_id }) => ({ id: payment_id, status: 'reversed', amount: 500, reason: 'Twice' }),
  },
  reverse_bill_payment: {
    asked: () => company,
    args: async () => {
      const { database, entities } = service;
      const bill = { counterparty_id: await party(), total: '580.00', bill_number: `T-${(number += 1)}` };
      const bill_id = await addBill(database, entities.mx, bill);
      const { id } = await maker().record_bill_payment({ bill_id, amount: 80 });
      return { payment_id: id, reason: 'Twice' };
    },
    says: ({ payment_id }) => ({ id: payment_id, status: 'reversed', amount: 80, reason: 'Twice' }),
  },
  undo_bank_match: {
    asked: () => company,
    args: async () => {
      const { entities } = service;
      const account = await addAccount(service, entities.mx);
      const transaction_id = (await addLine(service, entities.mx, account, {
        amount_minor: 116_000,
      })) as BankTransactionId;
      await maker().confirm_bank_match({ transaction_id, matched_record_id: await owed() });
      return { transaction_id };
    },
    says: ({ transaction_id }) => ({ id: transaction_id, match_status: 'unmatched' }),
  },
  delete_webhook: {
    asked: () => whole,
    args: async () => ({ webhook_id: (await webhook()).webhook_id }),
    says: ({ webhook_id }) => ({ object: 'webhook', id: webhook_id, webhook_id, deleted: true }),
  },
  update_webhook: {
    asked: () => whole,
    args: async () => ({
      webhook_id: (await webhook()).webhook_id,
      url: 'https://other.example.com/in',
    }),
    says: ({ webhook_id }) => ({
      id: webhook_id,
      url: 'https://other.example.com/in',
      is_of_calling_key: false,
      changed: ['url'],
      review_url: null,
    }),
  },
  revoke_api_key: {
    asked: () => narrowKey('api_keys:write', 'api_keys:read'),
    args: async () => {
      const name = `to end ${(number += 1)}`;
      await keyOf({ name });
      const { id } = await service.database.kysely
        .selectFrom('api_key')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return { api_key_id: id };
    },
    says: ({ api_key_id }) => ({ id: api_key_id, status: 'revoked', is_calling_key: false }),
  },
};

const pick = (answer: Answer, like: Answer): Answer =>
  Object.fromEntries(Object.keys(like).map((name) => [name, answer[name]]));

/** Asks, with a client that knows tasks or with one that does not. */
const call = async (asked: Asked, tool: Changing, args: object): Promise<Task> =>
  resultOf(await rpc(asked, 'tools/call', { name: tool, arguments: args }));

const askFor = async (tool: Changing): Promise<{ asked: Asked; args: Answer; task: Task }> => {
  const asked = await KINDS[tool].asked();
  const args = (await KINDS[tool].args()) as Answer;
  const task = await call(asked, tool, args);
  assert.deepEqual([task.resultType, task.status], ['task', 'working'], JSON.stringify(task));
  return { asked, args, task };
};

/** What a person is shown who decides on its page. */
const decide = async (verdict: 'approve' | 'reject', id: string) => {
  const form = verdict === 'reject' ? { reason: 'It is ours.' } : {};
  return (await folio.as('administrator').send(`/changes/${id}`, verdict, form)).status;
};

const rowOf = (id: string) =>
  service.database.kysely
    .selectFrom('change_request')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const errorIn = ({ result }: Task): { code: string; message: string } =>
  JSON.parse(result?.content[0]?.text ?? '').error;

for (const [name, { says }] of Object.entries(KINDS))
  test(`${name} of what another key made is a task, which ends with what the tool answers`, async () => {
    const tool = name as Changing;
    const { asked, args, task } = await askFor(tool);
    const id = task.taskId;
    const at = asked.url === service.url ? 'outside of these tools' : `at ${folio.origin}/changes/${id}`;
    const waits = `${id} waits for a decision of a person, who makes it ${at}. Nothing said in a chat decides it.`;
    assert.equal(task.statusMessage, waits);
    // Asked again, by whatever client, it is the same request; one that knows no tasks is told it in the answer.
    const plain = (await call({ ...asked, declares: false }, tool, args)) as unknown as {
      structuredContent: Answer;
    };
    assert.deepEqual(pick(plain.structuredContent, { change_request_id: 0 }), { change_request_id: id });
    assert.equal((await call(asked, tool, args)).taskId, id);
    assert.equal((await rowOf(id)).answer, null);
    assert.equal(await decide('approve', id), 200);
    const ended = await getTask(elsewhere(asked), id);
    assert.deepEqual(
      [ended.status, ended.statusMessage, ended.result?.isError],
      ['completed', `${id} was approved.`, false],
    );
    const here = await getTask(asked, id);
    const answer = here.result?.structuredContent ?? {};
    const fits = compileAnswer(tool);
    assert.ok(fits(answer), JSON.stringify(fits.errors));
    assert.deepEqual(pick(answer, says(args)), says(args));
    assert.equal('change_request_id' in answer, false);
    assert.equal(here.result?.content[0]?.text, JSON.stringify(answer));
    // It stays what was answered, whatever becomes of the record.
    assert.deepEqual(await getTask(asked, id), here);
  });

test('whoever made it, or a dry run, asks nobody and has no task', async () => {
  const invoice_id = await draft();
  const own: Asked = { ...company, key: service.keys.mx };
  for (const args of [{ invoice_id, dry_run: true }, { invoice_id }])
    assert.equal((await call(own, 'discard_invoice', args)).resultType, 'complete');
});

test('no tool that shows a secret makes a task, and nothing kept for one has a secret', async () => {
  const tools = Object.values<ToolDescriptor>(TOOLS);
  assert.deepEqual(
    tools.filter(({ asks, once }) => asks !== null && once !== null),
    [],
  );
  assert.deepEqual(
    tools.flatMap(({ name, asks }) => (asks === 'change_request_id' ? [name] : [])).sort(),
    Object.keys(KINDS).sort(),
  );
  const { webhook_id, secret } = await webhook();
  const { taskId } = await call(whole, 'update_webhook', { webhook_id, events: ['task.*'] });
  assert.equal(await decide('approve', taskId), 200);
  const told = JSON.stringify([await rowOf(taskId), await getTask(whole, taskId)]);
  assert.ok(!told.includes(secret) && !/whsec_|folio_[a-z]+_/.test(told), told);
});

test('a rejection and an expiry end it with an error of the tool, and nothing is done', async () => {
  const { args, task } = await askFor('reverse_invoice_payment');
  await decide('reject', task.taskId);
  const rejected = await getTask(company, task.taskId);
  assert.deepEqual([rejected.status, rejected.result?.isError], ['completed', true]);
  assert.match(JSON.stringify(errorIn(rejected)), /request_rejected.*It is ours\./);
  assert.equal((await rowOf(task.taskId)).answer, null);
  const again = await call(company, 'reverse_invoice_payment', args);
  assert.notEqual(again.taskId, task.taskId);
  service.setNow(new Date(Date.now() + 31 * 86_400_000));
  try {
    const expired = await getTask(elsewhere(company), again.taskId);
    assert.deepEqual([expired.status, expired.result?.isError], ['completed', true]);
    assert.equal(errorIn(expired).code, 'request_ran_out');
  } finally {
    service.setNow(undefined);
  }
});

test('who asked takes it back, nobody else does, and no person can approve it then', async () => {
  for (const tool of Object.keys(KINDS) as Changing[]) {
    const { asked, args, task } = await askFor(tool);
    const { taskId } = task;
    const other = tool === 'revoke_api_key' ? whole : { ...asked, key: await keyOf({}) };
    assert.equal(resultOf(await rpc(other, 'tasks/cancel', { taskId })).resultType, 'complete');
    assert.equal((await getTask(asked, taskId)).status, 'working');
    assert.equal(resultOf(await rpc(elsewhere(asked), 'tasks/cancel', { taskId })).resultType, 'complete');
    const ended = await getTask(asked, taskId);
    assert.deepEqual(
      [ended.status, ended.statusMessage, ended.result],
      ['cancelled', `${taskId} was withdrawn. Whoever asked for it withdrew it.`, undefined],
    );
    const { status, decided_by, open_key } = await rowOf(taskId);
    assert.deepEqual([status, decided_by, open_key], ['withdrawn', null, null]);
    assert.notEqual(await decide('approve', taskId), 200);
    assert.match((await folio.as('administrator').get(`/changes/${taskId}`)).html, /Withdrawn/);
    assert.notEqual((await call(asked, tool, args)).taskId, taskId);
    const event = await service.database.kysely
      .selectFrom('event')
      .select('type')
      .where('record_id', '=', taskId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.equal(event.type, 'change_request.withdrawn');
  }
});

test('a withdrawal and an approval at once: one of the two, never both', async () => {
  for (const tool of ['reverse_invoice_payment', 'delete_webhook', 'reverse_bill_payment'] as const) {
    const { asked, args, task } = await askFor(tool);
    const { taskId } = task;
    const [, approved] = await Promise.allSettled([
      rpc(asked, 'tasks/cancel', { taskId }),
      decide('approve', taskId),
      rpc(elsewhere(asked), 'tasks/cancel', { taskId }),
      call(asked, tool, args),
    ]);
    const ended = await getTask(asked, taskId);
    const { status, answer } = await rowOf(taskId);
    assert.deepEqual(
      [ended.status, status, answer !== null],
      approved.status === 'fulfilled' && approved.value === 200
        ? ['completed', 'approved', true]
        : ['cancelled', 'withdrawn', false],
    );
  }
});

test('what cannot be done any more is not told as done: the request waits on, or runs out', async () => {
  const { args, task } = await askFor('discard_invoice');
  await maker().discard_invoice(args as { invoice_id: InvoiceId });
  assert.notEqual(await decide('approve', task.taskId), 200);
  assert.equal((await getTask(company, task.taskId)).status, 'working');
  assert.equal((await rowOf(task.taskId)).status, 'pending');
});

describe('who sees it', () => {
  const ask = async (asked: Asked, method: string, taskId: string) => {
    const { status, body } = await rpc(asked, method, { taskId, inputResponses: {} });
    return { status, error: body['error'] };
  };
  const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'];

  test('strangers and keys of another company see no more than of one that never was', async () => {
    const other = await addOrganisation(service.database);
    const ofStrangers = { ...whole, key: await addKey(service.database, other) };
    const ofGerman = { ...whole, key: service.keys.de };
    const never = 'chrq_01k5m8x2q4e7taw9c6rjv3hn0a';
    const ofBooks = (await askFor('discard_invoice')).task.taskId;
    const ofOrganisation = (await askFor('delete_webhook')).task.taskId;
    for (const [asked, ids] of [
      [ofStrangers, [ofBooks, ofOrganisation]],
      [ofGerman, [ofBooks, ofOrganisation]],
      [company, [ofOrganisation, ofBooks.toUpperCase(), `${ofBooks} `]],
    ] as const)
      for (const method of METHODS)
        for (const id of ids) {
          const seen = await ask(asked, method, id);
          assert.deepEqual(seen, await ask(asked, method, never), `${method} ${id}`);
          assert.equal(Reflect.get(seen.error as object, 'code'), -32602);
        }
    for (const id of [ofBooks, ofOrganisation]) assert.equal((await getTask(whole, id)).status, 'working');
  });

  test('a key without the scope or the set of the tool, or that has ended, follows nothing', async () => {
    const { taskId } = (await askFor('discard_invoice')).task;
    const reader = { ...company, key: await keyOf({ scopes: ['invoices:read'] }) };
    const without = { ...company, key: await keyOf({ toolsets: [] }) };
    for (const method of METHODS) {
      const { status, body } = await rpc(reader, method, { taskId, inputResponses: {} });
      assert.deepEqual([status, body['required_scope']], [403, 'invoices:write']);
      assert.equal(errorOf(await rpc(without, method, { taskId, inputResponses: {} })).code, -32602);
    }
    assert.equal((await rowOf(taskId)).status, 'pending');
  });

  test('nothing that a client sends decides it', async () => {
    const { asked, task } = await askFor('delete_webhook');
    const { taskId } = task;
    const before = await rowOf(taskId);
    for (const inputResponses of [
      { approve: true },
      { [taskId]: { action: 'accept', content: { approved: true } } },
      { status: 'approved', answer: { deleted: true } },
    ])
      for (const method of ['tasks/update', 'tasks/get', 'tasks/result', 'tasks/approve'])
        await rpc(asked, method, { taskId, inputResponses, status: 'completed', decision: 'approved' });
    assert.deepEqual(await rowOf(taskId), before);
  });
});
