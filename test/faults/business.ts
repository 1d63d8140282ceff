// What companies do while workers die: invoices, credit notes, payments in parts, substitutes, and payments taken back.
import assert from 'node:assert/strict';
import { FolioError } from '../support/client.ts';
import { ANA, type Office, type Side } from '../support/office.ts';
import { type Random, randomOf } from '../property/random.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import { keepUp } from './queue.ts';

/** What was asked for; how often something was refused, since it met something else. */
export interface Asked {
  readonly counts: Record<string, number>;
  readonly refused: Record<string, number>;
}

const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

interface Chosen {
  readonly customer: string;
  readonly share: number;
}

/** Some customers whose documents are refused, lost on the way, or not cancelled without them. */
const addCustomers = async ({ service, customers }: Office) => {
  const add = (name: string) => addMexicanCustomer(service, name);
  const turns = await add('CAFE QUE CAMBIA');
  const chosen: readonly Chosen[] = [
    { customer: await add('SANDBOX REJECT'), share: 0.05 },
    { customer: await add('SANDBOX REPLY LOST'), share: 0.1 },
    { customer: await add('SANDBOX ACCEPTANCE'), share: 0.2 },
    { customer: turns, share: 0.1 },
  ];
  const pick = (random: Random): string => {
    let left = random.next();
    for (const { customer, share } of chosen) {
      if (left < share) return customer;
      left -= share;
    }
    return customers.mx;
  };
  return { pick, turns };
};

/** What becomes of the first invoices, so that a small dose has each kind: parts paid, credited as well, replaced. */
const FIRST_FATES = [0.3, 0.65, 0.9] as const;

export const openBusiness = async (office: Office, seed: number) => {
  const { service, admin } = office;
  const random = randomOf(seed ^ 0x5eed);
  const asked: Asked = { counts: {}, refused: {} };
  const { pick, turns } = await addCustomers(office);

  const command = async (name: string, ...args: string[]): Promise<boolean> => {
    const { code, err } = await admin.run(...args, '--json');
    assert.ok(code === 0 || code === 1, err);
    const told = code === 0 ? null : (JSON.parse(err) as { error: { code: string } }).error.code;
    assert.notEqual(told, 'internal_error', err);
    if (told === null) count(asked.counts, name);
    else count(asked.refused, `${name}: ${told}`);
    return told === null;
  };

  const draft = async (side: Side, name: string, more: object): Promise<void> => {
    const id = await office.draft(side, {
      line_items: [{ description: name, unit_price: random.int(100, 90_000) / 100 }],
      ...more,
    });
    await office.submit(side, id);
    count(asked.counts, name);
    await keepUp(service);
  };

  const invoice = (): Promise<void> => {
    if ((asked.counts['invoice'] ?? 0) < FIRST_FATES.length)
      return draft('mx', 'invoice', { country_details: { payment_method: 'PPD' } });
    if (random.chance(0.25)) return draft('de', 'invoice', {});
    const payment_method = random.chance(0.65) ? 'PPD' : 'PUE';
    return draft('mx', 'invoice', { counterparty_id: pick(random), country_details: { payment_method } });
  };

  /** A part or all, by two notes at once where they do not fit together. */
  const credit = async ({ id, total_minor }: Filed): Promise<void> => {
    const part = String(Math.max(1, Math.floor(total_minor * 0.6)) / 100);
    for (const amount of random.pick([
      [[]],
      [['--amount', part]],
      [
        ['--amount', part],
        ['--amount', part],
      ],
    ]))
      await command('credit note', 'invoice', 'credit', id, `--by=${ANA}`, ...amount);
  };

  const pay = async ({ id, total_minor }: Filed): Promise<void> => {
    const parts = random.int(1, 3);
    for (let part = 0; part < parts; part += 1) {
      const amount = Math.max(1, Math.floor(total_minor / 3)) / 100;
      try {
        const payment = await service
          .client(service.keys.mx)
          .record_invoice_payment({ invoice_id: id as never, amount });
        count(asked.counts, 'payment');
        // Some before their complement is approved, and some while it is being stamped.
        if (random.chance(0.3)) await keepUp(service);
        if (random.chance(0.15)) await reverse(payment.id);
      } catch (error) {
        if (!(error instanceof FolioError)) throw error;
        assert.notEqual(error.code, 'internal_error', error.message);
        count(asked.refused, `payment: ${error.code}`);
      }
    }
  };

  const reverse = (id: string): Promise<boolean> =>
    command('reversal', 'payment', 'reverse', id, '--reason=Equivocado', `--by=${ANA}`);

  const replace = ({ id, counterparty_id, country_details }: Filed): Promise<void> =>
    draft('mx', 'substitute', {
      counterparty_id,
      replaces_invoice_id: id,
      country_details: { payment_method: country_details['payment_method'] },
    });

  const followUp = async (filed: Filed, index: number): Promise<void> => {
    const german = filed.entity_id === service.entities.de;
    const fate = FIRST_FATES[index] ?? random.next();
    const deferred = filed.country_details['payment_method'] === 'PPD';
    if (german) return fate < 0.4 ? credit(filed) : undefined;
    if (deferred && fate < 0.7) await pay(filed);
    if (fate > 0.6 && fate < 0.8) await credit(filed);
    if (fate > 0.8 || fate < 0.05) await replace(filed);
  };

  return {
    asked,
    invoice,
    /** What becomes of each filed invoice; half of the way, complements are filed without asking. */
    followUps: async (): Promise<void> => {
      await admin.json('counterparty', 'update', turns, '--name=SANDBOX REJECT');
      const filed = await filedInvoices(office);
      for (const [index, each] of filed.entries()) {
        if (index === Math.floor(filed.length / 2)) {
          const entity = String(service.entities.mx);
          await admin.json('entity', 'update', entity, '--complements=automatic', `--by=${ANA}`);
        }
        await followUp(each, index);
        await keepUp(service);
      }
    },
    /** Payments whose complements are filed by now. */
    reversals: async (): Promise<void> => {
      const rows = await service.database.kysely
        .selectFrom('payment')
        .select('id')
        .where('status', '=', 'recorded')
        .execute();
      for (const [index, { id }] of rows.entries()) {
        if (index > 0 && !random.chance(0.3)) continue;
        await reverse(id);
        await keepUp(service);
      }
    },
  };
};

interface Filed {
  readonly id: string;
  readonly entity_id: string;
  readonly counterparty_id: string;
  readonly total_minor: number;
  readonly country_details: Readonly<Record<string, unknown>>;
}

const filedInvoices = async ({ service }: Office): Promise<readonly Filed[]> =>
  service.database.kysely
    .selectFrom('invoice')
    .select(['id', 'entity_id', 'counterparty_id', 'total_minor', 'country_details'])
    .where('status', '=', 'filed')
    .orderBy('id')
    .execute();
