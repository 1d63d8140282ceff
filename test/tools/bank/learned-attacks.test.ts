// What was taught or learned confirms nothing of somebody else: shared texts, accounts that changed hands, names beside an
// alias, amounts between those of the past, and what an earlier run could not know.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { BankTransactionId } from '../../../generated/ids.ts';
import { addParty } from '../../support/documents.ts';
import {
  aliases,
  bill,
  client,
  confirm,
  line,
  months,
  outcome,
  run,
  service,
  supplier,
  text,
  usingPayees,
} from './payees.ts';

usingPayees();

const ACCOUNT = '032180000118359719';
const party = (name: string) => addParty(service.database, service.entities.mx, name);
const teach = (kind: 'text' | 'account', value: string) =>
  client().create_counterparty_alias({ counterparty_id: supplier, kind, value });
const unique = (name: string): string => `${name} ${text.toLowerCase()}`;

/** Three months of one account that somebody confirmed by hand. */
const monthsOfAccount = async (account: string, hint: string | null): Promise<void> => {
  for (const month of [1, 2, 3])
    await confirm(
      await line(month, { description: 'SPEI ENVIADO', party_account: account, counterparty_hint: hint }),
      await bill(month),
    );
};

const outcomeOf = async (paid: BankTransactionId, month = 4) => {
  await run(month);
  return outcome(paid);
};

describe('an amount', () => {
  test('between two of the past is none of them', async () => {
    for (const [month, minor] of [
      [1, 39_900],
      [2, 39_900],
      [3, 400_000],
    ] as const)
      await confirm(await line(month, { amount_minor: minor }), await bill(month, (minor / 100).toFixed(2)));
    await bill(4, '1999.00');
    const { status, reasons } = await outcomeOf(await line(4, { amount_minor: 199_900 }));
    assert.equal(status, 'suggested', reasons);
  });

  test('that grows a little each month stays in its past', async () => {
    for (const [month, minor] of [
      [1, 39_900],
      [2, 42_000],
      [3, 45_000],
    ] as const)
      await confirm(await line(month, { amount_minor: minor }), await bill(month, (minor / 100).toFixed(2)));
    await bill(4, '480.00');
    const grown = await outcomeOf(await line(4, { amount_minor: 48_000 }));
    assert.equal(grown.status, 'confirmed', grown.reasons);
    await bill(5, '900.00');
    const leapt = await outcomeOf(await line(5, { amount_minor: 90_000 }), 5);
    assert.equal(leapt.status, 'suggested', leapt.reasons);
  });
});

describe('an account that changed hands', () => {
  test('beside the name of somebody unknown', async () => {
    await monthsOfAccount(ACCOUNT, null);
    assert.equal((await aliases())[0]?.kind, 'account');
    await bill(4);
    const facts = { description: 'SPEI ENVIADO', party_account: ACCOUNT };
    const paid = await line(4, { ...facts, counterparty_hint: 'Fundidora Coatepec' });
    const { status, reasons } = await outcomeOf(paid);
    assert.notEqual(status, 'confirmed', reasons);
  });

  test('beside the name of somebody known, whoever has a bill of the amount', async () => {
    const account = '002180700112233440';
    const other = unique('Fundidora Orizaba');
    const id = await party(other);
    for (const month of [1, 2, 3])
      await confirm(
        await line(month, { description: 'SPEI ENVIADO', party_account: account }),
        await bill(month),
      );
    await bill(4);
    const facts = { description: 'SPEI ENVIADO', party_account: account, counterparty_hint: other };
    const alone = await outcomeOf(await line(4, facts));
    assert.notEqual(alone.status, 'confirmed', alone.reasons);
    await bill(5);
    await bill(5, '399.00', id);
    const both = await line(5, facts);
    await run(5);
    const { data } = await client().search_bank_transactions({ match_status: 'confirmed', limit: 50 });
    const found = data.find((each) => each.id === both);
    if (found !== undefined) assert.doesNotMatch(JSON.stringify(found.matches), /Servicios Integrales/);
  });

  test('as long as the same name stands beside it, it is the same one', async () => {
    const account = '014180655001122338';
    await monthsOfAccount(account, 'Cobranza Xalapa');
    await bill(4);
    const facts = {
      description: 'SPEI ENVIADO',
      party_account: account,
      counterparty_hint: 'Cobranza Xalapa',
    };
    const { status, reasons } = await outcomeOf(await line(4, facts));
    assert.equal(status, 'confirmed', reasons);
  });
});

