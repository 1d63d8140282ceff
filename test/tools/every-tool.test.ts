// What holds for every tool, whoever writes it: the list, scopes, and whose books a key may see.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import { newId } from '../../src/db/ids.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { validArguments } from '../support/examples.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callError, post } from '../support/wire.ts';

/** The tools of the service description, by group. */
const DESCRIBED =
  `search list_entities list_counterparties create_counterparty search_invoices get_invoice create_invoice
  submit_invoice search_bills get_bill create_bill record_invoice_payment record_bill_payment get_payment_summary
  list_tasks create_task complete_task list_bank_accounts get_bank_account update_bank_account set_bank_account_active
  list_bank_statements search_bank_transactions run_ai_matching confirm_bank_match reject_ai_suggestion link_transfer
  generate_ledger export_invoices export_bills`.split(/\s+/);

const ENTITY_TOOLS = TOOL_NAMES.filter((tool) => TOOLS[tool].entity === 'required');

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('tools/list names every tool once, those of the description among them', async () => {
  const { body } = await post(service.url, service.keys.organisation, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
  });
  const { tools } = body['result'] as { tools: { name: string }[] };
  const names = tools.map(({ name }) => name);
  assert.deepEqual([DESCRIBED.length, DESCRIBED.filter((name) => !names.includes(name))], [30, []]);
  assert.deepEqual(names, [...TOOL_NAMES]);
});

describe('scopes', () => {
  for (const tool of TOOL_NAMES) {
    const { scope } = TOOLS[tool];
    if (scope === null) continue;
    test(`${tool} without ${scope} is HTTP 403, before anything is said of the arguments`, async () => {
      const others = [...new Set(Object.values(TOOLS).flatMap((other) => other.scope ?? []))].filter(
        (s) => s !== scope,
      );
      const key = await addKey(service.database, service.organisation_id, { scopes: others });
      const call = {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: tool, arguments: { nonsense: 1 } },
      };
      const { status, headers, body } = await post(service.url, key, call);
      assert.equal(status, 403);
      assert.equal(body['error_type'], 'insufficient_scope');
      assert.equal((body['error'] as { data: { required_scope: string } }).data.required_scope, scope);
      assert.match(
        headers.get('www-authenticate') ?? '',
        new RegExp(`error="insufficient_scope".*scope="${scope}"`),
      );
    });
  }

  test('the exempt tools need no scope, and the list needs none', async () => {
    const key = await addKey(service.database, service.organisation_id, { scopes: [] });
    const exempt = TOOL_NAMES.filter((tool) => TOOLS[tool].scope === null);
    assert.deepEqual(exempt.toSorted(), ['list_entities', 'search']);
    const { data } = await service.client(key).list_entities({});
    assert.equal(data.length, 2);
  });
});

describe('entities', () => {
  for (const tool of ENTITY_TOOLS) {
    test(`${tool}: an organisation's key must name the entity and is told which there are`, async () => {
      const error = await callError(service.url, service.keys.organisation, tool, validArguments(tool));
      assert.equal(error['code'], 'entity_required');
      const ids = (error['candidates'] as { entity_id: string }[]).map(({ entity_id }) => entity_id);
      assert.deepEqual(ids.toSorted(), [service.entities.mx, service.entities.de].toSorted());
    });

    test(`${tool}: a foreign entity is answered as one that does not exist`, async () => {
      const organisation = await addOrganisation(service.database, 'Another firm');
      const foreign = await addEntity(service.database, organisation, { country_code: 'MX' });
      const ask = async (key: string, entity_id: string): Promise<Record<string, unknown>> => {
        const error = await callError(service.url, key, tool, { ...validArguments(tool), entity_id });
        return { ...error, received: undefined, request_id: undefined, message: undefined };
      };
      for (const key of [service.keys.organisation, service.keys.mx]) {
        const unknown = await ask(key, newId('EntityId'));
        assert.equal(unknown['code'], 'entity_not_found');
        assert.deepEqual(await ask(key, foreign), unknown);
      }
      // A sister company of the same organisation is as foreign to a bound key as a stranger's.
      assert.deepEqual(await ask(service.keys.mx, service.entities.de), await ask(service.keys.mx, foreign));
    });
  }
});
