// What waits for a person, as a task: made by a call, followed by any instance, ended by people alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { startTestConsole } from '../console/support.ts';
import { connect, registerClient } from '../oauth/support.ts';
import { addKey, addOrganisation } from '../support/books.ts';
import { ANA, openOffice, until } from '../support/office.ts';
import { startTestService } from '../support/service.ts';
import { post } from '../support/wire.ts';
import { type Asked, errorOf, getTask, resultOf, rpc, type Task, TASKS } from './tasks-support.ts';

const service = await startTestService({ database: 'own' });
/** Another instance on the same books: with pages, and the one that files. */
const folio = await startTestConsole({}, service);
after(() => folio.close());
const office = await openOffice(service);
const { database, organisation_id, entities, keys } = service;
const here: Asked = { url: `${folio.origin}/mcp`, key: keys.mx };
const there: Asked = { url: service.url, key: keys.mx };

const submit = async (asked: Asked = here, args: object = {}): Promise<Task & { invoice_id: string }> => {
  const invoice_id = await office.draft('mx');
  const call = { name: 'submit_invoice', arguments: { invoice_id, ...args } };
  return { ...resultOf(await rpc(asked, 'tools/call', call)), invoice_id };
};

const decide = (verdict: 'approve' | 'reject', id: string) =>
  office.admin.json(
    'approval',
    verdict,
    id,
    `--by=${ANA}`,
    ...(verdict === 'approve' ? ['--wait=0'] : ['--reason=The price is wrong.']),
  );

const ended = (id: string, asked: Asked = here) =>
  until(
    () => getTask(asked, id),
    ({ status }) => status !== 'working',
  );

const approvalOf = (id: string) =>
  database.kysely
    .selectFrom('approval')
    .select(['status', 'decided_by', 'reason'])
    .where('entity_id', '=', entities.mx)
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow();

const { poll_interval_ms, ttl_ms } = SERVICE.tasks;

test('a call that asks a person answers a task whose id is that of the request', async () => {
  const { invoice_id, ...task } = await submit();
  const { id } = (await office.get('mx', invoice_id)).filing.approval ?? assert.fail();
  assert.deepEqual(task, {
    resultType: 'task',
    taskId: id,
    status: 'working',
    statusMessage: `${id} waits for a decision of a person, who makes it at ${folio.origin}/approvals/${id}. Nothing said in a chat decides it.`,
    createdAt: task.createdAt,
    lastUpdatedAt: task.createdAt,
    ttlMs: ttl_ms,
    pollIntervalMs: poll_interval_ms,
    _meta: (task as unknown as { _meta: unknown })._meta,
  });
  const followed = await getTask(here, id);
  assert.deepEqual(followed, { ...task, resultType: 'complete' });
  // An instance without pages knows of none, and follows it all the same.
  const elsewhere = `${id} waits for a decision of a person, who makes it outside of these tools. Nothing said in a chat decides it.`;
  assert.deepEqual(await getTask(there, id), { ...followed, statusMessage: elsewhere });
});

test('without the extension, and in every revision before, the answers are those of ever', async () => {
  const strip = ({ body }: { body: object }) => {
    const { _meta, resultType: _, ...result } = Reflect.get(body, 'result') as Record<string, unknown>;
    return JSON.stringify(result);
  };
  const invoice_id = await office.draft('mx');
  const call = { name: 'submit_invoice', arguments: { invoice_id } };
  await rpc(here, 'tools/call', call);
  const legacy = await post(here.url, here.key, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    // A client of an earlier revision cannot declare it.
    params: { ...call, task: { ttl: 1 }, capabilities: { extensions: { [TASKS]: {} } } },
  });
  const undeclared = await rpc({ ...here, declares: false }, 'tools/call', call);
  assert.equal(strip(undeclared), strip(legacy));
  assert.match(strip(legacy), /"approval_status":"pending"/);
  const { status, code } = errorOf(
    await post(here.url, here.key, { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'x' } }),
  );
  assert.deepEqual({ status, code }, { status: 200, code: -32601 });
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const answer = await rpc({ ...here, declares: false }, method, { taskId: 'x', inputResponses: {} });
    assert.deepEqual(errorOf(answer), {
      status: 400,
      code: -32021,
      message: 'Missing required client capability',
    });
    assert.deepEqual(Reflect.get(answer.body['error'] as object, 'data'), {
      requiredCapabilities: { extensions: { [TASKS]: {} } },
    });
  }
});

