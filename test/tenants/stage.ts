// The three companies of the tests of isolation, with what only a filing leaves, approvals, requests for keys and the
// pages; and of every record whose it is.
import { sql } from 'kysely';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { adminOn } from '../admin/support.ts';
import { type Person, startTestConsole } from '../console/support.ts';
import { addWebhook } from '../isolation/webhooks.ts';
import { buildWorld, type Company, MARKS, type Whose, type World } from '../isolation/world.ts';
import { connectAs } from '../oauth/support.ts';
import { addKey } from '../support/books.ts';
import { QUICK, until } from '../support/office.ts';
import { idsIn } from './owners.ts';

/** A company and who asks for it. */
export interface Tenant extends Company {
  /** Its newest records by their prefixes: what the stage adds, and not the world. */
  readonly newest: Readonly<Record<string, readonly string[]>>;
  readonly organisationKey: string;
  readonly administrator: Person;
}

export interface Stage {
  readonly world: World;
  readonly tenants: readonly Tenant[];
  /** Of the pages. */
  readonly origin: string;
  close(): Promise<void>;
}

const ORGANISATIONS: Readonly<Record<Whose, string>> = { a: 'ab', b: 'ab', c: 'c' };

/** A filed invoice to be paid in parts, a payment with its complement, a credit note, and an invoice that waits. */
const fileDocuments = async (
  { service }: World,
  { whose, client, organisation_id, entity_id, ids }: Company,
) => {
  const admin = adminOn(service.databaseUrl, new Date());
  const mark = MARKS[whose];
  const approver = `aprueba-${mark.toLowerCase()}@miembros.example`;
  const member = ['--email', approver, '--name', mark, '--role', 'administrator'];
  await admin.json('member', 'add', '--org', organisation_id, ...member);
  /** The kinds have a status of their own, filed once the authority took it. */
  const allFiled = (table: 'invoice' | 'credit_note' | 'complement') =>
    until(
      () =>
        sql<{ status: string }>`select status from ${sql.table(table)} where entity_id = ${entity_id}
          order by id desc limit 1`.execute(service.database.kysely),
      ({ rows }) => rows[0]?.status === 'filed',
    );
  const approve = (request: string) =>
    admin.json('approval', 'approve', request, '--by', approver, '--wait=0');
  const submit = async () => {
    const { id } = await client.create_invoice({
      counterparty_id: (ids['ctpy']?.at(-1) ?? '') as never,
      title: mark,
      country_details: { payment_method: 'PPD' },
      line_items: [{ description: `${mark} renglón`, unit_price: 100 }],
    });
    const { approval_request_id } = await client.submit_invoice({ invoice_id: id });
    return { id, approval_request_id };
  };
  const { id, approval_request_id } = await submit();
  await approve(approval_request_id);
  await allFiled('invoice');
  await client.record_invoice_payment({ invoice_id: id, amount: 10 });
  const note = await client.create_credit_note({
    invoice_id: id,
    amount: 10,
  });
  await approve((await client.submit_credit_note({ credit_note_id: note.id })).approval_request_id);
  const [complement] = (await admin.json('complement', 'list', '--entity', entity_id)) as unknown as {
    readonly filing: { readonly approval: { readonly id: string } };
  }[];
  await approve(complement?.filing.approval.id ?? '');
  for (const kind of ['credit_note', 'complement'] as const) await allFiled(kind);
  await submit();
};

/** The mails to the customers follow what is filed; afterwards nothing changes by itself. */
const workDone = ({ service: { database } }: World) =>
  until(
    () =>
      database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('open', '=', true)
        .where('kind', '<>', 'expire')
        .execute(),
    (rows) => rows.length === 0,
  );

