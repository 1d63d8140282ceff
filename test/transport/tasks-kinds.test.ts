// The other requests that tools make: a credit note, a cancellation, a key. Each ends with what its own tool answers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { compileAnswer } from '../../generated/answers.ts';
import { type ToolDescriptor, type ToolName, TOOLS } from '../../generated/dispatch.ts';
import { addKey } from '../support/books.ts';
import { ANA, eventsOf, openOffice, until } from '../support/office.ts';
import { startTestService } from '../support/service.ts';
import { type Asked, errorOf, getTask, resultOf, rpc, type Task, TASKS } from './tasks-support.ts';

const service = await startTestService({ database: 'own', filing: true });
after(() => service.close());
const office = await openOffice(service);
const { keys, url } = service;
const company: Asked = { url, key: keys.mx };
const whole: Asked = { url, key: keys.organisation };

const asTask = async (asked: Asked, name: ToolName, args: object): Promise<Task> => {
  const task = resultOf(await rpc(asked, 'tools/call', { name, arguments: args }));
  assert.equal(task.resultType, 'task', JSON.stringify(task));
  assert.equal(task.status, 'working');
  return task;
};

/** What a completed task answers fits the published schema of the tool that was called. */
const answerOf = ({ status, result }: Task, tool: ToolName): Readonly<Record<string, unknown>> => {
  assert.deepEqual([status, result?.isError], ['completed', false]);
  const answer = result?.structuredContent ?? {};
  const fits = compileAnswer(tool);
  assert.ok(fits(answer), JSON.stringify(fits.errors));
  return answer;
};

const endedTask = (asked: Asked, id: string) =>
  until(
    () => getTask(asked, id),
    ({ status }) => status !== 'working',
  );

test('a tool makes a task when the spec says where its request is, and no other', () => {
  const asking = Object.values<ToolDescriptor>(TOOLS).filter(({ asks }) => asks !== null);
  assert.deepEqual(asking.map(({ name }) => name).sort(), [
    'delete_webhook',
    'discard_invoice',
    'request_api_key',
    'request_cancellation',
    'reverse_bill_payment',
    'reverse_invoice_payment',
    'revoke_api_key',
    'submit_credit_note',
    'submit_invoice',
    'undo_bank_match',
    'update_invoice',
    'update_webhook',
  ]);
});

test('a credit note ends as its own tool says', async () => {
  const { id: invoice_id } = await office.approved('mx');
  await office.settled('mx', invoice_id);
  const made = resultOf(
    await rpc(company, 'tools/call', {
      name: 'create_credit_note',
      arguments: { invoice_id },
    }),
  );
  const { credit_note_id } = (made as unknown as { structuredContent: { credit_note_id: string } })
    .structuredContent;
  const { taskId } = await asTask(company, 'submit_credit_note', { credit_note_id });
  await office.admin.json('approval', 'approve', taskId, `--by=${ANA}`, '--wait=0');
  const answer = answerOf(await endedTask(company, taskId), 'submit_credit_note');
  assert.deepEqual(
    [answer['credit_note_id'], answer['approval_status'], answer['invoice_id']],
    [credit_note_id, 'approved', undefined],
  );
});

test('a cancellation ends with the decision, and says that the authority is asked', async () => {
  const { id: invoice_id } = await office.approved('mx');
  await office.settled('mx', invoice_id);
  const ask = { invoice_id, reason: '02' };
  const { taskId } = await asTask(company, 'request_cancellation', ask);
  await office.admin.json('cancellation', 'approve', taskId, `--by=${ANA}`);
  const ended = await endedTask(company, taskId);
  const answer = answerOf(ended, 'request_cancellation');
  assert.deepEqual([answer['id'], answer['status']], [taskId, 'approved']);
  // What the authority was asked for is not taken back.
  assert.equal((await rpc(company, 'tasks/cancel', { taskId })).status, 200);
  assert.equal((await getTask(company, taskId)).status, 'completed');
  assert.notEqual((await office.get('mx', invoice_id)).filing.cancellation ?? null, null);
});