test('what asks nobody answers at once: a dry run, a failure, a read', async () => {
  const dry = await submit(here, { dry_run: true });
  assert.equal(dry.resultType, 'complete');
  assert.equal(
    (dry as unknown as { structuredContent: { dry_run: boolean } }).structuredContent.dry_run,
    true,
  );
  const gone = { name: 'submit_invoice', arguments: { invoice_id: 'invc_01k5m8x2q4e7taw9c6rjv3hn0a' } };
  const failed = resultOf(await rpc(here, 'tools/call', gone)) as unknown as {
    resultType: string;
    isError: boolean;
  };
  assert.deepEqual([failed.resultType, failed.isError], ['complete', true]);
});

test('a repeat under its key, and a second call, answer the same task', async () => {
  const invoice_id = await office.draft('mx');
  const call = { name: 'submit_invoice', arguments: { invoice_id } };
  const keyed = { ...here, headers: { 'idempotency-key': 'once-1' } };
  const [first, repeated, second] = [
    resultOf(await rpc(keyed, 'tools/call', call)),
    resultOf(await rpc(keyed, 'tools/call', call)),
    resultOf(await rpc(there, 'tools/call', call)),
  ];
  assert.deepEqual(repeated, first);
  assert.equal(second.taskId, first.taskId);
});

test('approved, it works until the document is filed, and ends with what the tool answers', async () => {
  const { taskId, invoice_id } = await submit();
  await decide('approve', taskId);
  const task = await ended(taskId, there);
  assert.equal(task.status, 'completed');
  assert.equal(task.statusMessage, `${taskId} was approved.`);
  const { isError, structuredContent, content } = task.result ?? assert.fail();
  assert.equal(isError, false);
  assert.equal(content[0]?.text, JSON.stringify(structuredContent));
  const { approval_status, message, invoice_id: told, entity } = structuredContent ?? {};
  assert.deepEqual(
    { approval_status, message, told, entity: (entity as { id: string }).id },
    {
      approval_status: 'approved',
      message: 'A person approved the filing, and the document is filed.',
      told: invoice_id,
      entity: entities.mx,
    },
  );
  assert.equal((await office.get('mx', invoice_id)).filing.status, 'filed');
  assert.deepEqual(await getTask(there, taskId), task);
});

test('nobody is told that a document is filed while it is on its way, or when its filing failed', async () => {
  const { taskId, invoice_id } = await submit();
  const set = (filing_status: 'pending' | 'unclear' | 'failed') =>
    database.kysely
      .updateTable('invoice')
      .set({ filing_status })
      .where('entity_id', '=', entities.mx)
      .where('id', '=', invoice_id as never)
      .execute();
  await database.kysely
    .updateTable('approval')
    .set({ status: 'approved', pending_document_id: null })
    .where('entity_id', '=', entities.mx)
    .where('id', '=', taskId as never)
    .execute();
  for (const filing_status of ['pending', 'unclear'] as const) {
    await set(filing_status);
    const { status, statusMessage, result } = await getTask(here, taskId);
    assert.deepEqual([status, result], ['working', undefined]);
    assert.equal(statusMessage, `${taskId} is approved; the document is being filed.`);
  }
  await set('failed');
  const task = await getTask(here, taskId);
  assert.equal(task.status, 'completed');
  assert.equal(task.result?.isError, true);
  const { error } = JSON.parse(task.result?.content[0]?.text ?? '');
  assert.deepEqual([error.type, error.code], ['state_error', 'approved_not_filed']);
});

test('a rejection and an expiry end it with an error of the tool, never as failed', async () => {
  const { taskId } = await submit();
  await decide('reject', taskId);
  const rejected = await getTask(here, taskId);
  const told = ({ result }: Task) => JSON.parse(result?.content[0]?.text ?? '').error;
  assert.deepEqual([rejected.status, rejected.result?.isError], ['completed', true]);
  const { type, code, message, hint, retryable } = told(rejected);
  assert.deepEqual(
    { type, code, message, hint, retryable },
    {
      type: 'state_error',
      code: 'request_rejected',
      message: `A person rejected the request ${taskId} (The price is wrong.).`,
      hint: 'Do as the reason says before you ask again.',
      retryable: false,
    },
  );
  assert.equal(rejected.result?.structuredContent, undefined);

  const late = await submit(there);
  service.setNow(new Date(Date.now() + 31 * 86_400_000));
  try {
    const expired = await getTask(there, late.taskId);
    assert.deepEqual([expired.status, expired.result?.isError], ['completed', true]);
    assert.equal(told(expired).code, 'request_ran_out');
    // It is read as it stands, and reading changes nothing.
    assert.equal((await approvalOf(late.taskId)).status, 'pending');
  } finally {
    service.setNow(undefined);
  }
});

