// Calls of clients that mean harm, or are broken.
import { FLOODS } from '../floods/floods.ts';
import { type Caller, type Kind, LINES, toolKind } from './loop-calls.ts';

type MakeKind = ReturnType<typeof toolKind>;

const nested = (depth: number): object => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Arguments that are too long, too deep, too many, or costly to compare. */
const argumentKinds = (kind: MakeKind): readonly Kind[] => {
  const create = (name: string, tool: string, args: object): Kind => kind(name, 'mx', tool, () => args);
  const line = { description: 'x', unit_price: 1 };
  const bait = [
    `${'a'.repeat(254)}!`,
    `${'a '.repeat(127)}!`,
    'SA DE CV '.repeat(28),
    `${'ab'.repeat(100)}@`.repeat(2),
  ];
  const search = (name: string, query: string): Kind => kind(name, 'large', 'search', () => ({ query }));
  return [
    create('an invoice of 9,000 lines', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: many(9_000, () => line),
    }),
    create('a bill of 10,000 lines that are numbers', 'create_bill', {
      counterparty_name: 'Luna',
      line_items: many(10_000, (at) => at),
    }),
    create('100,000 lines that are null', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: many(100_000, () => null),
    }),
    create('500 lines of 100 wrong fields', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: many(LINES, () => Object.fromEntries(many(100, (at) => [`unit_pricee${at}`, at]))),
    }),
    create('500 lines of 40 texts each', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: many(LINES, (at) => ({
        ...line,
        quantity: `${at}${'9'.repeat(1_000)}`,
        unit_price: 'x'.repeat(700),
      })),
    }),
    create('country details of 60 levels', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: [line],
      country_details: nested(60),
    }),
    create('country details of 2,000 levels', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: [line],
      country_details: nested(2_000),
    }),
    create('a line of 200,000 letters', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: [{ ...line, description: 'ñ'.repeat(200_000) }],
    }),
    create('notes of 900,000 letters', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: [line],
      notes: 'a\n'.repeat(450_000),
    }),
    create('a number of 900,000 digits', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: [{ ...line, quantity: '9'.repeat(900_000) }],
    }),
    create('an enum value of 900,000 letters', 'create_counterparty', {
      name: 'A',
      kind: 'x'.repeat(900_000),
    }),
    create('an id of 900,000 letters', 'get_invoice', { invoice_id: `invc_${'0'.repeat(900_000)}` }),
    create('10,000 filters', 'search_invoices', { status: many(10_000, () => 'filed') }),
    create('1,000 matches at once', 'confirm_bank_match', {
      matches: many(1_000, (at) => ({
        bank_transaction_id: `btxn_${at}`,
        allocations: many(20, () => ({ record_id: 'x', amount: 1 })),
      })),
    }),
    create('10,000 events of a webhook', 'create_webhook', {
      url: `https://a.example/${'a'.repeat(1_000)}`,
      events: many(10_000, () => '*'),
    }),
    create('an attachment of 900,000 letters that is no base64', 'create_invoice', {
      counterparty_name: 'Luna',
      line_items: [line],
      attachments: [{ name: 'a.pdf', content_base64: '*'.repeat(900_000) }],
    }),
    create('an address of 900,000 letters', 'create_counterparty', {
      name: 'A',
      email: `${'a.'.repeat(450_000)}@`,
    }),
    ...bait.map((name, at) =>
      create(`a name that baits ${at}`, 'create_counterparty', {
        name,
        country_details: { rfc: name.slice(0, 13) },
      }),
    ),
    ...bait.map((name, at) =>
      create(`a customer that baits ${at}`, 'create_invoice', {
        counterparty_name: name,
        line_items: [line],
      }),
    ),
    search(
      'search of twenty words',
      'bru cer gut ant ser ene fac pag sol lun nor win tor ace man equ ofi ref tra lim',
    ),
    search('search of twenty letters', 'a b c d e f g h i j k l m n o p q r s t'),
    search('search of 8,000 letters', 'bru '.repeat(2_000)),
    search('search of one word of 8,000 letters', 'abcdefgh'.repeat(1_000)),
    ...['search_invoices', 'search_bills', 'list_counterparties', 'search_bank_transactions'].flatMap(
      (tool) =>
        [
          'bru cer gut ant ser ene fac pag sol lun nor win tor ace man equ ofi ref tra lim',
          'bru '.repeat(2_000),
          'a b',
        ].map((query) => kind(`${tool} of ${query.length} letters`, 'large', tool, () => ({ query }))),
    ),
  ];
};

export const hostileKinds = (caller: Caller): readonly Kind[] => {
  const kind = toolKind(caller, true);
  const { url, keys } = caller;
  const port = Number(new URL(url).port);
  const floods = ['bodies of 1 MB', 'deep JSON, JSON in strings'].flatMap((name) =>
    [0, 1, 2, 3, 4].map((index): Kind => ({
      name: `${name} ${index}`,
      isHostile: true,
      send: async () => {
        const { method, path, headers, body } = FLOODS[name]?.request(keys.mx, index, port) ?? {};
        const answer = await fetch(new URL(path ?? '', url), { method, headers, body } as RequestInit);
        await answer.arrayBuffer();
        return {};
      },
    })),
  );
  const keysOf = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown_key_${at}`, at]));
  const huge = 'a'.repeat(900_000);
  return [
    ...floods,
    kind('1,000 unknown keys', 'mx', 'create_invoice', () => keysOf(1_000)),
    kind('40,000 unknown keys', 'mx', 'create_invoice', () => keysOf(40_000)),
    kind('1,000 unknown keys in each of 20 lines', 'mx', 'create_invoice', () => ({
      line_items: Array.from({ length: 20 }, () => keysOf(1_000)),
    })),
    kind('a query of 900,000 letters', 'mx', 'search', () => ({ query: huge })),
    kind('a key of 900,000 letters', 'mx', 'search', () => ({ [huge]: 1 })),
    kind('a title of 900,000 marks', 'mx', 'create_invoice', () => ({ title: '\u0301'.repeat(400_000) })),
    kind('an RFC of 900,000 letters', 'mx', 'create_counterparty', () => ({
      name: 'A',
      country_details: { rfc: huge },
    })),
    kind('descriptions of 1,000 marks each', 'mx', 'create_invoice', () => ({
      counterparty_name: 'Luna',
      line_items: Array.from({ length: LINES }, (_, at) => ({
        description: `${at} ${'a '.repeat(490)}`,
        unit_price: 1,
      })),
    })),
    ...argumentKinds(kind),
  ];
};
