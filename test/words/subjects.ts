// What `$name` of `calls.yaml` stands for: records of the books, new ones where a call uses its record up.
import type { ToolName } from '../../generated/dispatch.ts';
import { newId } from '../../src/db/ids.ts';
import { adminOn } from '../admin/support.ts';
import { type Books, type Home, openBooks } from '../mutations/books.ts';
import { addKey } from '../support/books.ts';
import { fileNow } from '../support/file-now.ts';
import { openBooks as openScope } from '../support/scope.ts';
import { callTool } from '../support/wire.ts';
import { newRfc } from '../tools/support.ts';

/** For which call a record is wanted. */
interface Asked {
  readonly tool: string;
  readonly home: Home;
  readonly key: string;
}

export interface Subjects {
  readonly books: Books;
  /** For tools of the organisation one of its own each time: a key may ask for few things at once. */
  readonly keyFor: (tool: string, home: Home) => Promise<string>;
  readonly give: (name: string, asked: Asked) => Promise<string>;
}

type Answer = Readonly<Record<string, unknown>>;
type Ask = (asked: Asked, tool: ToolName, args: object) => Promise<Answer>;
type Maker = (asked: Asked) => Promise<string> | string;

const OF_THE_ORGANISATION = /webhook|api_key|portfolio|deadlines|list_entities/;

let count = 0;
/** Two answers are the same but for such words. */
const word = (): string => `N${(count += 1)}x`;

const idOf = (answer: Answer): string => {
  const nested = Object.values(answer).find((value) => (value as Answer | null)?.['id'] !== undefined);
  return String(answer['payment_id'] ?? answer['id'] ?? (nested as Answer)['id']);
};

const partyArgs = (home: Home, name: string, rfc = newRfc()): object =>
  home === 'MX'
    ? {
        name,
        email: 'pagos@luna.example',
        postal_code: '06600',
        country_details: { rfc, fiscal_regime_code: rfc.startsWith('X') ? '616' : '601' },
      }
    : {
        name,
        email: 'rechnung@nord.example',
        postal_code: '20457',
        country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
      };

/** Drafts, filed invoices, bills and what hangs on them. */
const documentMakers = (
  books: Books,
  ask: Ask,
  customers: Readonly<Record<Home, string>>,
): Record<string, Maker> => {
  const { service, companies } = books;
  const draft: Maker = async (asked) =>
    idOf(
      await ask(asked, 'create_invoice', {
        counterparty_id: customers[asked.home],
        ...(asked.home === 'DE' ? { country_details: { buyer_reference: 'PO-7' } } : {}),
        title: word(),
        line_items: [{ description: 'Servicio', quantity: 5, unit_price: 100 }],
      }),
    );
  const filed: Maker = async (asked) => {
    const id = await draft(asked);
    const scope = await openScope(service.database, service.organisation_id, companies[asked.home].entity_id);
    await scope.write((ctx) => fileNow(ctx, id));
    return id;
  };
  const bill: Maker = async (asked) => {
    const line_items = [{ description: 'Papel', unit_price: 300, tax_amount: 48 }];
    const counterparty_id = companies[asked.home].ids['ctpy']?.at(-1);
    return idOf(await ask(asked, 'create_bill', { counterparty_id, bill_number: word(), line_items }));
  };
  return {
    draft,
    filed,
    bill,
    note: async (asked) => idOf(await ask(asked, 'create_credit_note', { invoice_id: await filed(asked) })),
    receipt: async (asked) =>
      idOf(await ask(asked, 'record_invoice_payment', { invoice_id: await filed(asked) })),
    payout: async (asked) => idOf(await ask(asked, 'record_bill_payment', { bill_id: await bill(asked) })),
    task: async (asked) =>
      idOf(
        await ask(asked, 'create_task', {
          title: word(),
          taskable_type: 'Bill',
          taskable_id: companies[asked.home].ids['bill']?.[0],
        }),
      ),
    party: async (asked) => idOf(await ask(asked, 'create_counterparty', partyArgs(asked.home, word()))),
  };
};