test('nothing that a client sends is a decision, whatever the method and whatever it says', async () => {
  const { taskId } = await submit();
  const before = await approvalOf(taskId);
  const yes = [
    { approve: true },
    { action: 'accept', content: { decision: 'approved' } },
    { [taskId]: { action: 'accept', content: { approved: true } } },
    { decision: { action: 'accept' } },
    { name: { method: 'elicitation/create', action: 'accept' } },
    {},
  ];
  const stranger = { ...here, key: await addKey(database, organisation_id, { entity_id: entities.mx }) };
  for (const inputResponses of yes)
    for (const method of ['tasks/update', 'tasks/get', 'tasks/result', 'tasks/list', 'tasks/approve'])
      for (const asked of [here, stranger]) {
        const params = { taskId, inputResponses, status: 'completed', decision: 'approved', approve: true };
        const answer = await rpc(asked, method, params);
        if (method === 'tasks/update')
          assert.deepEqual(Object.keys(resultOf(answer)).sort(), ['_meta', 'resultType']);
      }
  // A response to a request that was never made, and a notification.
  for (const message of [
    { jsonrpc: '2.0', id: taskId, result: { action: 'accept', content: { approve: true } } },
    { jsonrpc: '2.0', method: 'notifications/tasks', params: { taskId, status: 'completed' } },
  ])
    assert.equal((await post(here.url, here.key, message)).status, 202);
  // Whoever did not ask for it withdraws nothing either, and an app is heard all the same.
  assert.equal(resultOf(await rpc(stranger, 'tasks/cancel', { taskId })).resultType, 'complete');
  assert.deepEqual(await approvalOf(taskId), before);
  assert.equal((await getTask(here, taskId)).status, 'working');
});

test('who asked takes it back: the draft is free again, and the trail says who', async () => {
  const { taskId, invoice_id } = await submit();
  const cancelled = await rpc(here, 'tasks/cancel', { taskId });
  assert.deepEqual(Object.keys(resultOf(cancelled)).sort(), ['_meta', 'resultType']);
  const task = await getTask(there, taskId);
  assert.deepEqual(
    [task.status, task.statusMessage, task.result],
    ['cancelled', `${taskId} was withdrawn. Whoever asked for it withdrew it.`, undefined],
  );
  assert.equal((await office.get('mx', invoice_id)).filing.status, 'not_submitted');
  const trail = await database.kysely
    .selectFrom('audit')
    .select(['actor_type', 'action'])
    .where('entity_id', '=', entities.mx)
    .where('record_id', '=', taskId)
    .execute();
  assert.deepEqual(trail, [{ actor_type: 'key', action: 'tasks/cancel' }]);
  const { type } = await database.kysely
    .selectFrom('event')
    .select('type')
    .where('entity_id', '=', entities.mx)
    .where('record_id', '=', taskId)
    .executeTakeFirstOrThrow();
  assert.equal(type, 'approval.withdrawn');
  // Heard again, it is no error and no second change; a person can no longer approve it.
  assert.equal((await rpc(there, 'tasks/cancel', { taskId })).status, 200);
  await assert.rejects(decide('approve', taskId));
  const again = await submit();
  assert.notEqual(again.taskId, taskId);
});

test('a withdrawal and an approval at once: one of the two, never both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { taskId, invoice_id } = await submit();
    const [, approved] = await Promise.allSettled([
      rpc(here, 'tasks/cancel', { taskId }),
      decide('approve', taskId),
      getTask(there, taskId),
    ]);
    const task = await ended(taskId);
    const { filing } = await office.settled('mx', invoice_id);
    const { status } = await approvalOf(taskId);
    assert.deepEqual(
      [task.status, status, filing.status],
      approved.status === 'fulfilled'
        ? ['completed', 'approved', 'filed']
        : ['cancelled', 'cancelled', 'not_submitted'],
    );
  }
});

