// The log: one line a call, with what became of it and whose it was; filings and deliveries; and nothing of the books but
// ids.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError } from '../../src/base/log.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { openOffice, QUICK, until } from '../support/office.ts';
import { startTestService } from '../support/service.ts';
import { addGermanCustomer } from '../tools/support.ts';
import { legacy, startServer } from './support.ts';

type Line = Readonly<Record<string, unknown>>;

const called = (lines: readonly Line[]): Line[] =>
  lines
    .filter(({ tool }) => tool !== undefined)
    .map(({ msg, level, tool, outcome, error_code, status }) => ({
      msg,
      level,
      tool,
      outcome,
      error_code,
      status,
    }));

const INFO = 30;
const ERROR = 50;

test('each call has one line with its tool, outcome and code', async (t) => {
  const server = await startServer(t);
  for (const name of ['echo', 'fail', 'throw', 'forbidden', 'nothing']) {
    await server.rpc(legacy('tools/call', { name }));
  }
  await server.rpc(legacy('tools/call', { name: 7 }));
  const line = { msg: 'request', level: INFO, status: 200 };
  assert.deepEqual(called(server.lines.filter(({ msg }) => msg === 'request')), [
    { ...line, tool: 'echo', outcome: 'ok', error_code: undefined },
    { ...line, tool: 'fail', outcome: 'failed', error_code: 'invoice_not_found' },
    { ...line, level: ERROR, tool: 'throw', outcome: 'failed', error_code: 'internal_error' },
    { ...line, tool: 'forbidden', outcome: 'refused', error_code: 'insufficient_scope', status: 403 },
    { ...line, tool: 'unknown', outcome: 'refused', error_code: 'unknown_tool' },
  ]);
  const bad = server.lines.at(-1);
  assert.deepEqual([bad?.['outcome'], bad?.['error_code']], ['refused', 'invalid_params']);
});

test('each call of a batch has a line of its own', async (t) => {
  const server = await startServer(t);
  const batch = [
    legacy('tools/call', { name: 'echo' }, 1),
    legacy('tools/call', { name: 'fail' }, 2),
    legacy('ping', undefined, 3),
  ];
  const { status } = await server.rpc(batch, { 'MCP-Protocol-Version': '2025-03-26' });
  assert.equal(status, 200);
  assert.deepEqual(
    server.lines.map(({ msg, method, tool, error_code, outcome }) => [
      msg,
      method,
      tool,
      outcome,
      error_code,
    ]),
    [
      ['call', 'tools/call', 'echo', 'ok', undefined],
      ['call', 'tools/call', 'fail', 'failed', 'invoice_not_found'],
      ['request', 'batch', undefined, undefined, undefined],
    ],
  );
  assert.equal(new Set(server.lines.map(({ request_id }) => request_id)).size, 1);
});

test('a log of the books has ids, and no name, address, amount, text or secret', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const mails = await startMailServer();
  const service = await startTestService({ lines, smtp_url: mails.url, filing: { timing: QUICK } });
  t.after(async () => {
    await service.close();
    await mails.close();
  });
  const office = await openOffice(service);
  const customer = await addGermanCustomer(service, 'Erika Mustermann', {
    email: 'erika@mustermann.example',
    country_details: { street: 'Heidestrasse 17', city: 'Potsdam' },
  });
  const line_items = [{ description: 'Scheidungsberatung', unit_price: 7654.32 }];
  const args = { counterparty_id: customer, line_items };
  mails.replies.push({ code: 451, at: 'recipient' });
  const { id } = await office.approved('de', args);
  assert.equal((await office.settled('de', id)).filing.status, 'filed');
  const client = service.client();
  const wrong = { entity_id: service.entities.mx, text: 'Erika Mustermann' };
  await assert.rejects(client.call('create_task', { ...wrong, due_date: 'mustermann' } as never));
  await assert.rejects(client.call('get_invoice', { invoice_id: id, entity_id: service.entities.mx }));
  const failed = lines.at(-1) ?? {};
  const { tool, outcome, error_code, entity_id, request_id, key_id, status } = failed;
  assert.deepEqual(
    { tool, outcome, error_code, entity_id, status },
    {
      tool: 'get_invoice',
      outcome: 'failed',
      error_code: 'invoice_not_found',
      entity_id: service.entities.mx,
      status: 200,
    },
  );
  assert.match(String(request_id), /^req_/);
  assert.match(String(key_id), /^akey_/);
  const deliveries = await until(
    async () => lines.filter(({ msg }) => msg === 'delivery'),
    (found) => found.some(({ outcome: kind }) => kind === 'accepted'),
  );
  assert.deepEqual(
    deliveries
      .filter(({ kind }) => kind === 'file')
      .map((line) => [line['outcome'], line['document_id'], line['entity_id'], line['attempts']]),
    [
      ['unknown', id, service.entities.de, 1],
      ['accepted', id, service.entities.de, 2],
    ],
  );
  const text = JSON.stringify(lines);
  const secrets = Object.values(service.keys);
  for (const word of ['Erika', 'ustermann', 'Heide', 'Potsdam', 'Scheidung', '7654', 'Nordwind', ...secrets])
    assert.ok(!text.includes(word), `${word} stands in the log`);
});

test('of an error the log has what is harmless', () => {
  const statement = Object.assign(new Error("Duplicate entry 'Erika' for key"), {
    sql: "insert into counterparty values ('Erika')",
    sqlMessage: "Duplicate entry 'Erika'",
    code: 'ER_DUP_ENTRY',
    errno: 1062,
  });
  const told = JSON.stringify(
    describeError(
      Object.assign(
        new Error('550 <erika@example.org> refused; Bearer abc.def at smtp://user:pass@mail:25', {
          cause: statement,
        }),
        {
          rejected: ['erika@example.org'],
          config: { headers: { Authorization: 'Bearer abc.def' } },
        },
      ),
    ),
  );
  for (const word of ['rika', 'abc', 'pass', 'insert']) assert.ok(!told.includes(word), `${word} in ${told}`);
  const { message, cause } = JSON.parse(told) as { message: string; cause: Line };
  assert.equal(message, '550 <…> refused; … at smtp://…@mail:25');
  assert.deepEqual(
    [cause['message'], cause['code'], cause['errno']],
    ['a statement failed', 'ER_DUP_ENTRY', 1062],
  );
});
