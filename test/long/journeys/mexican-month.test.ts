// October of a designer in Tijuana who also keeps a shop: what she sells, is paid, takes back, replaces and closes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ANA } from '../../support/office.ts';
import {
  checkComplement,
  checkDoctor,
  checkMexicanDocument,
  checkNumbers,
  checkViews,
  keepPdfs,
} from './month-end.ts';
import { type Answer, type Company, type Month, openMonth } from './month.ts';

let month: Month;
let shop: Company;
/** Ids of customers. */
const of: Record<string, string> = {};
const by = `--by=${ANA}`;
/** What each test leaves to the later ones. */
const left: Record<string, Answer> = {};

const customer = async (name: string, rfc: string, regime: string, postal_code: string): Promise<string> => {
  const { counterparty_id } = await shop.call('create_counterparty', {
    name,
    postal_code,
    ...(regime === '616' ? {} : { email: `${rfc.toLowerCase()}@clientes.example` }),
    country_details: { rfc, fiscal_regime_code: regime },
  });
  return counterparty_id as string;
};

before(async () => {
  month = await openMonth('2026-10-01');
  const { id } = await month.admin(
    'entity',
    'create',
    `--org=${month.service.organisation_id}`,
    '--country=MX',
    '--name=ANA MARÍA PEÑA SA',
    '--tax-id=FUNK671228PH6',
    '--fiscal-regime=612',
    '--postal-code=22000',
  );
  shop = await month.company(id);
  of['school'] = await customer('ESCUELA KEMPER URGATE SA DE CV', 'EKU9003173C9', '601', '42501');
  of['xochilt'] = await customer('XOCHILT CASAS CHAVEZ', 'CACX7605101P8', '605', '36257');
  of['cafe'] = await customer('CAFE ALTURA DEL SUR', 'CAS180312KQ0', '601', '06600');
  of['public'] = await customer('PUBLICO EN GENERAL', 'XAXX010101000', '616', '22000');
});
after(async () => {
  await shop.close();
  await month.close();
});

const design = { sat_product_code: '82141504', sat_unit_code: 'E48' };
const piece = (sat_product_code: string, more: object = {}) => ({
  country_details: { sat_product_code, sat_unit_code: 'H87', ...more },
});

const creditFiled = async (invoice: string, ...options: string[]): Promise<Answer> => {
  const note = await month.admin('invoice', 'credit', invoice, by, ...options);
  const told = await month.admin('approval', 'approve', note['approval_id'], by, '--wait=30');
  assert.equal(told['outcome'], 'filed', JSON.stringify(told['filing']));
  return { ...note, folio: told['folio'] };
};

const complementsOf = async (payment?: string): Promise<readonly Answer[]> =>
  ((await month.admin('complement', 'list', `--entity=${shop.entity}`)) as readonly Answer[]).filter(
    ({ payment_id }) => payment === undefined || payment_id === payment,
  );

/** Approved together, and filed by the worker. */
const fileComplements = async (...payments: string[]): Promise<void> => {
  const waiting = (await complementsOf()).filter(({ payment_id }) => payments.includes(payment_id));
  await month.approve(...waiting.map(({ approval_id }) => String(approval_id)));
  for (const { id } of waiting) {
    await month.until(
      async () => (await complementsOf()).find((each) => each['id'] === id) ?? {},
      ({ filing }) => filing.status === 'filed',
    );
  }
};