/** All ids that stand in the column `id` of a table of companies or organisations, by whose they are and their prefix. */
const idsOf = async (
  { service: { database } }: World,
  owner: EntityId | OrganisationId,
  column: 'entity_id' | 'organisation_id',
): Promise<Record<string, string[]>> => {
  const { rows: tables } = await sql<{ name: string }>`select c.table_name as name
    from information_schema.columns c join information_schema.columns i
      on i.table_schema = c.table_schema and i.table_name = c.table_name and i.column_name = 'id'
    where c.table_schema = database() and c.column_name = ${column} and i.data_type in ('char', 'varchar')
    order by c.table_name`.execute(database.kysely);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)}
      where ${sql.ref(column)} = ${owner} order by id`.execute(database.kysely);
    for (const { id } of rows) if (idsIn(id).length > 0) (found[id.slice(0, 4)] ??= []).push(id);
  }
  return found;
};

/** The newest of a kind that are kept, for pages that only some of them have. */
const KEPT = 3;

const recordsOf = async (world: World, company: Company): Promise<Pick<Tenant, 'ids' | 'newest'>> => {
  const ofOrganisation = await idsOf(world, company.organisation_id, 'organisation_id');
  const all = { ...ofOrganisation, ...(await idsOf(world, company.entity_id, 'entity_id')) };
  const newest = Object.fromEntries(Object.entries(all).map(([prefix, ids]) => [prefix, ids.slice(-KEPT)]));
  return { ids: { ...all, ...company.ids }, newest };
};

/** Its key is one of the organisation's, and has a page of its own. */
const connectProgram = async (
  { database }: World['service'],
  {
    administrator,
    email,
    organisation_id,
  }: {
    readonly administrator: Person;
    readonly email: string;
    readonly organisation_id: OrganisationId;
  },
): Promise<string> => {
  // Who has not opened a page yet may not be a member yet.
  await administrator.get('/me');
  return connectAs({ database, organisation_id }, { email, scopes: ['invoices:read'], now: new Date() });
};

export const openStage = async (among: readonly Whose[] = ['a', 'b', 'c']): Promise<Stage> => {
  const world = await buildWorld({ filing: { timing: QUICK } });
  const { service } = world;
  const pages = await startTestConsole({ DATA_DIR: service.dataDir ?? '' }, service);
  try {
    service.setNow(undefined);
    const companies = [world.a, world.b, world.c].filter(({ whose }) => among.includes(whose));
    const strangers = await addKey(service.database, world.c.organisation_id);
    for (const company of companies) await fileDocuments(world, company);
    await workDone(world);
    for (const key of [world.organisationKey, strangers])
      await service.client(key).request_api_key({ name: 'Lector', reason: 'x', scopes: ['invoices:read'] });
    const webhooks = new Map<string, readonly string[]>();
    for (const key of [world.organisationKey, strangers])
      webhooks.set(key, (await addWebhook(service, key)).wdel);
    // What another key made is ended only when a person says so.
    for (const [key, organisation] of [
      [world.organisationKey, world.a.organisation_id],
      [strangers, world.c.organisation_id],
    ] as const) {
      const others = await addWebhook(service, await addKey(service.database, organisation));
      await service.client(key).delete_webhook({ webhook_id: others.whep });
    }
    const tenants: Tenant[] = [];
    for (const company of companies) {
      const organisation = company.organisation_id;
      const email = `pages-${ORGANISATIONS[company.whose]}@miembros.example`;
      const administrator = pages.as('administrator', { email, organisation });
      const organisationKey = company.whose === 'c' ? strangers : world.organisationKey;
      const app = await connectProgram(service, { administrator, email, organisation_id: organisation });
      // The newest, which a tool revokes when it is asked to: those that ask go on.
      await addKey(service.database, organisation);
      const { ids, newest } = await recordsOf(world, company);
      // Deliveries name their webhook, not the organisation.
      const wdel = webhooks.get(organisationKey) ?? [];
      tenants.push({ ...company, ids: { ...ids, wdel, app: [app] }, newest, organisationKey, administrator });
    }
    return { world, tenants, origin: pages.origin, close: () => pages.close() };
  } catch (error) {
    await pages.close();
    throw error;
  }
};
