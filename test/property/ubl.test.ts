// Random German invoices, built and then inspected by a reader, an arithmetic and an order of elements of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUbl } from '../../src/sandbox/ubl-check/check.ts';
import { peppolUbl } from '../../src/einvoicing/peppol-ubl/index.ts';
import { documentOf, FACTS, type InvoiceGiven } from '../einvoicing/peppol-ubl/invoices.ts';
import { ToolError } from '../../src/base/errors.ts';
import { randomOf } from './random.ts';
import { checkArithmetic, checkHomeTax } from './ubl/arithmetic.ts';
import { CURRENCIES, randomInvoice } from './ubl/generate.ts';
import { checkOrder } from './ubl/order.ts';
import { all, readXml, textOf } from './ubl/reading.ts';
import { unusualInvoice } from './ubl/unusual.ts';
import { dose, seedOf } from '../support/dose.ts';

const RUNS = dose(40);
const SEED = seedOf(import.meta.filename);

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

const checkInvoice = (given: InvoiceGiven): void => {
  const document = documentOf(given);
  const errors = peppolUbl.validate(document).filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
  const { bytes } = peppolUbl.build(document, FACTS);
  const invoice = readXml(bytes.toString('utf8'));
  checkOrder(invoice);
  checkArithmetic(invoice, CURRENCIES[document.currency]?.digits ?? assert.fail(document.currency), {
    ...given.more,
    lines: given.lines ?? [],
  });
  checkHomeTax(invoice, given.rate ?? '1');
  const lines = [...all(invoice, 'cac:InvoiceLine'), ...all(invoice, 'cac:CreditNoteLine')];
  assert.deepEqual(
    lines.map((line) => textOf(line, 'cac:Item/cbc:Name')),
    document.lines.map(({ description }) => flat(description)),
  );
  assert.equal(textOf(invoice, 'cbc:ID'), 'RE-1042');
  assert.deepEqual(checkUbl(bytes), []);
};

test(`${RUNS} random invoices`, () => {
  const random = randomOf(SEED);
  for (let index = 1; index <= RUNS; index += 1) {
    const given = randomInvoice(random);
    try {
      checkInvoice(given);
    } catch (error) {
      throw new Error(`invoice ${index} of SEED=${SEED}: ${JSON.stringify(given).slice(0, 2000)}`, {
        cause: error,
      });
    }
  }
});

/** The document, if the books let it through: none where no draft comes about, or where compliance finds an error. */
const documentLetThrough = (given: InvoiceGiven): Buffer | null => {
  try {
    const document = documentOf(given);
    const stopped = peppolUbl.validate(document).some(({ severity }) => severity === 'error');
    return stopped ? null : peppolUbl.build(document, FACTS).bytes;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
};

const UNUSUAL_RUNS = RUNS * 20;

test(`${UNUSUAL_RUNS} unusual invoices: what compliance lets through breaks no rule`, () => {
  const random = randomOf(SEED);
  let letThrough = 0;
  for (let index = 1; index <= UNUSUAL_RUNS; index += 1) {
    const given = unusualInvoice(random);
    const bytes = documentLetThrough(given);
    if (bytes === null) continue;
    letThrough += 1;
    const errors = checkUbl(bytes).filter(({ severity }) => severity === 'error');
    const what = `invoice ${index} of SEED=${SEED}: ${JSON.stringify(given).slice(0, 2000)}`;
    assert.deepEqual(errors, [], what);
  }
  assert.ok(letThrough >= UNUSUAL_RUNS / 20, `only ${letThrough} were let through`);
});
