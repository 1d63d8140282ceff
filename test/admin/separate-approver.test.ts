// Where an organisation wants two persons for a filing: who made the key that asked does not approve.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ANA, type Office, openOffice, QUICK } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

const CARLA = 'carla@ibarra.example';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService({ filing: { timing: QUICK } });
  office = await openOffice(service);
});
after(() => service.close());

test('who made the key that asked may not approve; another administrator may', async () => {
  const { admin } = office;
  const org = service.organisation_id;
  await admin.json(
    'member',
    'add',
    '--org',
    org,
    '--email',
    CARLA,
    '--name',
    'Carla',
    '--role',
    'administrator',
  );
  const { id: key, secret } = await admin.json('key', 'create', '--org', org, '--scopes', '*', '--by', ANA);
  const keys = await admin.json('key', 'list', '--org', org);
  assert.match(keys.find(({ id }: { id: string }) => id === key).created_by, /^memb_/);
  const on = await admin.json('org', 'update', org, '--separate-approver', 'on', '--by', ANA);
  assert.equal(on.separate_approver, true);

  const invoice_id = await office.draft('mx', {});
  const { approval_request_id: request } = await service
    .client(secret)
    .submit_invoice({ entity_id: service.entities.mx, invoice_id });
  const { code, message } = await admin.refused('approval', 'approve', request, '--by', ANA);
  assert.equal(code, 'not_allowed');
  assert.match(message, /made the key that asked .* wants another administrator/);

  const approved = await admin.json('approval', 'approve', request, '--by', CARLA);
  assert.deepEqual([approved.status, approved.decided_method], ['approved', 'claimed']);
  const trail = await service.database.kysely
    .selectFrom('audit')
    .select(['method', 'session_id'])
    .where('action', '=', 'approval approve')
    .executeTakeFirstOrThrow();
  assert.deepEqual(trail, { method: 'claimed', session_id: null });
});

test('whoever made a key themselves may approve once the option is off', async () => {
  const { admin } = office;
  const org = service.organisation_id;
  await admin.json('org', 'update', org, '--separate-approver', 'off');
  const { secret } = await admin.json('key', 'create', '--org', org, '--scopes', '*', '--by', ANA);
  const invoice_id = await office.draft('mx', {});
  const { approval_request_id: request } = await service
    .client(secret)
    .submit_invoice({ entity_id: service.entities.mx, invoice_id });
  const approved = await admin.json('approval', 'approve', request, '--by', ANA);
  assert.equal(approved.status, 'approved');
});

test('a viewer changes nothing, roles change by command, and the last administrator stays', async () => {
  const { admin } = office;
  const org = service.organisation_id;
  const { id } = await admin.json(
    'member',
    'add',
    '--org',
    org,
    '--email',
    'v@ibarra.example',
    '--name',
    'V',
  );
  assert.equal((await admin.json('member', 'update', id, '--role', 'viewer')).role, 'viewer');
  const update = ['org', 'update', org, '--separate-approver', 'on'];
  assert.equal((await admin.refused(...update, '--by', 'v@ibarra.example')).code, 'not_allowed');
  assert.equal((await admin.json('member', 'update', id, '--role', 'member')).role, 'accountant');
  assert.deepEqual(await admin.json('member', 'remove', id), {
    id,
    removed: true,
    keys_ended: [],
    warnings: [],
  });
  assert.equal((await admin.refused('member', 'remove', id)).code, 'not_found');
  const members = await admin.json('member', 'list', '--org', org);
  const administrators = members.filter(({ role }: { role: string }) => role === 'administrator');
  const [last, ...others] = administrators.map((each: { id: string }) => each.id);
  for (const other of others) await admin.json('member', 'remove', other);
  assert.match((await admin.refused('member', 'remove', last)).message, /last administrator/);
  const { url } = await admin.json('person', 'link', '--email', administrators[0].email);
  assert.match(url, /^http:\/\/localhost:3000\/welcome\/[\w-]{43}$/);
  assert.equal((await admin.refused('person', 'link', '--email', 'x@y.example')).code, 'not_found');
  assert.deepEqual(await admin.json('person', 'list'), []);
});
