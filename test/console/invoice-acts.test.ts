// Each state of an invoice: exactly the acts that its page offers are carried out, and every other is refused with a
// sentence and changes nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Invoice, untilInvoice } from '../support/office.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const ACTS = ['submit', 'discard', 'attach', 'duplicate', 'pay', 'credit', 'void'] as const;
type ActName = (typeof ACTS)[number];

let pages: TestConsole;
let base: string;
before(async () => {
  pages = await startTestConsole();
  base = `/companies/${pages.service.entities.mx}/invoices`;
  for (const name of ['CAFE LUNA', 'SANDBOX REJECT', 'SANDBOX ERROR', 'SANDBOX ACCEPTANCE'])
    await addMexicanCustomer(pages.service, name);
});
after(() => pages.close());

const read = (invoice_id: string) => callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id });

/** All but when its rules were checked, which is at each look. */
const stateOf = async (id: string) => {
  const { compliance, filing, ...rest } = await read(id);
  return { ...rest, filing, rules: compliance.issues };
};

const until = (id: string, is: (invoice: Invoice) => boolean): Promise<Invoice> =>
  untilInvoice(pages.service, 'mx', id, is);

const draft = async (counterparty_name = 'CAFE LUNA'): Promise<string> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_name,
    line_items: [{ description: 'Servicio', unit_price: 100 }],
  });
  return id;
};

const send = async (id: string, act: ActName, fields: Readonly<Record<string, string>> = {}) => {
  const answer = await pages.as('administrator').send(`${base}/${id}`, act, fields);
  assert.equal(answer.status, 200, answer.html);
  return answer.path;
};

const approved = async (counterparty?: string): Promise<string> => {
  const id = await draft(counterparty);
  await pages.as('administrator').send(await send(id, 'submit'), 'approve');
  return id;
};

const filed = async (counterparty?: string): Promise<string> => {
  const id = await approved(counterparty);
  await until(id, ({ filing }) => filing.status === 'filed' && filing.delivery.status !== 'pending');
  return id;
};

const paid = async (amount: string): Promise<string> => {
  const id = await filed();
  await send(id, 'pay', { amount });
  return id;
};

interface Case {
  readonly make: () => Promise<string>;
  readonly offered: readonly ActName[];
  /** Done already: sent again they lead to what is there. */
  readonly repeats?: readonly ActName[];
  readonly edited?: boolean;
  /** The SAT has acknowledged its cancellation. */
  readonly acknowledged?: boolean;
}

const CASES: Readonly<Record<string, Case>> = {
  'a draft': { make: () => draft(), offered: ['submit', 'discard', 'duplicate'], edited: true },
  'waiting for approval': {
    make: async () => {
      const id = await draft();
      await send(id, 'submit');
      return id;
    },
    offered: ['duplicate'],
    repeats: ['submit'],
    edited: true,
  },
  'refused by the authority': {
    make: async () => {
      const id = await approved('SANDBOX REJECT');
      await until(id, ({ filing }) => filing.status === 'failed');
      return id;
    },
    offered: ['submit', 'discard', 'duplicate'],
    edited: true,
  },
  unclear: {
    make: async () => {
      const id = await approved('SANDBOX ERROR');
      await until(id, ({ filing }) => filing.status === 'unclear');
      return id;
    },
    offered: ['duplicate'],
  },
  'filed and unpaid': { make: () => filed(), offered: ['duplicate', 'pay', 'credit', 'void'] },
  'paid in part': { make: () => paid('16'), offered: ['duplicate', 'pay', 'credit'] },
  paid: { make: () => paid(''), offered: ['duplicate', 'credit'] },
  'to be cancelled when the buyer accepts': {
    make: async () => {
      const id = await filed('SANDBOX ACCEPTANCE');
      await send(id, 'void', { void_reason: '02' });
      await until(id, ({ filing }) => filing.cancellation?.status === 'awaiting_buyer');
      return id;
    },
    offered: ['duplicate', 'pay'],
    repeats: ['void'],
    acknowledged: true,
  },
  void: {
    make: async () => {
      const id = await filed();
      await send(id, 'void', { void_reason: '02' });
      await until(id, ({ status }) => status === 'void');
      return id;
    },
    offered: ['duplicate'],
    acknowledged: true,
  },
  reversed: {
    make: async () => {
      const id = await filed();
      await pages.as('administrator').send(await send(id, 'credit'), 'approve');
      await until(id, ({ status }) => status === 'reversed');
      return id;
    },
    offered: ['duplicate'],
  },
};

/** What an invoice of 116 is after the act; undefined once it is gone. */
const OUTCOMES: Readonly<Record<ActName, (id: string) => Promise<boolean>>> = {
  submit: async (id) => (await read(id)).filing.status === 'awaiting_approval',
  discard: async (id) => (await pages.as('viewer').get(`${base}/${id}`)).status === 404,
  attach: async (id) => (await read(id)).attachments?.length === 1,
  duplicate: async (id) => (await read(id)).id === id,
  pay: async (id) => (await read(id)).balance_due === 0,
  credit: async (id) => /credit-notes/.test((await pages.as('viewer').get(`${base}/${id}`)).html),
  void: async (id) => (await read(id)).filing.cancellation !== null,
};

const FIELDS: Partial<Record<ActName, Readonly<Record<string, string>>>> = { void: { void_reason: '02' } };

const post = (id: string, act: ActName) => {
  const ana = pages.as('administrator');
  return act === 'attach'
    ? ana.upload(`${base}/${id}`, act, {}, { attachment: new File(['a;b\n'], 'a.csv') })
    : ana.send(`${base}/${id}`, act, FIELDS[act]);
};

for (const [state, { make, offered, repeats = [], edited = false, acknowledged = false }] of Object.entries(
  CASES,
)) {
  test(`an invoice that is ${state}`, async () => {
    const ana = pages.as('administrator');
    const id = await make();
    const { html } = await ana.get(`${base}/${id}`);
    const [, main = ''] = html.split('<main');
    assert.deepEqual(
      ACTS.filter((act) => main.includes(`name="act" value="${act}"`)),
      offered,
    );
    assert.equal(main.includes(`/invoices/${id}/edit"`), edited);
    assert.equal((await ana.get(`${base}/${id}/edit`)).status, edited ? 200 : 404);
    assert.equal(main.includes(`/invoices/${id}/acuse.xml"`), acknowledged);
    const acuse = await ana.get(`${base}/${id}/acuse.xml`);
    assert.equal(acuse.status, acknowledged ? 200 : 404);
    if (acknowledged) assert.match(acuse.html, /<Acuse Fecha=.*<EstatusUUID>201<\/EstatusUUID>/);
    const whole = await stateOf(id);
    for (const act of ACTS.filter((name) => !offered.includes(name))) {
      const answer = await post(id, act);
      if (repeats.includes(act)) assert.equal(answer.status, 200, act);
      else {
        assert.ok([409, 422].includes(answer.status), `${act}: ${answer.status}`);
        assert.match(answer.html, /role="alert"|class="fault"/, act);
      }
      assert.deepEqual(await stateOf(id), whole, act);
    }
    const [first, ...others] = offered.toReversed();
    for (const act of [first, ...others]) {
      if (act === undefined) continue;
      const one = act === first ? id : await make();
      const answer = await post(one, act);
      assert.equal(answer.status, 200, `${act}: ${answer.html}`);
      assert.ok(await OUTCOMES[act](one), `${act}: ${answer.path}`);
    }
  });
}
