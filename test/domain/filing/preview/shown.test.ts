// What is filed is what is shown: every text and number of a built file is found in the preview.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Country } from '../../../../generated/countries.ts';
import { ToolError } from '../../../../src/base/errors.ts';
import { asDay } from '../../../../src/base/time/day.ts';
import { localTime } from '../../../../src/einvoicing/mx-cfdi/local-time.ts';
import { zero } from '../../../../src/base/money/amount.ts';
import { previewPayment } from '../../../../src/domain/documents/complements/filing-preview.ts';
import { previewDocument } from '../../../../src/domain/documents/shared/preview.ts';
import { buildPayment } from '../../../../src/einvoicing/mx-cfdi/payment/build.ts';
import type { PaymentDocument } from '../../../../src/einvoicing/mx-cfdi/payment/document.ts';
import { ciiXml } from '../../../../src/einvoicing/peppol-ubl/cii/invoice.ts';
import type { FilingFacts } from '../../../../src/einvoicing/filing.ts';
import { regimeOf } from '../../../../src/einvoicing/index.ts';
import type { InvoiceDocument, ShownPayment } from '../../../../src/einvoicing/regime.ts';
import { NO_TERMS } from '../../../../src/einvoicing/terms.ts';
import { documentOf as mexican, factsOf, type GoldenCase } from '../../../einvoicing/mx-cfdi/golden.ts';
import { FACTS as PAYMENT_FACTS } from '../../../einvoicing/mx-cfdi/payment/complements.ts';
import { randomCases } from '../../../einvoicing/mx-cfdi/payment/generate.ts';
import {
  ACCOUNT,
  CUSTOMERS,
  documentOf,
  FACTS,
  type InvoiceGiven,
  SELLERS,
} from '../../../einvoicing/peppol-ubl/invoices.ts';
import { randomInvoice as randomMexican } from '../../../property/cfdi/generate.ts';
import { randomOf } from '../../../property/random.ts';
import { randomInvoice } from '../../../property/ubl/generate.ts';
import { longDose, seedOf } from '../../../support/dose.ts';
import { hiddenIn, unusedEntries } from './found.ts';
import { missingOnPage } from './page.ts';
import { MAXIMAL, MAXIMAL_MX, MAXIMAL_PAYMENTS } from './maximal.ts';

const RUNS = longDose(50);
const SEED = seedOf(import.meta.filename);

const previewOf = (document: InvoiceDocument, { series, number }: FilingFacts) =>
  previewDocument(document, {
    record_type: document.kind === 'invoice' ? 'invoice' : 'invoice_credit_note',
    record_id: 'invc_01k5m8x2q4e7taw9c6rjv3hn01',
    credit_reason: document.kind === 'invoice' ? null : 'return',
    entityId: document.seller.id,
    customerId: 'ctpy_01k5m8x2q4e7taw9c6rjv3hn01',
    dueDays: 30,
    given: { series: null, issue_date: null, exchange_rate: null },
    numbering: series,
    number,
  });

const errorsOf = (document: InvoiceDocument) =>
  regimeOf(document.seller.country_code)
    .validate(document)
    .filter(({ severity }) => severity === 'error');

const nothingHidden = (document: InvoiceDocument, facts: FilingFacts): void => {
  const preview = previewOf(document, facts);
  assert.deepEqual(missingOnPage(preview), [], 'the page shows the whole record');
  const { bytes } = regimeOf(document.seller.country_code).build(document, facts);
  assert.deepEqual(hiddenIn(bytes.toString('utf8'), preview), []);
  if (document.seller.country_code === 'DE' && document.terms.attachments.length === 0)
    assert.deepEqual(hiddenIn(ciiXml(document, `${facts.series}-${facts.number}`), preview), []);
};

const asShown = ({ seller, buyer, issueDate, replaces, payments }: PaymentDocument): ShownPayment => {
  const [payment] = payments;
  assert.ok(payment !== undefined);
  const { amount: paid, form, exchangeRate, paidAt } = payment;
  const none = zero(paid.currency);
  const nothing = { breakdown: [], withholdings: [], allowances: [], derived: [], lines: [] };
  return {
    ...nothing,
    relations: replaces.map((uuid) => ({ type: '04', uuid, folio: uuid, issueDate })),
    kind: 'payment',
    seller,
    buyer,
    issueDate,
    dueDate: paidAt,
    currency: paid.currency,
    exchangeRate,
    exchangeRateSource: null,
    countryDetails: { cfdi_type: 'P', payment_form: form, cfdi_use: 'CP01' },
    title: null,
    notes: null,
    terms: NO_TERMS,
    payee: null,
    discount: none,
    lineTotal: paid,
    subtotal: paid,
    tax: none,
    withheld: none,
    total: paid,
  };
};