describe('a month in Tijuana', () => {
  test('fees with retentions; the draft is corrected while its approval waits', async () => {
    month.on('2026-10-02');
    const draft = await shop.draft({
      counterparty_id: of['school'],
      title: 'Identidad 2026',
      line_items: [{ description: 'Diseño de identidad', unit_price: 10_500, country_details: design }],
    });
    const { approval_request_id } = await shop.call('submit_invoice', { invoice_id: draft['id'] });
    const lines = [{ description: 'Diseño de identidad', unit_price: 10_000, country_details: design }];
    const file = month.file('fees.json', { line_items: lines, notes: 'Incluye dos rondas de cambios.' });
    const corrected = await month.admin('invoice', 'update', draft['id'], `--file=${file}`, by);
    assert.deepEqual(
      [corrected['id'], corrected['withheld_total'], corrected['total'], corrected['status']],
      [draft['id'], 2066.67, 9533.33, 'draft'],
    );
    const late = await month.refused('approval', 'approve', approval_request_id, by);
    assert.equal(late['code'], 'wrong_state');
    const fees = await shop.file(draft['id']);
    assert.deepEqual([fees['total'], fees['display_status'], fees['folio']], [9533.33, 'pending', 'F-1']);
    assert.equal((await month.mails('eku9003173c9@clientes.example', 'F-1.pdf')).length, 1);
    const paid = await shop.pay(fees['id'], { reference_number: 'SPEI 771' });
    assert.match(JSON.stringify(paid['warnings']), /^\[\{"code":"full_balance_paid",[^{]*\}\]$/);
    left['fees'] = fees;
  });

  test('a grocer’s basket: 0 %, IEPS by rate and by litre', async () => {
    month.on('2026-10-05');
    const basket = await shop.invoice({
      counterparty_id: of['xochilt'],
      country_details: { payment_form: '01' },
      line_items: [
        { description: 'Arroz 1 kg', quantity: 12, unit_price: 28.5, ...piece('50221101', { tax_rate: 0 }) },
        {
          description: 'Papas fritas 45 g',
          quantity: 30,
          unit_price: 14.2,
          ...piece('50192109', { excise: { rate: 8 } }),
        },
        {
          description: 'Refresco 600 ml',
          quantity: 24,
          unit_price: 13.37,
          ...piece('50202306', { excise: { quota: 3.0818, base_quantity: 14.4 } }),
        },
      ],
    });
    assert.deepEqual([basket['subtotal'], basket['withheld_total']], [1088.88, 0]);
    await shop.pay(basket['id'], { payment_method: 'cash' });
    left['basket'] = basket;
  });

  test('8 % at the border, once the company has the stimulus', async () => {
    month.on('2026-10-07');
    const given = {
      counterparty_id: of['cafe'],
      line_items: [
        { description: 'Computadora', quantity: 2, unit_price: 1500, ...piece('43211503', { tax_rate: 8 }) },
      ],
    };
    const early = await shop.fails('create_invoice', given);
    assert.match(early['reason'], /border regions/);
    // Options are for a command line.
    assert.doesNotMatch(JSON.stringify(early), /--[a-z]/);
    await month.admin('entity', 'update', shop.entity, '--border-stimulus-from=2026-01-01', by);
    const border = await shop.invoice(given);
    assert.deepEqual([border['tax_total'], border['total']], [240, 3240]);
    await shop.pay(border['id']);
  });

  test('the counter sales of a week in one global invoice', async () => {
    month.on('2026-10-09');
    const week = await shop.invoice({
      counterparty_id: of['public'],
      country_details: { payment_form: '01' },
      global: { period: '02', month: '10', year: 2026 },
      line_items: [
        { description: 'Venta', unit_price: 1250.86, product_number: 'T-0451' },
        {
          description: 'Venta',
          unit_price: 318.5,
          product_number: 'T-0452',
          country_details: { tax_rate: 0 },
        },
        { description: 'Venta', unit_price: 99.137931, product_number: 'T-0453' },
      ],
    });
    assert.match(await month.xml(week['id']), /InformacionGlobal Periodicidad="02" Meses="10"/);
    await shop.pay(week['id'], { payment_method: 'cash' });
  });

  test('a discount; goods come back after they were paid; the credit pays another invoice', async () => {
    month.on('2026-10-12');
    const chairs = await shop.invoice({
      counterparty_id: of['cafe'],
      line_items: [
        {
          description: 'Silla de oficina',
          quantity: 4,
          unit_price: 2000,
          discount: { percent: 12.5 },
          product_number: 'S-4',
          ...piece('56101504'),
        },
      ],
    });
    assert.deepEqual([chairs['discount_total'], chairs['total']], [1000, 8120]);
    const { id: payment } = await shop.pay(chairs['id']);
    month.on('2026-10-19');
    const lines = month.file('return.json', [{ line: 1, quantity: 1 }]);
    const note = await creditFiled(chairs['id'], `--lines=${lines}`, '--reason=return');
    assert.deepEqual([note['total'], note['folio']], [2030, 'NC-1']);
    left['note'] = note;
    const returned = await shop.get(chairs['id']);
    assert.deepEqual(
      [returned['amount_credited'], returned['amount_paid'], returned['balance_due']],
      [2030, 6090, 0],
    );
    const copy = await month.admin('invoice', 'duplicate', chairs['id'], by);
    const asked = await month.admin('invoice', 'submit', copy['id'], by);
    const shown = await month.admin('approval', 'show', asked['approval_request_id']);
    assert.deepEqual([shown['status'], shown['outcome'], shown['total']], ['pending', null, '8120.00']);
    assert.match(JSON.stringify(shown['snapshot']), /Silla de oficina.*56101504/s);
    const again = await shop.file(copy['id']);
    assert.notEqual(again['folio'], chairs['folio']);
    const applied = await month.admin('payment', 'apply', payment, `--invoice=${again['id']}`, by);
    assert.equal(applied['unallocated_amount'], 0);
    assert.equal((await shop.get(again['id']))['balance_due'], 6090);
    left['chairs'] = await shop.pay(again['id'], { amount: 5000 });
    left['again'] = again;
  });

  test('deferred in dollars, paid in three parts in two currencies', async () => {
    month.on('2026-10-13');
    const dollars = await shop.invoice({
      counterparty_id: of['school'],
      currency: 'USD',
      exchange_rate: 18.2,
      country_details: { payment_method: 'PPD' },
      line_items: [{ description: 'Campaña', unit_price: 1000, country_details: design }],
    });
    const first = await shop.pay(dollars['id'], { amount: 300 });
    month.on('2026-10-20');
    const second = await shop.pay(dollars['id'], { amount: 5000, currency: 'MXN' });
    month.on('2026-10-23');
    const third = await shop.pay(dollars['id']);
    for (const { warnings } of [first, second, third])
      assert.ok(warnings.some(({ code }: Answer) => code === 'payment_complement_due'));
    await fileComplements(first['id'], second['id'], third['id']);
    assert.equal((await shop.get(dollars['id']))['payment_status'], 'paid');
    left['dollars'] = dollars;
  });

  test('deferred in pesos: a payment of somebody else is taken back, the rest waits', async () => {
    month.on('2026-10-14');
    const pesos = await shop.invoice({
      counterparty_id: of['cafe'],
      country_details: { payment_method: 'PPD' },
      line_items: [{ description: 'Mesa', unit_price: 6000, ...piece('56101519') }],
    });
    const right = await shop.pay(pesos['id'], { amount: 1000 });
    await fileComplements(right['id']);
    const wrong = await shop.pay(pesos['id'], { amount: 2500, reference_number: 'SPEI 902' });
    const back = await month.admin('payment', 'reverse', wrong['id'], '--reason=De otro cliente', by);
    assert.deepEqual([back['status'], back['reversal']], ['reversed', 'done']);
    assert.equal((await shop.get(pesos['id']))['balance_due'], 5960);
    const last = await shop.pay(pesos['id'], { amount: 2000 });
    const [waiting] = await complementsOf(last['id']);
    await month.admin('approval', 'reject', waiting?.['approval_id'], '--reason=Falta el visto bueno', by);
    await month.admin('complement', 'submit', waiting?.['id'], by);
    await fileComplements(last['id']);
    const payments = await month.admin(
      'payment',
      'list',
      `--entity=${shop.entity}`,
      `--document=${pesos['id']}`,
    );
    assert.deepEqual(
      payments['map'](({ amount, status }: Answer) => [amount, status]),
      [
        [2000, 'recorded'],
        [2500, 'reversed'],
        [1000, 'recorded'],
      ],
    );
    left['pesos'] = pesos;
  });

  test('an invoice with a mistake is replaced, and the authority cancels the old one', async () => {
    month.on('2026-10-21');
    const given = (unit_price: number) => ({
      counterparty_id: of['school'],
      line_items: [{ description: 'Cartel', unit_price, country_details: design }],
    });
    const old = await shop.invoice(given(900));
    const substitute = await shop.invoice({ ...given(800), replaces_invoice_id: old['id'] });
    assert.match(
      await month.xml(substitute['id']),
      new RegExp(`TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${old['filing'].uuid}"`),
    );
    await month.until(
      () => shop.get(old['id']),
      ({ status }) => status === 'void',
    );
    await shop.pay(substitute['id']);
    left['old'] = old;
  });

  test('the month is closed, and stays as it is', async () => {
    month.on('2026-11-02');
    const closed = await month.admin('entity', 'close', shop.entity, '--through=2026-10-31', by);
    assert.equal(closed['closed_through'], '2026-10-31');
    const { id } = left['pesos'] ?? {};
    const late = await shop.fails('record_invoice_payment', { invoice_id: id, payment_date: '2026-10-30' });
    assert.deepEqual([late['code'], late['first_open_day']], ['period_closed', '2026-11-01']);
    await month.admin('entity', 'update', shop.entity, '--complements=automatic', by);
    const rest = await shop.pay(id);
    await month.until(
      async () => (await complementsOf(rest['id']))[0] ?? {},
      ({ status }) => status === 'filed',
    );
    const reversed = await month.admin('payment', 'reverse', left['chairs']?.['id'], '--reason=Cheque', by);
    assert.equal(reversed['reversed_on'], '2026-11-02');
  });

  test('at the end every view says the same', async () => {
    const invoices = await checkViews(month, shop, {});
    const owed = new Map<string, number>();
    for (const { id, total, payments, currency } of invoices.filter(
      ({ country_details }) => country_details.payment_method === 'PPD',
    )) {
      assert.ok(['MXN', 'USD'].includes(currency));
      let balance = Math.round(total * 100);
      const inOrder = [...payments].toSorted((a: Answer, b: Answer) => (a['id'] < b['id'] ? -1 : 1));
      for (const [index, { allocated_amount }] of inOrder.entries()) {
        owed.set(`${id} ${index + 1}`, balance);
        balance -= Math.round(allocated_amount * 100);
      }
    }
    const complements = (await complementsOf()).filter(({ status }) => status === 'filed');
    assert.equal(complements.length, 6);
    for (const complement of complements)
      checkComplement(await month.xml(complement['id']), complement, owed);
    const numbers = await checkNumbers(month, shop);
    assert.deepEqual(numbers, { F: 10, NC: 1, P: 6 });
    const filed = [...invoices, ...complements, left['note'] ?? {}].map(({ id }) => String(id));
    for (const id of filed) checkMexicanDocument(await month.xml(id));
    await keepPdfs(month, 'mx', filed);
    await checkDoctor(month);
  });
});
