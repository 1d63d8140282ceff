// Each state of a bill: exactly the acts that its page offers are carried out, and every other is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const ACTS = ['validate', 'reject', 'reverse', 'pay'] as const;
type ActName = (typeof ACTS)[number];

interface Case {
  /** What is done to a new bill of 500 before. */
  readonly first: readonly (readonly [ActName, Readonly<Record<string, string>>?])[];
  readonly offered: readonly ActName[];
}

const CASES: Readonly<Record<string, Case>> = {
  received: { first: [], offered: ['validate', 'reject', 'reverse', 'pay'] },
  'partly paid': { first: [['pay', { amount: '10' }]], offered: ['validate', 'reverse', 'pay'] },
  paid: { first: [['pay']], offered: ['validate', 'reverse'] },
  validated: { first: [['validate']], offered: ['reverse', 'pay'] },
  rejected: { first: [['reject']], offered: [] },
  reversed: { first: [['reverse']], offered: [] },
};

/** The status and whether it is paid, after each act that is offered. */
const OUTCOMES: Readonly<Record<ActName, RegExp>> = {
  validate: /^validated /,
  reject: /^rejected /,
  reverse: /^reversed /,
  pay: /^(received|validated) paid$/,
};

let pages: TestConsole;
let supplier: string;
let made = 0;
before(async () => {
  pages = await startTestConsole();
  supplier = await addMexicanCustomer(pages.service, 'PAPELERIA SOL', { is_supplier: true });
});
after(() => pages.close());

const read = async (bill_id: string): Promise<string> => {
  const bill = await callLoosely(pages.service, 'mx', 'get_bill', { bill_id });
  return `${bill.status} ${bill.payment_status}`;
};

for (const [state, { first, offered }] of Object.entries(CASES)) {
  test(`a bill that is ${state}`, async () => {
    const ana = pages.as('administrator');
    const inState = async (): Promise<{ id: string; path: string }> => {
      made += 1;
      const { id } = await callLoosely(pages.service, 'mx', 'create_bill', {
        counterparty_id: supplier,
        bill_number: `B-${made}`,
        line_items: [{ description: 'Papel', unit_price: 500 }],
      });
      const path = `/companies/${pages.service.entities.mx}/bills/${id}`;
      for (const [act, fields] of first) assert.equal((await ana.send(path, act, fields)).status, 200);
      return { id, path };
    };
    const shown = await inState();
    const { html } = await ana.get(shown.path);
    const [, main = ''] = html.split('<main');
    assert.deepEqual(
      ACTS.filter((act) => main.includes(`name="act" value="${act}"`)),
      offered,
    );
    for (const act of ACTS) {
      const { id, path } = await inState();
      const before_ = await read(id);
      const { status } = await ana.send(path, act);
      if (offered.includes(act)) {
        assert.equal(status, 200, act);
        assert.match(await read(id), OUTCOMES[act], act);
      } else {
        assert.ok(status === 409 || status === 422, `${act}: ${status}`);
        assert.equal(await read(id), before_, act);
      }
    }
  });
}
