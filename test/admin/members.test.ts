// Roles and removal by e-mail address: what ends with a membership, and what waits for nobody afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ANA, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let office: Office;
let org: string;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
  org = service.organisation_id;
});
after(() => service.close());

const add = async (email: string, role = 'accountant', to = org): Promise<string> => {
  const given = ['--org', to, '--email', email, '--name', email.split('@')[0] ?? '', '--role', role];
  return (await office.admin.json('member', 'add', ...given)).id;
};

const keyOf = async (email: string, ...rest: string[]): Promise<{ id: string; secret: string }> =>
  office.admin.json(
    'key',
    'create',
    '--org',
    org,
    '--scopes',
    '*',
    '--name',
    'Robot',
    '--by',
    email,
    ...rest,
  );

const statusOf = async (key: string): Promise<string> =>
  (await office.admin.json('key', 'list', '--org', org)).find(({ id }: { id: string }) => id === key).status;

test('a member is named by address or id, and by the organisation too where there are several', async () => {
  const { admin } = office;
  const id = await add('eva@ibarra.example');
  const shown = await admin.json('member', 'show', 'Eva@Ibarra.example');
  assert.deepEqual([shown.id, shown.role], [id, 'accountant']);
  const { role, warnings } = await admin.json('member', 'update', 'eva@ibarra.example', '--role', 'viewer');
  assert.deepEqual([role, warnings], ['viewer', []]);
  const { id: other } = await admin.json('org', 'create', '--name', 'Another');
  const second = await add('eva@ibarra.example', 'administrator', other);
  const several = await admin.refused('member', 'update', 'eva@ibarra.example', '--role', 'accountant');
  assert.deepEqual(several, {
    code: 'usage',
    message: `eva@ibarra.example is a member of several organisations; add --org: ${org}, ${other}.`,
  });
  const given = ['eva@ibarra.example', '--org', org];
  assert.equal((await admin.json('member', 'update', ...given, '--role', 'accountant')).id, id);
  assert.equal((await admin.json('member', 'show', second)).role, 'administrator');
  assert.deepEqual(await admin.json('member', 'remove', ...given), {
    id,
    removed: true,
    keys_ended: [],
    warnings: [],
  });
  assert.equal((await admin.json('member', 'show', 'eva@ibarra.example')).id, second);
  assert.deepEqual(await admin.refused('member', 'remove', ...given), {
    code: 'not_found',
    message: `There is no member eva@ibarra.example in ${org}; "member list" shows them.`,
  });
  assert.match(
    (await admin.refused('member', 'show', 'eva')).message,
    /an e-mail address or the id of a member/,
  );
});

test('the last administrator stays, in one sentence', async () => {
  const { admin } = office;
  const { id: other } = await admin.json('org', 'create', '--name', 'Alone');
  await add('solo@ibarra.example', 'administrator', other);
  const message = 'solo@ibarra.example is the last administrator; make somebody else an administrator first.';
  for (const act of [['update', '--role', 'accountant'], ['remove']]) {
    const [verb = '', ...rest] = act;
    assert.deepEqual(await admin.refused('member', verb, 'solo@ibarra.example', ...rest), {
      code: 'not_allowed',
      message,
      refusal: 'last_administrator',
    });
  }
  assert.equal((await admin.json('member', 'show', 'solo@ibarra.example')).role, 'administrator');
});

test('the keys that somebody made end with their membership, unless they are kept', async () => {
  const { admin } = office;
  const id = await add('leo@ibarra.example', 'administrator');
  const first = await keyOf('leo@ibarra.example');
  const another = await keyOf(ANA);
  const lowered = await admin.json('member', 'update', 'leo@ibarra.example', '--role', 'viewer');
  assert.deepEqual(lowered.warnings, [
    `Keys that they made go on with their scopes: ${first.id} (Robot); "key revoke" ends one.`,
  ]);
  assert.equal(await statusOf(first.id), 'active');
  const gone = await admin.json('member', 'remove', 'leo@ibarra.example', '--by', ANA);
  assert.deepEqual(gone, {
    id,
    removed: true,
    keys_ended: [first.id],
    warnings: [`Keys that they made have ended: ${first.id} (Robot).`],
  });
  assert.deepEqual([await statusOf(first.id), await statusOf(another.id)], ['revoked', 'active']);
  const trail = await service.database.kysely
    .selectFrom('audit')
    .select(['action', 'record_id'])
    .where('action', '=', 'member remove')
    .where('record_id', 'in', [id, first.id])
    .execute();
  assert.equal(trail.length, 2);

  await add('max@ibarra.example');
  const kept = await keyOf('max@ibarra.example');
  const answer = await admin.json('member', 'remove', 'max@ibarra.example', '--keep-keys');
  assert.deepEqual(answer.warnings, [
    `They know the secrets of these keys, which go on: ${kept.id} (Robot); "key roll --now" changes one.`,
  ]);
  assert.equal(await statusOf(kept.id), 'active');
});

test('requests that nobody is left to approve are told', async () => {
  const { admin } = office;
  await add('carla@ibarra.example', 'administrator');
  const others = (await admin.json('member', 'list', '--org', org)).filter(
    ({ email, role }: { email: string; role: string }) =>
      role === 'administrator' && ![ANA, 'carla@ibarra.example'].includes(email),
  );
  for (const { id } of others) await admin.json('member', 'update', id, '--role', 'accountant');
  const { secret } = await keyOf(ANA, '--toolsets', 'organization');
  const invoice_id = await office.draft('mx', {});
  const client = service.client(secret);
  const { approval_request_id } = await client.submit_invoice({ entity_id: service.entities.mx, invoice_id });
  const wanted = await client.request_api_key({ name: 'R', reason: 'Report', scopes: ['invoices:read'] });
  const quiet = await admin.json('member', 'update', 'carla@ibarra.example', '--role', 'accountant');
  assert.deepEqual(quiet.warnings, []);
  await admin.json('member', 'update', quiet.id, '--role', 'administrator');

  await admin.json('org', 'update', org, '--separate-approver', 'on');
  const { warnings } = await admin.json('member', 'update', quiet.id, '--role', 'accountant');
  assert.deepEqual(warnings, [
    `${ANA} is the only administrator left, and the organisation wants another one to approve what they or keys of theirs ask for, which these wait for: ${approval_request_id}, ${wanted.id}. Make somebody else an administrator.`,
  ]);
  await admin.json('member', 'update', quiet.id, '--role', 'administrator');
  const { err } = await admin.run('member', 'remove', 'carla@ibarra.example');
  assert.match(err, /^Warning: ana@ibarra\.example is the only administrator left/);
});