const nothingHiddenOfPayment = (document: PaymentDocument): void => {
  const [payment] = document.payments;
  assert.ok(payment !== undefined);
  const preview = previewPayment(asShown(document), payment, {
    record_id: 'cmpl_01k5m8x2q4e7taw9c6rjv3hn01',
    entityId: document.seller.id,
    customerId: 'ctpy_01k5m8x2q4e7taw9c6rjv3hn01',
    numbering: PAYMENT_FACTS.series,
    number: PAYMENT_FACTS.number,
    payment_id: 'ipay_01k5m8x2q4e7taw9c6rjv3hn01',
    form_reason: null,
    invoiceIds: payment.documents.map(() => 'invc_01k5m8x2q4e7taw9c6rjv3hn01' as never),
  });
  assert.deepEqual(missingOnPage(preview), [], 'the page shows the whole record');
  const { bytes } = buildPayment(document, PAYMENT_FACTS);
  assert.deepEqual(hiddenIn(bytes.toString('utf8'), preview), []);
};

for (const [name, given] of Object.entries(MAXIMAL))
  test(`${name}: a document that says all that it can is shown whole`, () => {
    const document = documentOf(given);
    assert.deepEqual(errorsOf(document), []);
    nothingHidden(document, FACTS);
  });

for (const [name, golden] of Object.entries(MAXIMAL_MX))
  test(`MX ${name}: a CFDI that says all that it can is shown whole`, () => {
    const document = mexican(golden);
    assert.deepEqual(errorsOf(document), []);
    nothingHidden(document, factsOf(golden));
  });

for (const [name, document] of Object.entries(MAXIMAL_PAYMENTS))
  test(`MX ${name}: a payment complement is shown whole`, () => nothingHiddenOfPayment(document));

/** A failure says which draft, so that it can be made again. */
const each = <T>(what: string, make: (index: number) => T | null, check: (made: T) => void): number => {
  let built = 0;
  for (let index = 1; built < RUNS && index <= 40 * RUNS; index += 1) {
    const made = make(index);
    if (made === null) continue;
    built += 1;
    try {
      check(made);
    } catch (error) {
      throw new Error(`${what} ${index} of SEED=${SEED}`, { cause: error });
    }
  }
  return built;
};

const NETWORK = Object.keys(SELLERS) as (keyof typeof SELLERS)[];

/** Of another seller than the generator's: what that country cannot say is no draft. */
const draftOf = (given: InvoiceGiven, country: Exclude<Country, 'MX'>): InvoiceDocument | null => {
  const { rate: _rate, ...rest } = given;
  const { email } = given.customer ?? {};
  const abroad = {
    ...rest,
    seller: SELLERS[country],
    customer: { ...CUSTOMERS[country], ...(email === undefined ? {} : { email }) },
    currency: given.currency === 'EUR' ? SELLERS[country].currency : (given.currency ?? 'USD'),
    accounts: given.accounts?.length === 0 ? [] : [ACCOUNT],
    lines: (given.lines ?? []).map(({ country_details: _codes, ...line }) => line),
  };
  try {
    const document = documentOf(country === 'DE' ? given : abroad);
    return errorsOf(document).length === 0 ? document : null;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
};

for (const country of NETWORK)
  test(`${country}: ${RUNS} random documents are shown whole`, () => {
    const random = randomOf(SEED);
    const built = each(
      country,
      () => draftOf(randomInvoice(random), country),
      (document) => nothingHidden(document, FACTS),
    );
    assert.equal(built, RUNS);
  });

test(`MX: ${RUNS} random CFDI are shown whole`, () => {
  const random = randomOf(SEED);
  const built = each(
    'MX',
    (index): GoldenCase | null => {
      const golden = randomMexican(random, index);
      return errorsOf(mexican(golden)).length === 0 ? golden : null;
    },
    (golden) => {
      const document = mexican(golden);
      const facts = factsOf(golden);
      const issueDate = asDay(localTime(document.seller.time_zone, facts.issuedAt).slice(0, 10));
      nothingHidden({ ...document, issueDate }, facts);
    },
  );
  assert.equal(built, RUNS);
});

test(`MX: ${RUNS} random payment complements are shown whole`, () => {
  const random = randomOf(SEED);
  const payments: PaymentDocument[] = [];
  const built = each(
    'payment',
    () => {
      if (payments.length === 0)
        for (const { document } of randomCases(random).cases)
          payments.push(...document.payments.map((payment) => ({ ...document, payments: [payment] })));
      return payments.pop() ?? null;
    },
    nothingHiddenOfPayment,
  );
  assert.equal(built, RUNS);
});

after(() => {
  assert.deepEqual(unusedEntries(), []);
});
