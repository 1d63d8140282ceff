// The largest calls of every kind that the service takes, and hostile ones.
import type { TestService } from '../support/service.ts';
import { callTool, post } from '../support/wire.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';

/** What is sent in one round; each round has its own texts, since a write that is sent twice is told as such. */
export interface Kind {
  readonly name: string;
  readonly isHostile: boolean;
  readonly prepare?: (round: number) => Promise<unknown>;
  send(round: number, prepared: unknown): Promise<Sent>;
}

/** A refusal of what was meant to work. */
export interface Sent {
  readonly refusal?: string;
}

export interface Caller {
  readonly url: string;
  readonly keys: Readonly<Record<'mx' | 'de' | 'large', string>>;
  /** With tools of their own rows. */
  readonly service: TestService;
  readonly records: Readonly<Record<string, string>>;
}

export const LINES = 500;

export type Side = 'mx' | 'de';
const WORDS =
  'tornillo acero inoxidable mantenimiento preventivo equipo oficina refacción traslado limpieza'.split(' ');

export const linesOf = (round: number, details: object = {}): readonly object[] =>
  Array.from({ length: LINES }, (_, line) => ({
    description: `${[3, 5, 7, 11].map((step) => WORDS[(line * step + round) % WORDS.length]).join(' ')} ${round}-${line}`,
    quantity: 1 + (line % 9),
    unit_price: 10 + line / 4,
    ...details,
  }));

const CODES = { country_details: { sat_product_code: '31161500', sat_unit_code: 'H87', tax_object: '02' } };

