// Random invoices paid in random parts and currencies: every complement is right by an arithmetic of its own, and the
// sandbox PAC takes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCfdi } from '../../../../src/sandbox/cfdi-check/check.ts';
import { cadenaOriginal } from '../../../../src/einvoicing/mx-cfdi/cadena.ts';
import { buildPayment } from '../../../../src/einvoicing/mx-cfdi/payment/build.ts';
import { validatePayment } from '../../../../src/einvoicing/mx-cfdi/payment/validate.ts';
import { seal } from '../../../../src/einvoicing/mx-cfdi/seal.ts';
import { randomOf } from '../../../property/random.ts';
import { testSigner } from '../signer.ts';
import { basesLeft, FACTS, settle } from './complements.ts';
import { randomCases, type Case } from './generate.ts';
import { paymentValues, verifyComplement } from './verify.ts';
import { dose, seedOf } from '../../../support/dose.ts';

const RUNS = dose(40);
const SEED = seedOf(import.meta.filename);

test(`${RUNS} random complements`, async () => {
  const signer = await testSigner('PRO840423SG8');
  const verify = ({ document, expected }: Case): void => {
    const errors = validatePayment(document).filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors, []);
    const sealed = seal(buildPayment(document, FACTS), signer);
    const xml = sealed.bytes.toString('utf8');
    verifyComplement(xml, expected);
    assert.ok(cadenaOriginal(xml).endsWith(`|Pago|0|0|01|${paymentValues(xml)}||`));
    assert.deepEqual(checkCfdi(sealed.bytes), []);
  };
  let done = 0;
  for (let index = 0; done < RUNS; index += 1) {
    const { cases } = randomCases(randomOf(SEED + index));
    try {
      cases.forEach(verify);
      // The last payment takes what is left of every base.
      for (const { invoice, paid } of cases.at(-1)?.expected ?? []) {
        if (paid.minor === invoice.balance.minor)
          assert.equal(basesLeft(settle({ invoice, paid })).toFixed(), '0');
      }
    } catch (fault) {
      throw new Error(`invoices ${index} of SEED=${SEED}; SEED=${SEED + index} begins with them`, {
        cause: fault,
      });
    }
    done += cases.length;
  }
});
