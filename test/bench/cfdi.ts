// What a Mexican document costs: 100 lines checked, built and sealed in one process, without a database.
import { build } from '../../src/einvoicing/mx-cfdi/build.ts';
import { checkCfdi } from '../../src/sandbox/cfdi-check/check.ts';
import { mxCfdi } from '../../src/einvoicing/mx-cfdi/index.ts';
import { seal } from '../../src/einvoicing/mx-cfdi/seal.ts';
import { documentOf, factsOf, type GoldenCase } from '../einvoicing/mx-cfdi/golden.ts';
import { testSigner } from '../einvoicing/mx-cfdi/signer.ts';
import { timed } from './timed.ts';

const INVOICE: GoldenCase = {
  about: 'a hundred lines',
  facts: { series: 'F', number: '1', issued_at: '2026-11-21T18:00:00Z' },
  repeat_to: 100,
  lines: [
    { unit_price: 22.513793, quantity: 38.471629, description: 'Suministro de combustible' },
    { unit_price: 8.62, quantity: 3, description: 'Tornillo 1/4" & tuerca' },
    { unit_price: 150, country_details: { tax_object: '01' } },
  ],
};

export const benchCfdi = async (): Promise<void> => {
  const facts = factsOf(INVOICE);
  const signer = await testSigner('PRO840423SG8');
  const invoice = documentOf(INVOICE);
  const sealed = seal(build(invoice, facts), signer);
  console.log(`\nCFDI 4.0, 100 lines, ${(sealed.bytes.length / 1024).toFixed(0)} kB`);
  timed('build + seal', 'build', () => seal(build(invoice, facts), signer));
  // A rule remembers what it has read of a document; a copy is a new one.
  timed('validate', 'validate', () => mxCfdi.validate({ ...invoice }));
  timed('check of the bytes', undefined, () => checkCfdi(sealed.bytes));
};
