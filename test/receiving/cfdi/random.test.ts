// CFDI that strangers wrote, of every type: what is read equals what was meant, to the cent; and a changed byte is either
// found or changes nothing that is read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, sumOf, type Decimal } from '../../../src/base/money/decimal.ts';
import { readCfdi } from '../../../src/receiving/cfdi/read.ts';
import type { ReadDocument, Reading, ReadTax } from '../../../src/receiving/reading.ts';
import { testSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import { randomOf, type Random } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { ISSUER, makeCfdi, RECEIVER, type Made, type TaxMade } from './generate.ts';
import { SAT_KEYS } from './writer.ts';

const SEED = seedOf(import.meta.filename);
const RUNS = longDose(1000);

const KINDS = { I: 'bill', E: 'bill_credit_note', N: 'other', T: 'other' } as const;

const total = (values: readonly (string | null)[]): Decimal =>
  sumOf(values.map((each) => decimal(each ?? '0')));

/** Rows of a line to the cent: each within a cent of what was written. */
const sameTaxes = (read: readonly ReadTax[], made: readonly TaxMade[]): void => {
  assert.deepEqual(
    read.map(({ kind, factor, rate, base }) => ({ kind, factor, rate, base })),
    made.map(({ kind, factor, rate, base }) => ({
      kind,
      factor: { Tasa: 'rate', Cuota: 'quota', Exento: 'exempt' }[factor],
      rate,
      base,
    })),
  );
  for (const [at, { amount }] of made.entries()) {
    const given = read[at]?.amount ?? null;
    if (amount === null) assert.equal(given, null);
    else
      assert.ok(
        decimal(given ?? '')
          .minus(decimal(amount))
          .abs()
          .lte(decimal('0.01')),
      );
  }
};

const sumsHold = (document: ReadDocument, made: Made): void => {
  const taxes = document.lines.flatMap((line) => line.taxes);
  const withheld = document.lines.flatMap((line) => line.withholdings);
  const sums = {
    net: total(document.lines.map(({ net }) => net)).toFixed(2),
    tax: total(taxes.map(({ amount }) => amount)).toFixed(2),
    withheld: total(withheld.map(({ amount }) => amount)).toFixed(2),
  };
  assert.equal(sums.net, decimal(document.totals.lines ?? '').toFixed(2));
  assert.equal(sums.tax, decimal(made.tax ?? '0').toFixed(2));
  assert.equal(sums.withheld, decimal(document.totals.withheld ?? '').toFixed(2));
  const whole = decimal(sums.net).plus(decimal(sums.tax)).minus(decimal(sums.withheld));
  assert.equal(whole.toFixed(2), decimal(made.total).toFixed(2));
};

const verify = (made: Made, { kind, document, seals, issues }: Reading): void => {
  assert.deepEqual(
    issues.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(
    !issues.some(({ rule }) => rule === 'cfdi_sum' || rule === 'cfdi_line_tax'),
    JSON.stringify(issues),
  );
  assert.equal(kind, KINDS[made.type]);
  assert.deepEqual([seals?.seal, seals?.stamp?.seal], ['valid', 'valid']);
  assert.ok(document !== null);
  assert.deepEqual(
    [document.uuid, document.currency, document.exchangeRate, document.seller.taxId, document.buyer.taxId],
    [made.uuid, made.currency, made.rate, ISSUER, RECEIVER],
  );
  assert.deepEqual([document.seller.postalCode, document.buyer.postalCode], ['06470', '42501']);
  assert.deepEqual(
    document.references.map(({ id }) => id),
    made.related,
  );
  // A credit note for an advance names the bill that it takes it off, and is no bill that settles one.
  assert.ok(made.type !== 'E' || document.references.every(({ kind }) => kind === 'prior'));
  const own = document.lines.slice(0, made.lines.length);
  for (const [at, line] of made.lines.entries()) {
    const read = own[at];
    assert.ok(read !== undefined);
    assert.deepEqual(
      [
        read.quantity,
        read.unitPrice,
        read.discount,
        read.description,
        read.customsNumbers,
        read.propertyAccounts,
      ],
      [
        line.quantity,
        line.price,
        line.discount,
        line.description,
        line.customs === null ? [] : [line.customs],
        line.property === null ? [] : [line.property],
      ],
    );
    assert.equal(read.detail, line.part === null ? null : `3 ${line.part}`);
    sameTaxes(read.taxes, line.transferred);
    sameTaxes(
      read.withholdings.filter((tax) => tax.kind !== 'LOCAL'),
      line.withheld,
    );
  }
  assert.deepEqual(
    document.lines.slice(made.lines.length).map(({ description, net, taxes }) => [description, net, taxes]),
    made.local.transferred === null ? [] : [['ISH 3.00 %', made.local.transferred, []]],
  );
  assert.deepEqual(
    document.withholdings
      .filter((tax) => tax.kind === 'LOCAL')
      .map(({ rate, amount, localName }) => [rate, amount, localName]),
    made.local.withheld === null ? [] : [['0.005', made.local.withheld, '5 al millar']],
  );
  sumsHold(document, made);
};

test(`${RUNS} CFDI of strangers are read to the cent`, async () => {
  const signer = await testSigner(ISSUER);
  for (let index = 0; index < RUNS; index += 1) {
    const made = makeCfdi(randomOf(SEED + index), signer);
    try {
      verify(made, readCfdi(made.bytes, SAT_KEYS));
    } catch (fault) {
      throw new Error(`SEED=${SEED + index} begins with it`, { cause: fault });
    }
  }
});

/** What a complement of local taxes says nothing of. */
const withoutLocal = (document: Reading['document']) =>
  document && {
    ...document,
    lines: document.lines.filter(({ id }) => id !== null).map((line) => ({ ...line, withholdings: [] })),
    withholdings: document.withholdings.filter(({ kind }) => kind !== 'LOCAL'),
    totals: { ...document.totals, lines: null, withoutTax: null, withheld: null },
    mexico: null,
  };

/** One byte replaced by another. */
const tamper = (random: Random, bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  const at = random.int(0, bytes.length - 1);
  const old = changed[at] ?? 0;
  changed[at] = random.chance(0.5) ? old ^ (1 << random.int(0, 6)) : 0x30 + random.int(0, 9);
  return changed;
};

test('a changed byte is found, or nothing that is read changes', async () => {
  const signer = await testSigner(ISSUER);
  let found = 0;
  for (let index = 0; index < longDose(100); index += 1) {
    const random = randomOf(SEED - index - 1);
    const made = makeCfdi(random, signer);
    const before = readCfdi(made.bytes, SAT_KEYS);
    for (let turn = 0; turn < 10; turn += 1) {
      const changed = tamper(random, made.bytes);
      const after = readCfdi(changed, SAT_KEYS);
      // In another namespace it is no CFDI any more, and nothing is read of it.
      const isNone = after.document === null && after.proof === null;
      // A complement that became another is told: its seal cannot be checked, and what it added to the total is missing.
      const rules = new Set(after.issues.map(({ rule }) => rule));
      const isOther = rules.has('cfdi_seal_unchecked') && rules.has('cfdi_sum');
      if (isOther) assert.deepEqual(withoutLocal(after.document), withoutLocal(before.document));
      if (isNone || isOther || after.issues.some(({ severity }) => severity === 'error')) found += 1;
      else
        assert.deepEqual(
          { ...after.document, mexico: null },
          { ...before.document, mexico: null },
          `SEED=${SEED} document ${index} turn ${turn}`,
        );
    }
  }
  assert.ok(found > 0);
});
