// Random tables of three languages in every encoding: what is booked are the movements and nothing else, rows that are no
// movement are named, wrong ones are rejected, balances fit; what a file does not tell is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBalances } from '../../../src/domain/bank/statements/balance.ts';
import { decodeStatement } from '../../../src/domain/bank/statements/file.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { readOptions } from './options.ts';
import { createRandom, drawFile, encode, type RandomFile } from './random-files.ts';
import { type Outcome, readText } from './read-text.ts';

const SEED = seedOf(import.meta.filename);
const FILES = dose(300);

const read = async ({
  text,
  encoding,
  currency,
  sign,
  date_order,
  decimal,
}: RandomFile): Promise<Outcome> => {
  const { account } = readOptions({ currency, account_type: sign === null ? 'checking' : 'credit' });
  const decoded = await decodeStatement('file', encode(text, encoding));
  return readText(decoded.text, {}, { account, sign, date_order, decimal });
};

/** One fee in the first row, of which no balance tells whether it is inside, is a question that the file does not answer. */
const UNTOLD = /no balance or net amount tells whether it is part of the amount/;

const facts = ({ lines, left_out, rejected, rows, ...read_ }: Outcome, currency: string) => {
  const { gaps, opening_minor, closing_minor } = checkBalances(lines, currency);
  return {
    movements: lines.map(({ date, signed_minor }) => `${date} ${signed_minor}`).toSorted(),
    left_out: left_out.length,
    rejected: rejected.length,
    rows: rows - lines.length - left_out.length - rejected.length,
    balances:
      rejected.length > 0
        ? null
        : [gaps.length, read_.opening_minor ?? opening_minor, read_.closing_minor ?? closing_minor],
  };
};

test('random tables have their movements', async () => {
  let untold = 0;
  for (let at = 0; at < FILES; at += 1) {
    const seed = SEED + at;
    const file = drawFile(createRandom(seed));
    const outcome = await read(file);
    const shown = `SEED=${seed}\n${file.encoding}\n${file.text}`;
    if (outcome.refused !== '') {
      assert.match(outcome.refused, UNTOLD, shown);
      untold += 1;
      continue;
    }
    const { balances, ...told } = facts(outcome, file.currency);
    assert.deepEqual(
      told,
      {
        movements: file.movements.map(({ date, minor }) => `${date} ${minor}`).toSorted(),
        left_out: file.left_out,
        rejected: file.rejected,
        rows: 0,
      },
      shown,
    );
    if (file.balances !== null) assert.deepEqual(balances, [0, ...file.balances], shown);
    const words = outcome.lines.map(({ description }) => description.split(/:? /u)[0] ?? '');
    assert.deepEqual(
      words.filter((word) => !file.text.includes(word)),
      [],
      shown,
    );
  }
  assert.ok(untold <= 2 + FILES / 50, `${untold} files tell too little`);
});
