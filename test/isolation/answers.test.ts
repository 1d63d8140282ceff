// No list, search, export, ledger or summary says anything of a sister company or of strangers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type InputOf, type ToolName, TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import type { SearchHit } from '../../generated/types.ts';
import { callTool } from '../support/wire.ts';
import { databaseState } from './database-state.ts';
import { argumentsWith, ID_PARAMETERS } from './id-parameters.ts';
import { buildWorld, type Company, MARKS, SHARED_WORD, traceOf, type World } from './world.ts';

let world: World;
before(async () => {
  world = await buildWorld();
});
after(() => world.close());

/** Whole answers as they come over the wire. */
const textOf = async (key: string, tool: ToolName, args: object): Promise<string> => {
  const answer = await callTool(world.service.url, key, tool, args);
  assert.ok(!answer.isError, `${tool}: ${answer.content[0]?.text}`);
  return JSON.stringify(answer);
};

/** How a bound key and one of the organisation ask for the same company. */
const waysToAsk = (company: Company): readonly (readonly [string, object])[] => [
  [company.key, {}],
  ...(company.whose === 'c' ? [] : [[world.organisationKey, { entity_id: company.entity_id }] as const]),
];

/** Each of them with the arguments that show most. */
const READS: { readonly [T in ToolName]?: readonly InputOf<T>[] } = {
  list_counterparties: [{ role: 'all', limit: 50 }],
  list_counterparty_aliases: [{}],
  search_invoices: [
    { limit: 50 },
    { status: 'draft' },
    { status: 'overdue', limit: 50 },
    { query: SHARED_WORD },
  ],
  search_bills: [{ limit: 50 }, { payment_status: 'unpaid', limit: 50 }, { status: 'inbox' }],
  get_payment_summary: [{}],
  list_tasks: [{ limit: 50 }],
  list_received_documents: [{ limit: 50 }, { kind: 'bill' }],
  list_bill_credit_notes: [{ limit: 50 }, { status: 'received' }],
  list_bank_accounts: [{}],
  list_bank_statements: [{ limit: 100 }],
  search_bank_transactions: [{ limit: 50 }],
  generate_ledger: [{}, { type: 'ap', format: 'csv' }, { date_from: '2026-02-02' }],
  export_invoices: [{}, { payment_status: 'unpaid' }],
  export_bills: [{}, { status: 'inbox' }],
};

describe('answers', () => {
  test('list_attachments tells of the files of the company that is asked for, and has no record of another', async () => {
    for (const company of [world.a, world.b, world.c]) {
      for (const [key, entity] of waysToAsk(company)) {
        for (const owner of [world.a, world.b, world.c]) {
          for (const record_id of [owner.ids['bill']?.at(-1), owner.ids['rdoc']?.at(-1)]) {
            const args = { ...entity, record_id };
            if (owner === company) {
              const text = await textOf(key, 'list_attachments', args);
              for (const whose of ['a', 'b', 'c'] as const)
                if (whose === company.whose) assert.match(text, traceOf(whose));
                else assert.doesNotMatch(text, traceOf(whose));
            } else {
              const { isError, content } = await callTool(world.service.url, key, 'list_attachments', args);
              assert.ok(isError, `${company.whose} reads the files of ${owner.whose}`);
              assert.match(content[0]?.text ?? '', /"attachable_not_found"/);
            }
          }
        }
      }
    }
  });

  for (const [tool, calls] of Object.entries(READS) as [ToolName, readonly object[]][]) {
    test(`${tool} tells of the company that is asked for and of no other`, async () => {
      for (const args of calls) {
        for (const company of [world.a, world.b, world.c]) {
          for (const [key, entity] of waysToAsk(company)) {
            const text = await textOf(key, tool, { ...args, ...entity });
            assert.match(text, traceOf(company.whose), JSON.stringify(args));
            for (const other of [world.a, world.b, world.c].filter(({ whose }) => whose !== company.whose)) {
              assert.doesNotMatch(text, traceOf(other.whose), JSON.stringify(args));
            }
          }
        }
      }
    });
  }

  test('every tool that reads an entity is among them, or takes an id', () => {
    const byId = new Set<ToolName>([
      'get_invoice',
      'get_bill',
      'get_bank_account',
      'get_credit_note',
      'get_bill_credit_note',
      'get_received_document',
      'list_attachments',
      'get_document',
      'get_cancellation_request',
      'explain_bank_transaction',
    ]);
    const reading = TOOL_NAMES.filter(
      (tool) => TOOLS[tool].access === 'read' && TOOLS[tool].entity === 'required',
    );
    assert.deepEqual(
      reading.filter((tool) => !(tool in READS) && !byId.has(tool)),
      [],
    );
  });

  test('explain_bank_transaction finds what is near in the books of the company alone', async () => {
    for (const company of [world.a, world.b, world.c]) {
      const client = world.service.client(company.key);
      const { data } = await client.search_bank_transactions({ limit: 50 });
      assert.ok(data.length > 0);
      for (const { transaction_id } of data) {
        const text = await textOf(company.key, 'explain_bank_transaction', { transaction_id });
        for (const other of [world.a, world.b, world.c].filter(({ whose }) => whose !== company.whose))
          assert.doesNotMatch(text, traceOf(other.whose));
      }
    }
  });

  test('list_entities names the company of the key, or those of the organisation', async () => {
    const bound = await textOf(world.a.key, 'list_entities', {});
    assert.match(bound, traceOf('a'));
    assert.doesNotMatch(bound, traceOf('b'));
    const whole = await textOf(world.organisationKey, 'list_entities', {});
    for (const whose of ['a', 'b'] as const) assert.match(whole, traceOf(whose));
    assert.doesNotMatch(whole, traceOf('c'));
  });

  test('records that are read by id tell nothing of others', async () => {
    for (const { tool, path, prefix, beside } of ID_PARAMETERS) {
      // Those of the organisation tell of all its companies, and a document is there once it is filed.
      if (!tool.startsWith('get_') || path[0] === 'entity_id' || tool === 'get_document') continue;
      if (TOOLS[tool].entity === 'none') continue;
      const id = world.a.ids[prefix]?.at(-1) ?? '';
      const text = await textOf(world.a.key, tool, argumentsWith({ tool, path, beside }, world.a, id));
      assert.match(text, traceOf('a'));
      for (const whose of ['b', 'c'] as const) assert.doesNotMatch(text, traceOf(whose));
    }
  });
});