export const toolKind =
  ({ url, keys }: Caller, isHostile = false) =>
  (name: string, key: keyof Caller['keys'], tool: string, args: (round: number) => object): Kind => ({
    name,
    isHostile,
    send: async (round) => {
      const params = { name: tool, arguments: args(round) };
      // Refused by the transport, some of it.
      if (isHostile) {
        await post(url, keys[key], { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        return {};
      }
      const { isError, content } = await callTool(url, keys[key], tool, params.arguments);
      return isError ? { refusal: content[0]?.text ?? '' } : {};
    },
  });

export interface Customers {
  readonly mx: string;
  readonly de: string;
  readonly supplier: string;
}

export const addCustomers = async (service: TestService): Promise<Customers> => ({
  mx: await addMexicanCustomer(service, 'Distribuidora Luna', { postal_code: '06600' }),
  de: (
    await callLoosely(service, 'de', 'create_counterparty', {
      name: 'Nordwind Energie AG',
      postal_code: '20095',
      country_details: { vat_id: 'DE129273398', street: 'Elbchaussee 7', city: 'Hamburg' },
    })
  ).id,
  supplier: await addMexicanCustomer(service, 'Aceros Sol', {
    postal_code: '06600',
    is_customer: false,
    is_supplier: true,
  }),
});

/** A draft with as many lines as there may be, ready to be filed. */
export const draftOf = (customers: Customers, side: Side, round: number, details?: object): object => ({
  counterparty_id: customers[side],
  title: `Pedido ${round}`,
  line_items: linesOf(round, side === 'mx' ? (details ?? CODES) : {}),
  ...(side === 'de' ? { country_details: { buyer_reference: 'PO-1' } } : {}),
});

export const documentKinds = (caller: Caller, customers: Customers): readonly Kind[] => {
  const kind = toolKind(caller);
  const mx = (round: number, details?: object): object => draftOf(customers, 'mx', round, details);
  const made: Record<string, string> = {};
  const make = (key: Side, args: (round: number) => object) => async (round: number) => {
    const { structuredContent } = await callTool(caller.url, caller.keys[key], 'create_invoice', args(round));
    return (made[key] = String(structuredContent?.['id']));
  };
  const de = (round: number): object => draftOf(customers, 'de', round);
  const coded = (round: number): object => mx(round);
  const onMade = (tool: string, key: Side, args: (round: number) => object, more: object = {}): Kind => ({
    name: `${tool} ${key.toUpperCase()}, ${LINES} lines`,
    isHostile: false,
    prepare: make(key, args),
    send: async (_, id) => {
      const input = { invoice_id: id, ...more };
      const { isError, content } = await callTool(caller.url, caller.keys[key], tool, input);
      return isError ? { refusal: content[0]?.text ?? '' } : {};
    },
  });
  return [
    kind(`create_invoice MX, ${LINES} lines without codes`, 'mx', 'create_invoice', (round) => mx(round, {})),
    kind(`create_invoice MX, ${LINES} lines`, 'mx', 'create_invoice', coded),
    kind(`create_invoice MX, ${LINES} lines of unknown codes`, 'mx', 'create_invoice', (round) =>
      mx(round, { country_details: { sat_product_code: '99999999', sat_unit_code: 'ZZZ' } }),
    ),
    kind(`create_invoice DE, ${LINES} lines`, 'de', 'create_invoice', de),
    kind(`create_bill, ${LINES} lines`, 'mx', 'create_bill', (round) => ({
      counterparty_id: customers.supplier,
      bill_number: `F-${round}-${Date.now()}`,
      issue_date: '2026-01-10',
      line_items: linesOf(round),
    })),
    ...(['mx', 'de'] as const).flatMap((key) => {
      const args = key === 'mx' ? coded : de;
      return [
        onMade('get_invoice', key, args),
        onMade('update_invoice', key, args, { title: 'Otro' }),
        onMade('duplicate_invoice', key, args),
        onMade('submit_invoice', key, args),
      ];
    }),
  ];
};

interface Listed {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, { readonly maximum?: number }>>;
  };
  readonly annotations: { readonly readOnlyHint?: boolean };
}

/** Lists of one account or webhook. */
const ONE_OF_SET = new Set(['list_bank_statements', 'list_webhook_deliveries']);
/** Of what only a filing makes. */
const NEEDS_MORE = new Set(['get_cancellation_request', 'get_credit_note', 'get_document']);

/** Every tool that reads, with the largest page that it answers, of the company with the large book. */
export const readKinds = async (caller: Caller): Promise<readonly Kind[]> => {
  const { url, keys, records } = caller;
  const { body } = await post(url, keys.large, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const { tools } = (body as { result: { tools: readonly Listed[] } }).result;
  const idOf: Readonly<Record<string, string | undefined>> = {
    invoice_id: records['document'],
    bill_id: records['bill'],
    bank_account_id: records['account'],
    entity_id: records['entity'],
    record_id: records['document'],
    request_id: records['request'],
    webhook_id: records['webhook'],
  };
  const kind = toolKind(caller);
  const reading = tools
    .filter(({ annotations }) => annotations.readOnlyHint === true)
    .flatMap(({ name, inputSchema: { properties = {} } }): readonly [string, object, string][] => {
      const page = properties['limit']?.maximum === undefined ? {} : { limit: properties['limit'].maximum };
      const ids = Object.fromEntries(
        Object.entries(idOf).filter(([param]) => Object.hasOwn(properties, param)),
      );
      const { entity_id } = ids;
      const isOfOne = name.startsWith('get_') || ONE_OF_SET.has(name);
      const args = { ...(entity_id === undefined ? {} : { entity_id }), ...page, ...(isOfOne ? ids : {}) };
      if (name === 'search') return ['bru', 'bru cer'].map((query) => [name, { query }, ` ${query}`]);
      if (NEEDS_MORE.has(name)) return [];
      return [
        [name, args, ''],
        ...('query' in properties
          ? [[name, { ...args, query: 'bru' }, ' query'] as [string, object, string]]
          : []),
      ];
    })
    .concat([
      ['generate_ledger', { format: 'csv', entity_id: idOf['entity_id'] }, ' csv'],
      ['run_ai_matching', { entity_id: idOf['entity_id'], bank_account_id: idOf['bank_account_id'] }, ''],
    ]);
  return reading.map(([tool, args, suffix]) => kind(`${tool}${suffix}`, 'large', tool, () => args));
};
