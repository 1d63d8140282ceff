// The official clients on the real service: a static key, every tool, and the finished ones for both countries.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { TOOL_NAMES, TOOLS } from '../../../generated/dispatch.ts';
import { addKey } from '../../support/books.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

interface Result {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: unknown;
}

/** What both clients can do alike. */
interface Opened {
  list(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
}

const bearer = (key: string): { requestInit: { headers: Record<string, string> } } => ({
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});

const openV1 = async (key: string): Promise<Opened> => {
  const client = new ClientV1({ name: 'test', version: '1' });
  await client.connect(new TransportV1(new URL(service.url), bearer(key)));
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, _meta = {}) =>
      (await client.callTool({ name, arguments: args, _meta })) as Result,
    close: () => client.close(),
  };
};

const openV2 =
  (mode?: VersionNegotiationMode) =>
  async (key: string): Promise<Opened> => {
    const client = new ClientV2(
      { name: 'test', version: '1' },
      mode === undefined ? {} : { versionNegotiation: { mode } },
    );
    await client.connect(new TransportV2(new URL(service.url), bearer(key)));
    return {
      list: async () => (await client.listTools()).tools,
      call: (name, args = {}, _meta = {}) => client.callTool({ name, arguments: args, _meta }),
      close: () => client.close(),
    };
  };

const CLIENTS: readonly (readonly [string, (key: string) => Promise<Opened>])[] = [
  ['v1', openV1],
  ['v2 by default', openV2()],
  ['v2 in mode auto', openV2('auto')],
  ['v2 pinned to 2026-07-28', openV2({ pin: '2026-07-28' })],
];

/** What is sent for each country, and what must come of it. */
const COUNTRIES = {
  mx: {
    counterparty: (mark: string) => ({
      name: `Cafetería ${mark} SA de CV`,
      postal_code: '06600',
      country_details: { rfc: 'XAXX010101000' },
    }),
    header: { payment_method: 'PPD' },
    money: { currency: 'MXN', total: 116 },
  },
  de: {
    counterparty: (mark: string) => ({
      name: `Kaffeehaus ${mark} GmbH`,
      postal_code: '20457',
      country_details: { street: 'Am Sandtorkai 50', city: 'Hamburg' },
    }),
    header: { buyer_reference: 'PO-1' },
    money: { currency: 'EUR', total: 119 },
  },
} as const;

interface Record_ {
  readonly id: string;
  readonly data: readonly { readonly id: string }[];
  readonly currency: string;
  readonly total: number;
}

for (const [title, open] of CLIENTS) {
  describe(`the official client ${title}`, () => {
    /** The structured answer, which the text must repeat. */
    const answer = async (
      client: Opened,
      name: string,
      args: Record<string, unknown> = {},
    ): Promise<Record_> => {
      const { isError, structuredContent, content } = await client.call(name, args);
      const [text] = content as { text: string }[];
      assert.notEqual(isError, true, text?.text);
      assert.deepEqual(JSON.parse(text?.text ?? ''), structuredContent);
      return structuredContent as Record_;
    };
    const mark = title.replaceAll(/\W/g, '');

    test('lists every tool once', async () => {
      for (const [key, hidden] of [
        [service.keys.organisation, null],
        // What only a key of the organization can do is not listed for one of a company.
        [service.keys.mx, 'organization'],
      ] as const) {
        const client = await open(key);
        const names = (await client.list()).map(({ name }) => name);
        assert.deepEqual(
          names,
          TOOL_NAMES.filter((name) => hidden === null || TOOLS[name].set !== hidden),
        );
        await client.close();
      }
    });

    for (const as of ['mx', 'de'] as const) {
      const { counterparty, header, money } = COUNTRIES[as];
      for (const [whose, key] of [
        ['company', as],
        ['organisation', 'organisation'],
      ] as const) {
        test(`runs the finished tools for ${as} with the key of the ${whose}`, async () => {
          const client = await open(service.keys[key]);
          const entity_id = service.entities[as];
          const entity = whose === 'organisation' ? { entity_id } : {};
          const entities = await answer(client, 'list_entities');
          assert.ok(entities.data.some(({ id }) => id === entity_id));
          const given = counterparty(`${mark} ${whose}`);
          const made = await answer(client, 'create_counterparty', { ...given, ...entity });
          const listed = await answer(client, 'list_counterparties', { query: given.name, ...entity });
          assert.deepEqual(
            listed.data.map(({ id }) => id),
            [made.id],
          );
          const invoice = await answer(client, 'create_invoice', {
            counterparty_name: given.name,
            country_details: header,
            line_items: [{ description: 'Servicio', unit_price: 100 }],
            ...entity,
          });
          assert.deepEqual({ currency: invoice.currency, total: invoice.total }, money);
          const read = await answer(client, 'get_invoice', { invoice_id: invoice.id, ...entity });
          assert.equal(read.total, invoice.total);
          const found = await answer(client, 'search_invoices', { counterparty_id: made.id, ...entity });
          assert.deepEqual(
            found.data.map(({ id }) => id),
            [invoice.id],
          );
          const hits = await answer(client, 'search', { query: given.name });
          assert.ok([made.id, invoice.id].every((id) => hits.data.some((hit) => hit.id === id)));
          await client.close();
        });
      }
    }

    test('is told what is wrong as a result that it passes on', async () => {
      const client = await open(service.keys.mx);
      const { isError, content, structuredContent } = await client.call('search_invoices', {
        status: 'purple',
      });
      assert.deepEqual([isError, structuredContent], [true, undefined]);
      const { error } = JSON.parse((content as { text: string }[])[0]?.text ?? '') as {
        error: { code: string; path: string };
      };
      assert.deepEqual([error.code, error.path], ['invalid_parameter', 'status']);
      await client.close();
    });

    test('may repeat a write with a key in _meta', async () => {
      const client = await open(service.keys.de);
      const meta = { 'folio/idempotency-key': `key-${mark}` };
      const args = { name: `Einmal ${mark}` };
      const first = (await client.call('create_counterparty', args, meta)).structuredContent as Record<
        string,
        unknown
      >;
      const second = (await client.call('create_counterparty', args, meta)).structuredContent;
      assert.deepEqual(second, { ...first, idempotent_replay: true });
      await client.close();
    });

    test('is refused without a valid key, and where the key lacks the scope', async () => {
      await assert.rejects(open('folio_nobody'), /401|[Uu]nauthorized/);
      const client = await open(await addKey(service.database, service.organisation_id, { scopes: [] }));
      assert.equal((await answer(client, 'list_entities')).data.length, 2);
      await assert.rejects(client.call('search_invoices'), /403|scope/i);
      await client.close();
    });
  });
}