test('a cancellation that waits is taken back by who asked, and the invoice counts as before', async () => {
  const { id: invoice_id } = await office.approved('mx');
  const { uuid } = (await office.settled('mx', invoice_id)).filing;
  const ask = { invoice_id, reason: '02' };
  const { taskId } = await asTask(company, 'request_cancellation', ask);
  await rpc(whole, 'tasks/cancel', { taskId });
  assert.equal((await getTask(company, taskId)).status, 'working');
  await rpc(company, 'tasks/cancel', { taskId });
  const { status, statusMessage, result } = await getTask(whole, taskId);
  assert.deepEqual(
    [status, statusMessage, result],
    ['cancelled', `${taskId} was withdrawn. Whoever asked for it withdrew it.`, undefined],
  );
  const { code } = await office.admin.run('cancellation', 'approve', taskId, `--by=${ANA}`, '--json');
  assert.equal(code, 1);
  const { filing } = await office.get('mx', invoice_id);
  assert.deepEqual([filing.status, filing.uuid, filing.cancellation ?? null], ['filed', uuid, null]);
  const read = await service.client(keys.mx).get_cancellation_request({ invoice_id });
  assert.deepEqual(
    [read.id, read.status, read.next],
    [taskId, 'withdrawn', 'Whoever asked took the request back; the invoice counts as before.'],
  );
  assert.deepEqual(await eventsOf(office, 'mx', taskId), [
    'cancellation_request.created',
    'cancellation_request.withdrawn',
  ]);
  assert.notEqual((await asTask(company, 'request_cancellation', ask)).taskId, taskId);
});

test('a withdrawal of a cancellation and its approval at once: one of the two', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { id: invoice_id } = await office.approved('mx');
    await office.settled('mx', invoice_id);
    const { taskId } = await asTask(company, 'request_cancellation', { invoice_id, reason: '02' });
    const [, approved] = await Promise.all([
      rpc(company, 'tasks/cancel', { taskId }),
      office.admin.run('cancellation', 'approve', taskId, `--by=${ANA}`, '--json'),
    ]);
    const { status } = await endedTask(company, taskId);
    const { cancellation } = (await office.get('mx', invoice_id)).filing;
    assert.deepEqual(
      [status, cancellation === null],
      approved.code === 0 ? ['completed', false] : ['cancelled', true],
    );
  }
});

test('a key is asked for and refused; a key of one company follows none', async () => {
  const wanted = { name: 'Reportes', reason: 'Cartera', scopes: ['invoices:read'] };
  const { taskId } = await asTask(whole, 'request_api_key', wanted);
  assert.equal(errorOf(await rpc(company, 'tasks/get', { taskId })).code, -32602);
  const without = await addKey(service.database, service.organisation_id, { toolsets: [] });
  assert.equal(errorOf(await rpc({ url, key: without }, 'tasks/get', { taskId })).code, -32602);
  const { taskId: withdrawn } = await asTask(whole, 'request_api_key', { ...wanted, name: 'Otra' });
  const other = { url, key: await addKey(service.database, service.organisation_id) };
  await rpc(other, 'tasks/cancel', { taskId: withdrawn });
  assert.equal((await getTask(whole, withdrawn)).status, 'working');
  await rpc(whole, 'tasks/cancel', { taskId: withdrawn });
  assert.equal((await getTask(other, withdrawn)).status, 'cancelled');
  const late = await office.admin.run('key', 'request', 'approve', withdrawn, `--by=${ANA}`, '--json');
  assert.equal(late.code, 1);
  await office.admin.json('key', 'request', 'reject', taskId, `--by=${ANA}`, '--reason=Not now.');
  const task = await getTask(whole, taskId);
  assert.deepEqual([task.status, task.result?.isError], ['completed', true]);
  assert.match(task.result?.content[0]?.text ?? '', /request_rejected.*Not now\./);
});

test('the official client says that it knows tasks, and follows one by its id', async () => {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { extensions: { [TASKS]: {} } } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${keys.mx}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    assert.deepEqual(client.getServerCapabilities()?.extensions, { [TASKS]: {} });
    const invoice_id = await office.draft('mx');
    // It knows no result of a task itself, and names what came instead of taking it for an answer.
    await assert.rejects(
      client.callTool({ name: 'submit_invoice', arguments: { invoice_id } }),
      /Unsupported result type 'task' for tools\/call/,
    );
    const taskId = (await office.get('mx', invoice_id)).filing.approval?.id ?? assert.fail();
    const anything = {
      '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
    };
    const follow = async () =>
      (await client.request(
        { method: 'tasks/get', params: { taskId } },
        anything as never,
      )) as unknown as Task;
    assert.equal((await follow()).status, 'working');
    await office.admin.json('approval', 'approve', taskId, `--by=${ANA}`, '--wait=0');
    answerOf(await until(follow, ({ status }) => status !== 'working'), 'submit_invoice');
  } finally {
    await client.close();
  }
});
