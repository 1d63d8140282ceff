// A cursor belongs to the company whose list it continues.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ToolName, TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import { newId } from '../../src/db/ids.ts';
import { addEntity, addKey } from '../support/books.ts';
import { callTool } from '../support/wire.ts';
import { addWebhook } from './webhooks.ts';
import { buildWorld, type Company, MORE_THAN_A_PAGE, type World, WORLD_NOW } from './world.ts';

let world: World;
let strangersKey: string;
/** One with several deliveries, of the organisation of a key. */
const webhookOf = new Map<string, string>();
before(async () => {
  world = await buildWorld({}, MORE_THAN_A_PAGE);
  await fillFixedPages();
});
after(() => world.close());

/** Lists whose page size nobody chooses need more rows than one page before they have a cursor. */
const fillFixedPages = async (): Promise<void> => {
  const { database } = world.service;
  for (const { entity_id, organisation_id } of [world.a, world.b, world.c]) {
    const account = await database.kysely
      .selectFrom('bank_account')
      .selectAll()
      .where('entity_id', '=', entity_id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 101 }, () => ({ ...account, id: newId('BankAccountId') }));
    await database.kysely.insertInto('bank_account').values(copies).execute();
    for (let made = 0; made < 51; made += 1)
      await addEntity(database, organisation_id, { country_code: 'MX' });
  }
  // The strangers have one organisation's worth of them; A and B share theirs.
  for (let made = 0; made < 51; made += 1)
    await addEntity(database, world.c.organisation_id, { country_code: 'DE' });
  // Two keys that end within the month are two deadlines.
  const expires_at = new Date(WORLD_NOW.getTime() + 5 * DAY_MS);
  for (const { organisation_id } of [world.a, world.c])
    for (const name of ['first', 'second']) await addKey(database, organisation_id, { name, expires_at });
  strangersKey = await addKey(database, world.c.organisation_id);
  for (const key of [world.organisationKey, strangersKey]) {
    await addWebhook(world.service, key);
    webhookOf.set(key, (await addWebhook(world.service, key, 2)).whep);
  }
};

const DAY_MS = 86_400_000;

/** Lists of an organisation: its companies share it, strangers do not. */
const ofOrganisation = (tool: ToolName): boolean =>
  tool === 'list_entities' || TOOLS[tool].set === 'organization';

const WITH_CURSOR = TOOL_NAMES.filter((tool) => 'cursor' in (TOOLS[tool].inputSchema.properties ?? {}));

/** The smallest page, where one may choose. */
const smallest = (tool: ToolName): object =>
  'limit' in (TOOLS[tool].inputSchema.properties ?? {}) ? { limit: 1 } : {};

/** Suppliers and customers are in one list, so that it has two rows. */
const everyone = (tool: ToolName): object => (tool === 'list_counterparties' ? { role: 'all' } : {});

const webhook = (tool: ToolName, key: string): object =>
  tool === 'list_webhook_deliveries' ? { webhook_id: webhookOf.get(key) } : {};

/** The files of a company are listed by the record that they stand beside. */
const record = (tool: ToolName, { ids }: Company): object =>
  tool === 'list_attachments' ? { record_id: ids['bill']?.at(-1) } : {};

const page = async (key: string, tool: ToolName, args: object) => {
  const answer = await callTool(world.service.url, key, tool, {
    ...smallest(tool),
    ...everyone(tool),
    ...webhook(tool, key),
    ...args,
  });
  const body = answer.structuredContent ?? JSON.parse(answer.content[0]?.text ?? '{}');
  return body as { next_cursor?: string | null; error?: { code: string; path: string | null } };
};

const cursorOf = async (key: string, tool: ToolName, args: object = {}): Promise<string> => {
  const { next_cursor, error } = await page(key, tool, args);
  return (
    next_cursor ??
    assert.fail(
      `${tool} has no second page; give each company of world.ts two of its rows, or fillFixedPages here a full page: ${JSON.stringify(error)}`,
    )
  );
};

for (const tool of WITH_CURSOR) {
  test(`${tool} refuses the cursor of another company`, async () => {
    const own = (company: Company): object => record(tool, company);
    const entity = (company: Company): object => ({
      ...own(company),
      ...(TOOLS[tool].entity === 'required' ? { entity_id: company.entity_id } : {}),
    });
    const organisation = world.organisationKey;
    const theirs = ofOrganisation(tool)
      ? [await cursorOf(strangersKey, tool)]
      : [
          await cursorOf(world.b.key, tool, own(world.b)),
          await cursorOf(organisation, tool, entity(world.b)),
          await cursorOf(world.c.key, tool, own(world.c)),
        ];
    const asking: [string, object][] = [[organisation, entity(world.a)]];
    if (!ofOrganisation(tool)) asking.push([world.a.key, own(world.a)]);
    for (const [key, args] of asking) {
      for (const cursor of theirs) {
        const { error } = await page(key, tool, { ...args, cursor });
        assert.deepEqual([error?.code, error?.path], ['invalid_cursor', 'cursor']);
      }
      // Its own goes on.
      const cursor = await cursorOf(key, tool, args);
      assert.equal((await page(key, tool, { ...args, cursor })).error, undefined);
    }
  });
}
