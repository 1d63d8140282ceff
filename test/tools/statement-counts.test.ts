// How many statements a call sends, counted by the server: each is a round trip, and to a database elsewhere half a millisecond
// or more while rows are locked. The bounds are what the calls need now; a change that needs fewer lowers them.
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';

import type { ToolName } from '../../generated/dispatch.ts';
import type { CounterpartyId, EntityId } from '../../generated/ids.ts';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { createEntity } from '../../src/domain/ground/entities/create.ts';
import { addKey, addOrganisation } from '../support/books.ts';
import { type Counters, countersOf } from '../support/counters.ts';
import { addBill, addInvoice } from '../support/documents.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { warmSlots } from '../support/warm-slots.ts';
import { callTool } from '../support/wire.ts';
import { withoutComparing } from '../support/written.ts';
import { addAccount, addLine } from './bank/support.ts';
import { newRfc } from './support.ts';

/** Calls of which each is to keep to the bound. */
const CALLS = 3;

type Country = 'MX' | 'DE';

interface Bound {
  readonly tool: ToolName;
  readonly country: Country;
  /** The arguments of one call; what it works on is made first. */
  readonly args: (company: Company) => Promise<object>;
  /** In a company that has booked in each slot. */
  readonly warm: number;
  /** The first call in a new one. */
  readonly cold: number;
}

interface Company {
  readonly id: EntityId;
  readonly key: string;
  readonly country: Country;
  readonly counterparty_id: CounterpartyId;
}

const LINE = { description: 'Flete', unit_price: 1500.5 };
const DETAILS = {
  MX: { country_details: { rfc: '', fiscal_regime_code: '601' }, postal_code: '06600' },
  DE: { country_details: { street: 'Am Sandtorkai 50', city: 'Hamburg' }, postal_code: '20457' },
};
const CURRENCIES = { MX: 'MXN', DE: 'EUR' };

let number = 0;
const partyArgs = (country: Country, name: string): object => {
  const { country_details, postal_code } = DETAILS[country];
  const rfc = country === 'MX' ? { rfc: newRfc() } : {};
  return {
    name,
    postal_code,
    email: 'rechnung@nordwind.example',
    is_supplier: true,
    country_details: { ...country_details, ...rfc },
  };
};
const draftArgs = ({ counterparty_id, country }: Company): object => ({
  counterparty_id,
  line_items: [LINE],
  ...(country === 'DE' ? { country_details: { buyer_reference: 'PO-7' } } : {}),
});
const draft = async (company: Company): Promise<string> =>
  idOf(company, 'create_invoice', draftArgs(company));
const facts = ({ counterparty_id, country }: Company) => ({
  counterparty_id,
  currency: CURRENCIES[country],
  total: '1160.00',
});
const invoice = (company: Company): Promise<string> =>
  addInvoice(service.database, company.id, facts(company));

const BOUNDS: readonly Bound[] = [
  {
    tool: 'record_invoice_payment',
    country: 'MX',
    args: async (company) => ({ invoice_id: await invoice(company) }),
    warm: 21,
    cold: 22,
  },
  {
    tool: 'record_bill_payment',
    country: 'MX',
    args: async (company) => ({ bill_id: await addBill(service.database, company.id, facts(company)) }),
    warm: 21,
    cold: 22,
  },
  {
    tool: 'create_bill',
    country: 'MX',
    args: ({ counterparty_id }) =>
      Promise.resolve({
        counterparty_id,
        bill_number: `BENCH${(number += 1)}X`,
        line_items: [LINE, LINE, LINE],
      }),
    warm: 19,
    cold: 21,
  },
  {
    tool: 'create_invoice',
    country: 'MX',
    args: (company) => Promise.resolve(draftArgs(company)),
    warm: 16,
    cold: 16,
  },
  {
    tool: 'create_invoice',
    country: 'DE',
    args: (company) => Promise.resolve(draftArgs(company)),
    warm: 15,
    cold: 15,
  },
  {
    tool: 'submit_invoice',
    country: 'MX',
    args: async (company) => ({ invoice_id: await draft(company) }),
    warm: 31,
    cold: 34,
  },
  {
    tool: 'submit_invoice',
    country: 'DE',
    args: async (company) => ({ invoice_id: await draft(company) }),
    warm: 31,
    cold: 34,
  },
  {
    tool: 'update_invoice',
    country: 'MX',
    args: async (company) => ({ invoice_id: await draft(company), title: 'Fletes de marzo' }),
    warm: 29,
    cold: 32,
  },
  {
    tool: 'create_counterparty',
    country: 'MX',
    args: ({ country }) => Promise.resolve(partyArgs(country, `Distribuidora ${(number += 1)} del Bajío`)),
    warm: 17,
    cold: 17,
  },
  {
    tool: 'confirm_bank_match',
    country: 'MX',
    args: async (company) => {
      const account = await addAccount(service, company.id);
      const transaction_id = await addLine(service, company.id, account, { amount_minor: 116_000 });
      return { transaction_id, matched_record_id: await invoice(company) };
    },
    warm: 31,
    cold: 34,
  },
  {
    tool: 'get_invoice',
    country: 'MX',
    args: async (company) => ({ invoice_id: await draft(company) }),
    warm: 1,
    cold: 1,
  },
  {
    tool: 'search_invoices',
    country: 'MX',
    args: () => Promise.resolve({ status: 'unpaid' }),
    warm: 1,
    cold: 1,
  },
  {
    // More than a page, so that the rest is counted too.
    tool: 'search_invoices',
    country: 'MX',
    args: async (company) => {
      await invoice(company);
      await invoice(company);
      return { status: 'unpaid', limit: 1 };
    },
    warm: 1,
    cold: 1,
  },
];

