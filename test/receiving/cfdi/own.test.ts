// What our own builder makes, as its receiver reads it: every golden document, and chains of payments.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';
import { decimal, sumOf } from '../../../src/base/money/decimal.ts';
import type { BuiltDocument } from '../../../src/einvoicing/filing.ts';
import { mxCfdi } from '../../../src/einvoicing/mx-cfdi/index.ts';
import { buildPayment } from '../../../src/einvoicing/mx-cfdi/payment/build.ts';
import { seal } from '../../../src/einvoicing/mx-cfdi/seal.ts';
import { appendStamp } from '../../../src/einvoicing/mx-cfdi/stamp.ts';
import { readCfdi } from '../../../src/receiving/cfdi/read.ts';
import { documentOf, factsOf, shown, type GoldenCase } from '../../einvoicing/mx-cfdi/golden.ts';
import { FACTS } from '../../einvoicing/mx-cfdi/payment/complements.ts';
import { randomCases } from '../../einvoicing/mx-cfdi/payment/generate.ts';
import { testSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import { randomOf } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { stampOf, SAT_KEYS } from './writer.ts';

const SEED = seedOf(import.meta.filename);
const FOLDER = `${packageRoot()}/test/einvoicing/mx-cfdi/golden/`;
const UUID = '9CA14D07-3181-43A1-8F5B-2C1BF092A388';

const stamped = (sealed: BuiltDocument): Buffer =>
  appendStamp(sealed.bytes, stampOf(UUID, sealed.seal ?? ''));

test('every golden invoice and credit note is read as it was meant', async () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.json'))) {
    const golden = JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) as GoldenCase;
    const document = documentOf(golden);
    const signer = await testSigner(document.seller.tax_id ?? '');
    const read = readCfdi(stamped(seal(mxCfdi.build(document, factsOf(golden)), signer)), SAT_KEYS);
    assert.deepEqual(
      read.issues.filter(({ rule, severity }) => severity === 'error' || rule === 'cfdi_sum'),
      [],
      name,
    );
    assert.equal(read.kind, document.kind === 'credit_note' ? 'bill_credit_note' : 'bill', name);
    assert.deepEqual([read.seals?.seal, read.seals?.stamp?.seal], ['valid', 'valid'], name);
    const { totals, lines, uuid } = read.document ?? assert.fail(name);
    const [, , tax, withheld, total] = shown(document);
    assert.deepEqual(
      [totals.tax ?? '0', totals.withheld ?? '0', totals.total ?? ''].map((text) => decimal(text).toFixed()),
      [tax, withheld, total],
      name,
    );
    const sum = lines.flatMap((line) => [
      decimal(line.net),
      ...line.taxes.map(({ amount }) => decimal(amount ?? '0')),
      ...line.withholdings.map(({ amount }) => decimal(`-${amount ?? '0'}`)),
    ]);
    assert.equal(sumOf(sum).toFixed(), total, name);
    assert.equal(uuid, UUID);
  }
});

const RUNS = longDose(100);

test(`${RUNS} complements prove the payments that they were made for`, async () => {
  const signer = await testSigner('PRO840423SG8');
  let done = 0;
  for (let index = 0; done < RUNS; index += 1) {
    for (const { document } of randomCases(randomOf(SEED + index)).cases) {
      const read = readCfdi(stamped(seal(buildPayment(document, FACTS), signer)), SAT_KEYS);
      const told = `SEED=${SEED + index}`;
      assert.equal(read.kind, 'payment_proof', told);
      assert.deepEqual(
        read.issues.filter(({ severity }) => severity !== 'note'),
        [],
        told,
      );
      const paid = read.proof?.payments.flatMap(({ documents }) => documents) ?? [];
      assert.equal(read.proof?.uuid, UUID);
      assert.ok(paid.length > 0);
      for (const { before, paid: part, left } of paid)
        assert.equal(decimal(before).minus(decimal(part)).toFixed(), decimal(left).toFixed(), told);
      done += 1;
    }
  }
});