test('a task of strangers is as one that never was', async () => {
  const { taskId } = await submit();
  const other = await addOrganisation(database);
  const strangers = [await addKey(database, other), keys.de];
  const unknown = 'aprv_01k5m8x2q4e7taw9c6rjv3hn0a';
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    for (const key of strangers) {
      const ask = async (id: string) => {
        const { status, body } = await rpc({ ...here, key }, method, { taskId: id, inputResponses: {} });
        return { status, error: body['error'] };
      };
      const seen = await ask(taskId);
      assert.deepEqual(seen, await ask(unknown));
      assert.equal(seen.status, 200);
      assert.equal(Reflect.get(seen.error as object, 'code'), -32602);
      for (const id of ['', 'aprv_', taskId.toUpperCase(), `${taskId} `, 'akey_x', 'invc_', '__proto__', '%'])
        assert.deepEqual(await ask(id), seen, id);
    }
  assert.equal((await getTask(here, taskId)).status, 'working');
  for (const id of [taskId.toUpperCase(), `${taskId} `])
    assert.equal(errorOf(await rpc(here, 'tasks/get', { taskId: id })).code, -32602);
});

test('who may not ask may not follow, and a key that has ended follows nothing', async () => {
  const { taskId } = await submit();
  const narrow = await addKey(database, organisation_id, {
    entity_id: entities.mx,
    scopes: ['invoices:read', 'invoices:write'],
  });
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { status, body } = await rpc({ ...here, key: narrow }, method, { taskId, inputResponses: {} });
    assert.deepEqual([status, body['required_scope']], [403, 'invoices:stamp']);
    const ended = await rpc({ ...here, key: 'folio_unknown' }, method, { taskId, inputResponses: {} });
    assert.equal(ended.status, 401);
  }
});

test('an app that a person connected asks and follows as a key does; ended, it follows nothing', async () => {
  const person = folio.as('administrator', { email: 'apps@ibarra.example' });
  const scope = ['invoices:read', 'invoices:stamp'];
  const client = await registerClient(folio);
  const { access_token: key = '' } = await connect(folio, person, client, { entity: entities.mx, scope });
  const app: Asked = { ...here, key };
  const { taskId, status } = await submit(app);
  assert.equal(status, 'working');
  assert.equal((await getTask(app, taskId)).status, 'working');
  const other = await submit();
  assert.equal((await getTask(app, other.taskId)).taskId, other.taskId);
  await decide('reject', taskId);
  assert.equal((await ended(taskId, app)).result?.isError, true);
  const row = await database.kysely
    .selectFrom('api_key')
    .select('id')
    .where('oauth_client_id', '=', client.id)
    .executeTakeFirstOrThrow();
  await person.send('/settings/apps', 'disconnect', { app: row.id });
  await until(
    async () => (await rpc(app, 'tasks/get', { taskId })).status,
    (each) => each === 401,
  );
});

test('malformed: each says what is wrong', async () => {
  const bad = async (method: string, params: object, headers: Readonly<Record<string, string>> = {}) => {
    const { status, code } = errorOf(await rpc({ ...here, headers }, method, { ...params }));
    return [status, code];
  };
  assert.deepEqual(await bad('tasks/get', {}), [200, -32602]);
  assert.deepEqual(await bad('tasks/get', { taskId: 7 }), [200, -32602]);
  assert.deepEqual(await bad('tasks/update', { taskId: 'x' }), [200, -32602]);
  assert.deepEqual(await bad('tasks/update', { taskId: 'x', inputResponses: [] }), [200, -32602]);
  assert.deepEqual(await bad('tasks/get', { taskId: 'x' }, { 'mcp-name': 'y' }), [400, -32020]);
  assert.deepEqual(await bad('tasks/list', {}), [404, -32601]);
});

test('a server says that it knows tasks where a client may use them, and nowhere else', async () => {
  const discovered = resultOf(await rpc({ ...here, declares: false }, 'server/discover'));
  const { extensions } = Reflect.get(discovered, 'capabilities');
  assert.deepEqual(extensions, { [TASKS]: {} });
  const params = { protocolVersion: '2025-11-25', capabilities: {} };
  const { body } = await post(here.url, here.key, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const { capabilities } = body['result'] as { capabilities: object };
  assert.deepEqual(
    Object.keys(capabilities).filter((name) => name === 'extensions' || name === 'tasks'),
    [],
  );
});