let service: TestService;
let counters: Counters;
before(async () => {
  service = await startTestService({ database: 'own' });
  counters = countersOf(parseDatabaseUrl(service.databaseUrl));
});
after(() => service.close());

const call = async ({ key }: Company, tool: ToolName, args: object): Promise<unknown> => {
  const { isError, content, structuredContent } = await callTool(service.url, key, tool, args);
  assert.equal(isError, false, `${tool}: ${content[0]?.text}`);
  return structuredContent;
};
const idOf = async (company: Company, tool: ToolName, args: object): Promise<string> =>
  ((await call(company, tool, args)) as { id: string }).id;

/** As an administrator makes it. */
const newCompany = async (country: Country): Promise<Company> => {
  const organisation = await addOrganisation(service.database);
  const wanted = {
    name: 'Papelería Robles',
    country,
    tax_id: country === 'MX' ? newRfc() : 'DE136695976',
    postal_code: country === 'MX' ? '06600' : '10117',
    time_zone: null,
    details:
      country === 'MX'
        ? { fiscal_regime_code: '601' }
        : {
            vat_id: 'DE136695976',
            street: 'Friedrichstraße 12',
            city: 'Berlin',
            contact_name: 'Jana Brückner',
            contact_email: 'rechnung@brueckner.example',
            contact_phone: '+49 30 1234567',
          },
  };
  const act = newAct(SYSTEM, 'entity add', {}, new Date());
  const { result } = await openBooks(service.database).transaction((open) =>
    createEntity(open, organisation, wanted, act),
  );
  const key = await addKey(service.database, organisation, { entity_id: result.id });
  const bare = { id: result.id, key, country };
  const { structuredContent } = await callTool(
    service.url,
    key,
    'create_counterparty',
    partyArgs(country, 'Café Luna'),
  );
  return { ...bare, counterparty_id: structuredContent?.['id'] as CounterpartyId };
};

/** What the service remembers for a second it remembers for as long as the clock stands. */
const withoutTime = async <T>(work: () => Promise<T>): Promise<T> => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    return await work();
  } finally {
    mock.timers.reset();
  }
};

const countOf = async ({ tool, args }: Bound, company: Company): Promise<number> => {
  const given = await args(company);
  return withoutTime(async () => {
    // The key and the company are known then.
    await call(company, 'list_tasks', {});
    const { statements } = await counters.count(() => withoutComparing(() => call(company, tool, given)));
    return statements;
  });
};

describe('a call sends at most so many statements', () => {
  for (const bound of BOUNDS) {
    const { tool, country } = bound;
    test(`${tool} of a company in ${country}: ${bound.warm}, and ${bound.cold} the first time`, async () => {
      const company = await newCompany(country);
      const cold = await countOf(bound, company);
      await warmSlots(service.database);
      const warm: number[] = [];
      for (let each = 0; each < CALLS; each += 1) warm.push(await countOf(bound, company));
      assert.ok(
        cold <= bound.cold && warm.every((count) => count <= bound.warm),
        `it sent ${cold} the first time, then ${warm.join(', ')}`,
      );
    });
  }
});
