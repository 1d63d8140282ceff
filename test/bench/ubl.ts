// What a document of the network costs: 100 lines built and checked in one process, without a database.
import { checkUbl } from '../../src/sandbox/ubl-check/check.ts';
import { peppolUbl } from '../../src/einvoicing/peppol-ubl/index.ts';
import { ACCOUNT, documentOf, FACTS } from '../einvoicing/peppol-ubl/invoices.ts';
import { timed } from './timed.ts';

export const benchUbl = (): void => {
  const invoice = documentOf({
    accounts: [ACCOUNT],
    lines: Array.from({ length: 100 }, (_, index) => ({
      description: `Teil ${index + 1} & Söhne`,
      quantity: index + 0.5,
      unit_price: ((index * 7919) % 1000) / 100 + 0.123456,
      country_details: index % 3 === 0 ? { tax_rate: 7 } : {},
    })),
  });
  const { bytes } = peppolUbl.build(invoice, FACTS);
  console.log(`\nUBL 2.1, 100 lines, ${(bytes.length / 1024).toFixed(0)} kB`);
  timed('build', 'build', () => peppolUbl.build(invoice, FACTS));
  timed('validate', 'validate', () => peppolUbl.validate(invoice));
  timed('check of the bytes', undefined, () => checkUbl(bytes));
};
