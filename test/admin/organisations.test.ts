import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn } from './support.ts';

describe('organisations and members', () => {
  let db: TestDatabase;
  let admin: Admin;
  let org: string;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    org = (await admin.json('org', 'create', '--name', '  Despacho   Ibarra ')).id;
  });
  after(() => db.close());

  it('makes an organisation, with its trail under its own id', async () => {
    assert.match(org, /^orgn_[0-9a-z]{26}$/);
    const row = await db.database.kysely.selectFrom('organisation').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(row, {
      id: org,
      name: 'Despacho Ibarra',
      created_at: '2026-11-21 12:00:00.000',
      separate_approver: false,
      locks: 0,
    });
    const audit = await db.database.kysely.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(
      [
        audit.entity_id,
        audit.actor_type,
        audit.actor_id,
        audit.action,
        audit.record_type,
        audit.record_id,
        audit.before,
      ],
      [org, 'system', 'admin', 'org create', 'organisation', org, null],
    );
    const event = await db.database.kysely.selectFrom('event').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([event.entity_id, event.type, event.record_id], [org, 'organisation.created', org]);
  });

  it('adds a member once, whatever the case of the address', async () => {
    const add = ['member', 'add', '--org', org, '--name', 'Ana Ibarra', '--email'];
    const { id } = await admin.json(...add, 'Ana@Ibarra.example', '--role', 'administrator');
    assert.match(id, /^memb_/);
    const row = await db.database.kysely
      .selectFrom('member')
      .select(['id', 'email', 'role'])
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, { id, email: 'ana@ibarra.example', role: 'administrator' });
    assert.deepEqual(await admin.refused(...add, 'ANA@ibarra.example'), {
      code: 'already_exists',
      message: `ana@ibarra.example is already a member (${id}, Ana Ibarra).`,
      refusal: 'member_exists',
    });
  });

  it('lists organisations and members, for people and for scripts', async () => {
    const { id: other } = await admin.json('org', 'create', '--name', 'Another');
    const created_at = '2026-11-21T12:00:00.000Z';
    assert.deepEqual(await admin.json('org', 'list'), [
      { object: 'organisation', id: org, name: 'Despacho Ibarra', separate_approver: false, created_at },
      { object: 'organisation', id: other, name: 'Another', separate_approver: false, created_at },
    ]);
    const [{ id, ...member }, ...more] = await admin.json('member', 'list', '--org', org);
    assert.match(id, /^memb_/);
    assert.deepEqual(more, []);
    assert.deepEqual(member, {
      object: 'member',
      organisation_id: org,
      email: 'ana@ibarra.example',
      name: 'Ana Ibarra',
      role: 'administrator',
      person_id: null,
      created_at,
    });
    assert.deepEqual(await admin.json('member', 'list', '--org', other), []);
    assert.match((await admin.run('org', 'list')).out, /^ID +NAME +CREATED_AT\norgn_\w+ +Despacho Ibarra /);
    assert.match(
      (await admin.run('member', 'list', '--org', org)).out,
      /^ID +EMAIL +NAME +ROLE\nmemb_\w+ +ana@ibarra\.example +Ana Ibarra +administrator\n$/,
    );
    assert.match((await admin.refused('member', 'list')).message, /'--org <id>' not specified/);
    const unknown = 'orgn_01h455vb4pex5vsknk084sn02q';
    assert.equal((await admin.refused('member', 'list', '--org', unknown)).code, 'not_found');
  });

  it('makes a member findable', async () => {
    const rows = await db.database.kysely
      .selectFrom('search_record')
      .select(['entity_id', 'type', 'label'])
      .where('type', '=', 'team_members')
      .execute();
    assert.deepEqual(rows, [{ entity_id: org, type: 'team_members', label: 'Ana Ibarra' }]);
  });

  it('names the member who acts', async () => {
    const luis = ['member', 'add', '--org', org, '--name', 'Luis', '--email', 'luis@ibarra.example'];
    const { id } = await admin.json(...luis, '--by', 'ana@ibarra.example');
    const audit = await db.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'actor_id'])
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(audit.actor_type, 'member');
    assert.match(audit.actor_id, /^memb_/);
  });

  it('refuses what cannot be right, in one sentence', async () => {
    const unknown = 'orgn_01h455vb4pex5vsknk084sn02q';
    const member = ['member', 'add', '--name', 'X'];
    assert.deepEqual(await admin.refused(...member, '--org', unknown, '--email', 'x@y.example'), {
      code: 'not_found',
      message: `There is no organisation ${unknown}.`,
      refusal: 'no_organisation',
    });
    const cases: [string[], RegExp][] = [
      [
        ['org', 'create'],
        /^Required option '--name <name>' not specified\. Such as: .* org create --name "Despacho Ibarra"$/,
      ],
      [['org', 'create', '--name', ' '], /must not be empty/],
      [['org', 'create', '--name', 'x'.repeat(301)], /at most 300 characters/],
      [['org', 'create', '--nam', 'x'], /Unknown option '--nam'\. Did you mean "--name"\?/],
      [['org', 'create', '--name', 'x', '--jsno'], /Unknown option '--jsno'\. Did you mean --json\?/],
      [['orgs'], /Unknown command 'orgs'\. Did you mean org\?/],
      [['org', 'creat'], /Unknown command 'creat'\. Did you mean create\?/],
      [['org', 'create', '--name', 'x', 'y'], /[Tt]oo many arguments/],
      [
        ['org'],
        /^Which command of org\? create, update, show, list, sign-in\. ".* org --help" tells more\.$/,
      ],
      [[], /^Which command\? org, member, /],
      [
        [...member, '--org', 'invc_01h455vb4pex5vsknk084sn02q', '--email', 'x@y.example'],
        /id of an organisation \(orgn_…\)/,
      ],
      [[...member, '--org', org, '--email', 'nobody'], /must be an e-mail address/],
      [
        [...member, '--org', org, '--email', 'x@y.example', '--role', 'boss'],
        /Allowed choices are viewer, accountant, administrator, member/,
      ],
      [
        [...member, '--org', org, '--email', 'x@y.example', '--by', 'z@y.example'],
        /z@y\.example is not a member/,
      ],
    ];
    for (const [args, message] of cases) assert.match((await admin.refused(...args)).message, message);
  });
});