const bankMakers = ({ companies }: Books, ask: Ask): Record<string, Maker> => {
  const lines = new Map<Home, string[]>();
  const line: Maker = async (asked) => {
    const { home } = asked;
    if ((lines.get(home) ?? []).length === 0) {
      const rows = Array.from({ length: 30 }, () => `2026-10-09,Abono ${word()},,505.00`);
      const content = ['Fecha,Descripción,Referencia,Importe', ...rows, ''].join('\n');
      await ask(asked, 'import_statement', { bank_account_id: companies[home].ids['bacc']?.[1], content });
      const wanted = { query: 'Abono', match_status: 'unmatched', limit: 50 };
      const { data } = await ask(asked, 'search_bank_transactions', wanted);
      lines.set(
        home,
        (data as readonly { id: string }[]).map(({ id }) => id),
      );
    }
    return lines.get(home)?.pop() ?? '';
  };
  return {
    line,
    marked: async (asked) => {
      const transaction_id = await line(asked);
      await ask(asked, 'mark_no_match', { transaction_id });
      return transaction_id;
    },
  };
};

const first =
  ({ companies }: Books, kind: string, index = 0): Maker =>
  ({ home }) =>
    companies[home].ids[kind]?.at(index) ?? '';

export const openSubjects = async (): Promise<Subjects> => {
  const books = await openBooks();
  const { service, companies } = books;
  const ask: Ask = async ({ key }, tool, args) => {
    const { isError, content, structuredContent } = await callTool(service.url, key, tool, args);
    if (isError) throw new Error(`${tool}: ${content[0]?.text}`);
    return structuredContent ?? {};
  };
  const admin = adminOn(service.databaseUrl, new Date('2026-11-20T18:00:00Z'));
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, '--email=ana@ibarra.example', '--name=Ana', '--role=administrator');
  const newParty = async (home: Home, ...args: [string, string?]): Promise<string> =>
    idOf(
      await ask(
        { tool: '', home, key: companies[home].key },
        'create_counterparty',
        partyArgs(home, ...args),
      ),
    );
  const customers = { MX: await newParty('MX', 'CAFE LUNA'), DE: await newParty('DE', 'Nordwind Energie') };
  const generalPublic = await newParty('MX', 'PUBLICO EN GENERAL', 'XAXX010101000');
  const makers: Readonly<Record<string, Maker>> = {
    ...documentMakers(books, ask, customers),
    ...bankMakers(books, ask),
    n: word,
    rfc: () => newRfc(),
    tax: () => `27/${word().slice(1, -1).padStart(3, '0')}/45678`,
    customer: first(books, 'ctpy'),
    other: first(books, 'ctpy', 2),
    public: () => generalPublic,
    supplier: first(books, 'ctpy', -1),
    supplier2: first(books, 'ctpy', -2),
    account: first(books, 'bacc'),
    company: ({ home }) => companies[home].entity_id,
    webhook: async (asked) =>
      idOf(
        await ask(asked, 'create_webhook', {
          url: 'https://hooks.example.com/f',
          events: ['bill.*'],
          description: 'x',
        }),
      ),
    delivery: () => newId('WebhookDeliveryId'),
    key: () => newId('ApiKeyId'),
    request: async (asked) =>
      idOf(await ask(asked, 'request_api_key', { name: word(), reason: 'x', scopes: ['bills:read'] })),
    csv: () => 'Fecha,Descripción,Referencia,Importe\n2026-10-05,Abono,R,10.00\n',
    cursor: async ({ tool, key }) => {
      const { structuredContent } = await callTool(service.url, key, tool, { limit: 1 });
      const next = structuredContent?.['next_cursor'];
      return typeof next === 'string' ? next : 'abc';
    },
  };
  return {
    books,
    keyFor: async (tool, home) =>
      OF_THE_ORGANISATION.test(tool)
        ? addKey(service.database, service.organisation_id)
        : companies[home].key,
    give: async (name, asked) => {
      const make = makers[name];
      if (make === undefined) throw new Error(`there is no $${name}`);
      return make(asked);
    },
  };
};