describe('search', () => {
  const hitsOf = async (key: string, query: string): Promise<readonly SearchHit[]> => {
    const { structuredContent } = await callTool(world.service.url, key, 'search', { query });
    return (structuredContent as { data: readonly SearchHit[] }).data;
  };
  const ownersOf = async (key: string, query: string): Promise<string[]> => {
    const hits = await hitsOf(key, query);
    return [...new Set(hits.map(({ entity_id }) => entity_id ?? ''))].toSorted();
  };

  test('with a bound key finds its company and no other', async () => {
    for (const company of [world.a, world.b, world.c]) {
      for (const query of [SHARED_WORD, 'Cliente', 'recibo', 'cuenta', MARKS[company.whose]]) {
        for (const owner of await ownersOf(company.key, query)) assert.equal(owner, company.entity_id, query);
      }
      assert.ok((await hitsOf(company.key, MARKS[company.whose])).length > 0);
    }
  });

  test('with names, numbers and ids of others finds nothing', async () => {
    for (const other of [world.b, world.c]) {
      const mark = MARKS[other.whose];
      for (const query of [mark, `${mark}-HOY`, `${mark}@example.com`, ...Object.values(other.ids).flat()]) {
        const answer = await callTool(world.service.url, world.a.key, 'search', { query });
        assert.deepEqual(answer.structuredContent, { object: 'list', data: [], has_more: false }, query);
      }
      // The number alone fits own records, so something is found, but nothing of theirs.
      for (const query of [`${mark}-1`, `${mark} factura 1`]) {
        assert.doesNotMatch(JSON.stringify(await hitsOf(world.a.key, query)), traceOf(other.whose), query);
      }
    }
  });

  test('with the key of the organisation finds both of its companies and never strangers', async () => {
    const owners = await ownersOf(world.organisationKey, SHARED_WORD);
    assert.deepEqual(owners, [world.a.entity_id, world.b.entity_id].toSorted());
    for (const query of [MARKS.c, `${MARKS.c}-HOY`, world.c.member, ...Object.values(world.c.ids).flat()]) {
      assert.deepEqual(await hitsOf(world.organisationKey, query), [], query);
    }
  });
});

describe('texts', () => {
  /** The same call with a word of strangers and with one that nobody uses: equal but for the word. */
  const same = async (
    tool: ToolName,
    name: string,
    theirs: string,
    nobodys: string,
    args: object,
  ): Promise<void> => {
    const before = await databaseState(world.service.database);
    const told = async (word: string): Promise<string> => {
      const answer = await callTool(world.service.url, world.a.key, tool, { ...args, [name]: word });
      return JSON.stringify(answer)
        .replaceAll(word, '<word>')
        .replaceAll(/request_id\\?":\\?"[^"\\]+/g, '<request>');
    };
    assert.equal(await told(theirs), await told(nobodys));
    assert.deepEqual(await databaseState(world.service.database), before);
  };
  const line_items = [{ description: 'Servicio', unit_price: 1 }];

  test('a name of others fits nobody', async () => {
    for (const theirs of [MARKS.b, MARKS.c]) {
      await same('create_invoice', 'counterparty_name', theirs, 'QDELTAZZ', { line_items });
      const bill = { bill_number: 'X-1', line_items };
      await same('create_bill', 'counterparty_name', theirs, 'QDELTAZZ', bill);
      for (const tool of [
        'search_invoices',
        'search_bills',
        'list_counterparties',
        'search_bank_transactions',
      ] as const) {
        await same(tool, 'query', theirs, 'QDELTAZZ', {});
      }
    }
  });

  test('a member of strangers is nobody', async () => {
    const task = { title: 'Revisar', taskable_type: 'Entity', taskable_id: world.a.entity_id };
    await same('create_task', 'assigned_to_email', world.c.member, 'qdeltaz@miembros.example', task);
  });
});
