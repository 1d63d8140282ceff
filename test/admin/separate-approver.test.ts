// Two people for one filing: who made the key that asked may not approve, where the organisation wants it so.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ANA, type Office, openOffice } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';

const CARLA = 'carla@ibarra.example';

let service: TestService;
let office: Office;
before(async () => {
  service = await startTestService();
  office = await openOffice(service);
  const org = `--org=${service.organisation_id}`;
  await office.admin.json('member', 'add', org, `--email=${CARLA}`, '--name=Carla', '--role=administrator');
});
after(() => service.close());

/** A request by a key that Ana made. */
const requested = async (): Promise<string> => {
  const org = `--org=${service.organisation_id}`;
  const { secret } = await office.admin.json('key', 'create', org, '--scopes=*', `--by=${ANA}`);
  const id = await office.draft('mx');
  const entity_id = service.entities.mx;
  const answer = await service.client(secret).submit_invoice({ entity_id, invoice_id: id });
  return answer.approval_request_id;
};

const approve = (id: string, by: string) => ['approval', 'approve', id, `--by=${by}`, '--wait=0'];
const option = (value: 'on' | 'off') =>
  office.admin.json('org', 'update', service.organisation_id, `--separate-approver=${value}`);

test('with the option another administrator approves, and the request says how that is known', async () => {
  await option('on');
  const request = await requested();
  const refusal = await office.admin.refused(...approve(request, ANA));
  assert.equal(refusal.code, 'not_allowed');
  assert.match(refusal.message, /^ana@ibarra\.example made the key that asked .*another administrator/);
  assert.equal((await office.admin.json('approval', 'show', request)).status, 'pending');
  await office.admin.run(...approve(request, CARLA));
  const shown = await office.admin.json('approval', 'show', request);
  const carla = (await office.admin.json('member', 'list', `--org=${service.organisation_id}`)).find(
    ({ email }: { email: string }) => email === CARLA,
  );
  assert.deepEqual([shown.status, shown.decided_by, shown.decided_method], ['approved', carla.id, 'claimed']);
  const audit = await service.database.kysely
    .selectFrom('audit')
    .select(['actor_id', 'method', 'session_id'])
    .where('action', '=', 'approval approve')
    .executeTakeFirstOrThrow();
  assert.deepEqual(audit, { actor_id: carla.id, method: 'claimed', session_id: null });
});

test('who made the key may still reject, and without the option also approve', async () => {
  await option('on');
  const rejected = await requested();
  await office.admin.run('approval', 'reject', rejected, `--by=${ANA}`, '--reason=Wrong buyer');
  assert.equal((await office.admin.json('approval', 'show', rejected)).status, 'rejected');
  await option('off');
  const request = await requested();
  await office.admin.run(...approve(request, ANA));
  assert.equal((await office.admin.json('approval', 'show', request)).status, 'approved');
});
