// import_statement: random files of every layout and of headings in three languages, as text and as bytes in every encoding:
// the preview tells what the import does, sums and balances are the true ones, and two equal rows stay two movements.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRandom, drawFile, encode } from '../../domain/bank-statements/random-files.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { FolioError } from '../../support/client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { changingNothing } from '../support.ts';

const SEED = seedOf(import.meta.filename);
const FILES = dose(20);

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
after(() => service.close());

const sumOf = (minors: readonly number[], side: 1 | -1): number =>
  minors.reduce((sum, minor) => sum + Math.max(0, side * minor), 0) / 100;

test('the preview and the import tell the same, which is true', async () => {
  for (let at = 0; at < FILES; at += 1) {
    const seed = SEED + at;
    const file = drawFile(createRandom(seed));
    const shown = `SEED=${seed}\n${file.encoding}\n${file.text}`;
    const entity = file.currency === 'MXN' ? 'mx' : 'de';
    const client = service.client(service.keys[entity]);
    const bank_account_id = await addAccount(service, service.entities[entity], {
      account_number_masked: null,
      currency: file.currency,
      account_type: file.sign === null ? 'checking' : 'credit',
    });
    const { date_order, decimal, sign } = file;
    const asked = {
      bank_account_id,
      date_order,
      decimal,
      partial: true,
      ...(sign === null ? {} : { sign }),
    } as const;
    const content_base64 = encode(file.text, file.encoding).toString('base64');
    const ways = [
      () => client.import_statement({ ...asked, content: file.text, dry_run: true }),
      () => client.import_statement({ ...asked, content_base64, dry_run: true }),
    ];
    const told = [];
    try {
      for (const way of ways) told.push(await changingNothing(service.database, way));
      told.push(await client.import_statement({ ...asked, content_base64 }));
    } catch (error) {
      assert.ok(error instanceof FolioError && error.code === 'statement_unreadable', shown);
      assert.match(error.message, /tells whether it is part of the amount/, shown);
      continue;
    }
    const minors = file.movements.map(({ minor }) => minor);
    const facts = told.map((each) => [
      each.imported,
      each.duplicates,
      each.rejected_count,
      each.left_out_count,
      each.money_in,
      each.money_out,
    ]);
    const wanted = [minors.length, 0, file.rejected, file.left_out, sumOf(minors, 1), sumOf(minors, -1)];
    assert.deepEqual(facts, [wanted, wanted, wanted], shown);
    const balances = told.map(({ opening_balance, closing_balance }) => [opening_balance, closing_balance]);
    if (file.balances !== null) {
      const true_ = file.balances.map((minor) => minor / 100);
      assert.deepEqual(balances, [true_, true_, true_], shown);
    }
    const again = await client.import_statement({ ...asked, content: file.text });
    assert.deepEqual([again.imported, again.duplicates], [0, minors.length], shown);
  }
});