describe('the whole name of somebody else beside what was taught', () => {
  test('in free text', async () => {
    const other = unique('Papelera Tlacotalpan');
    await party(other);
    await teach('text', `${text}w`);
    await bill(4);
    const paid = await line(4, { description: `CARGO ${text}W A FAVOR DE ${other.toUpperCase()}` });
    const { status, reasons } = await outcomeOf(paid);
    assert.equal(status, 'suggested', reasons);
  });

  test('of a counterparty that came later, and has the alias in its name', async () => {
    await teach('text', `${text}w`);
    const other = `${text.toLowerCase()}w Internet Veracruz`;
    const id = await party(other);
    await bill(4);
    const alone = await outcomeOf(await line(4, { description: `CARGO ${other.toUpperCase()}` }));
    assert.notEqual(alone.status, 'confirmed', alone.reasons);
    await bill(5, '399.00', id);
    const paid = await line(5, { description: `CARGO ${other.toUpperCase()}` });
    const both = await outcomeOf(paid, 5);
    assert.doesNotMatch(both.status === 'confirmed' ? both.reasons : '', /taught for Servicios/);
  });
});

describe('a later run', () => {
  test('confirms what was left, once it is taught', async () => {
    const known = await bill(4);
    // The first run knew it: what is new to the second is only what was taught.
    await service.database.kysely
      .updateTable('bill')
      .set({ created_at: '2026-04-19 18:00:00.000' })
      .where('entity_id', '=', service.entities.mx)
      .where('id', '=', known)
      .execute();
    const paid = await line(4);
    const first = await outcomeOf(paid);
    assert.notEqual(first.status, 'confirmed', first.reasons);
    await teach('text', text);
    const second = await outcomeOf(paid);
    assert.equal(second.status, 'confirmed', second.reasons);
  });

  test('of what was taught before it confirms no more than the first', async () => {
    await teach('text', text);
    const paid = await line(4);
    await run(4);
    await bill(6);
    const { status, reasons } = await outcomeOf(paid, 6);
    assert.notEqual(status, 'confirmed', reasons);
  });

  test('does not repeat what was undone, though the bank names the payee', async () => {
    const hint = unique('Pasarela Cordobesa');
    const facts = {
      description: 'SPEI ENVIADO',
      counterparty_hint: hint,
      amount_minor: 812_345,
      party_account: '058597000012345670',
    };
    for (const month of [1, 2, 3]) await confirm(await line(month, facts), await bill(month, '8123.45'));
    await bill(4, '8123.45');
    const fourth = await line(4, facts);
    const first = await outcomeOf(fourth);
    assert.equal(first.status, 'confirmed', first.reasons);
    await client().undo_bank_match({ transaction_id: fourth });
    await bill(5, '8123.45');
    for (const again of [await line(5, facts), fourth]) {
      const { status, reasons } = await outcomeOf(again, 5);
      assert.notEqual(status, 'confirmed', reasons);
    }
  });

  test('twice and a third time changes nothing of what waits', async () => {
    await months(2);
    await bill(3);
    const third = await line(3);
    for (let count = 0; count < 3; count += 1) {
      const { status, reasons } = await outcomeOf(third, 3);
      assert.equal(status, 'suggested', reasons);
    }
  });
});

test('at the ends of months, three confirms of two months are no three months', async () => {
  for (const [month, date] of [
    [1, '2026-01-01'],
    [1, '2026-01-31'],
    [2, '2026-02-28'],
  ] as const)
    await confirm(await line(month, { date }), await bill(month));
  await bill(3);
  const { status, reasons } = await outcomeOf(await line(3), 3);
  assert.equal(status, 'suggested', reasons);
});
