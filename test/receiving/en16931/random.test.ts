// Documents of EN 16931 as strangers write them, in UBL and in every profile of CII, within PDFs and envelopes: every term
// that is kept equals what was meant, and the sums hold to the cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, sumOf, toText } from '../../../src/base/money/decimal.ts';
import { readFile } from '../../../src/receiving/read.ts';
import type { ReadDocument, Reading, ReadParty } from '../../../src/receiving/reading.ts';
import { type Random, randomOf } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { pdfOf } from '../support/pdf.ts';
import { type Profile, PROFILES, writeCii } from './cii.ts';
import { drawMeaning, type Meant, type MeantParty, moneyText, REFERENCE_KINDS } from './meant.ts';
import { writeOdd } from './odd.ts';
import { enveloped, writeUbl } from './ubl.ts';

const SEED = seedOf(import.meta.filename);
const RUNS = longDose(1_000);

const UBL_PROFILES = [
  'urn:cen.eu:en16931:2017',
  'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
];

interface Made {
  readonly meant: Meant;
  readonly bytes: Buffer;
  readonly format: string;
  readonly profile: string;
  readonly syntax: 'ubl' | Profile;
  readonly rules: readonly string[];
}

const NAMES = [
  'factur-x.xml',
  'Factur-X.XML',
  'xrechnung.xml',
  'zugferd-invoice.xml',
  'ZUGFeRD_001.xml',
  'cida.xml',
];
const STANDARD = /^(?:factur-x|xrechnung|zugferd-invoice)\.xml$/i;

const inPdf = (
  xml: Buffer,
  random: Random,
): { readonly bytes: Buffer; readonly rules: readonly string[] } => {
  const name = random.pick(NAMES);
  const other = { name: 'bedingungen.txt', bytes: Buffer.from('nichts') };
  const files = [{ name, bytes: xml, flate: random.int(0, 2) }];
  const bytes = pdfOf({
    files: random.chance(0.3) ? (random.chance(0.5) ? [other, ...files] : [...files, other]) : files,
    tree: random.pick(['names', 'kids', 'af']),
    hasParams: random.chance(0.5),
  });
  return { bytes, rules: STANDARD.test(name) ? [] : ['attachment_name'] };
};

const CREDIT_ROOT = '381';
const SELF_BILLED = '389';
const REPLACES = '384';

const rulesOf = (meant: Meant, syntax: 'ubl' | Profile): readonly string[] => {
  const hasNoLines = syntax === 'minimum' || syntax === 'basicwl';
  const isCredit = meant.type === CREDIT_ROOT;
  return [
    ...(hasNoLines ? ['not_an_e_invoice'] : []),
    ...(meant.type === SELF_BILLED ? ['en_self_billed'] : []),
    ...(meant.type === REPLACES ? ['en_replaces'] : []),
    ...(meant.total < 0 ? [isCredit ? 'en_credit_negative' : 'en_negative_total'] : []),
    ...(isCredit && meant.prior.length === 0 ? ['en_credit_unrelated'] : []),
    ...(!isCredit &&
    meant.owed > 0 &&
    meant.due === null &&
    meant.terms === null &&
    (meant.discount === null || syntax === 'extended')
      ? ['en_br_co_25']
      : []),
    ...(syntax === 'extended' ? ['en_lines_for_information'] : []),
  ];
};

const make = (random: Random): Made => {
  const meant = drawMeaning(random);
  if (random.chance(0.5)) {
    const profile = random.pick(UBL_PROFILES);
    const whole = writeUbl(meant, profile);
    const { bytes, told } = writeOdd(...(random.chance(0.2) ? enveloped(whole) : whole), random);
    const format = meant.type === CREDIT_ROOT ? 'ubl_credit_note' : 'ubl_invoice';
    return {
      meant,
      bytes,
      format,
      profile,
      syntax: 'ubl',
      rules: [...rulesOf(meant, 'ubl'), ...encodingRules(told)],
    };
  }
  const syntax = random.pick(Object.keys(PROFILES) as Profile[]);
  const { bytes, told } = writeOdd(...writeCii(meant, syntax), random);
  const about = { meant, syntax, profile: PROFILES[syntax] };
  const rules = [...rulesOf(meant, syntax), ...encodingRules(told)];
  if (random.chance(0.7)) return { ...about, bytes, format: 'cii', rules };
  const within = inPdf(bytes, random);
  return { ...about, bytes: within.bytes, format: 'hybrid_pdf', rules: [...rules, ...within.rules] };
};

const encodingRules = (told: string): readonly string[] =>
  ['UTF-8', 'US-ASCII'].includes(told) ? [] : ['xml_encoding'];

const amount = (value: string | null): string | null => (value === null ? null : toText(decimal(value)));
const cents = (value: number): string => toText(decimal(moneyText(value)));
/** A sum that is none is not written. */
const stated = (value: number): string | null => (value === 0 ? null : cents(value));

const partyTerms = (read: ReadParty) => ({
  name: read.name,
  trading: read.tradingName,
  vatId: read.vatId,
  taxId: read.taxId,
  legalId: read.legalId === null ? null : [read.legalId.id, read.legalId.scheme],
  ids: read.ids.map(({ id, scheme }) => [id, scheme]),
  endpoint: read.endpoint === null ? null : [read.endpoint.id, read.endpoint.scheme],
  street: read.street,
  city: read.city,
  postalCode: read.postalCode,
  country: read.countryCode,
  contact: read.contactName,
  email: read.email,
  phone: read.phone,
});

const meantParty = ({ street2, ...party }: MeantParty) => ({
  ...party,
  street: [party.street, street2].filter((each) => each !== null).join(', ') || null,
});

/** Everything of the document but its lines, as it was read. */
const terms = (read: ReadDocument) => {
  const { totals, payment } = read;
  return {
    number: read.number,
    type: read.typeCode,
    issued: read.issueDate,
    due: read.dueDate,
    terms:
      payment.terms
        ?.split('\n')
        .filter((each) => !each.startsWith('#SKONTO#'))
        .join('\n') || null,
    discount: payment.discounts.map(({ days, percent, base }) => [days, percent, base]),
    currency: read.currency,
    homeTax:
      totals.taxInAccountingCurrency === null
        ? null
        : [amount(totals.taxInAccountingCurrency.amount), totals.taxInAccountingCurrency.currency],
    taxPoint: read.taxPoint,
    delivered: read.deliveryDate,
    period: read.deliveryPeriod === null ? null : [read.deliveryPeriod.start, read.deliveryPeriod.end],
    seller: partyTerms(read.seller),
    buyer: partyTerms(read.buyer),
    payee: read.payee?.name ?? null,
    means: payment.meansCode,
    accounts: payment.accounts,
    reference: payment.reference,
    mandate:
      payment.directDebit === null
        ? null
        : [payment.directDebit.mandate, payment.directDebit.creditorId, payment.directDebit.debtorIban],
    notes: read.notes,
    account: read.account,
    references: read.references
      .filter(({ kind }) => kind !== 'prior')
      .map(({ kind, id }) => `${kind} ${id}`)
      .toSorted(),
    prior: read.references.filter(({ kind }) => kind === 'prior').map(({ id, date }) => [id, date]),
    sums: [totals.withoutTax, totals.tax, totals.total, totals.prepaid, totals.rounding, totals.due].map(
      amount,
    ),
  };
};

const meantTerms = (meant: Meant, syntax: 'ubl' | Profile, sign: number) => {
  const hasTaxes = syntax !== 'minimum';
  const { holder, bic, iban } = meant;
  const signed = (value: number): string => cents(sign * value);
  return {
    number: meant.number,
    type: meant.type,
    issued: meant.issued,
    due: meant.due,
    terms: meant.terms,
    discount: meant.discount === null ? [] : [[...meant.discount, null]],
    currency: meant.currency,
    homeTax: meant.homeTax === null ? null : [signed(meant.homeTax[0]), meant.homeTax[1]],
    taxPoint: hasTaxes ? meant.taxPoint : null,
    delivered: meant.delivered,
    period: hasTaxes && meant.period !== null ? [...meant.period] : null,
    seller: meantParty(meant.seller),
    buyer: meantParty(meant.buyer),
    payee: meant.payee,
    means: meant.means,
    accounts: iban === null ? [] : [{ iban, bic, clabe: null, other: null, holder }],
    reference: meant.reference,
    mandate: meant.mandate === null ? null : [...meant.mandate],
    notes: [...meant.notes],
    account: meant.account,
    references: REFERENCE_KINDS.flatMap((kind) =>
      meant.references[kind] === undefined ? [] : [`${kind} ${meant.references[kind]}`],
    ).toSorted(),
    prior: meant.prior.map((each) => [...each]),
    sums: [
      signed(meant.net),
      signed(meant.tax),
      signed(meant.total),
      stated(sign * meant.prepaid),
      stated(sign * meant.rounding),
      signed(meant.owed),
    ],
  };
};

const adjustmentTerms = (read: ReadDocument['adjustments']) =>
  read.map(({ kind, amount: of, reason }) => `${kind} ${amount(of)} ${reason}`);
const meantAdjustments = (meant: Meant['lines'][number]['adjustments'], sign: number) =>
  meant.map((each) => `${each.isCharge ? 'charge' : 'allowance'} ${cents(sign * each.cents)} ${each.reason}`);

const verifyLines = ({ lines, adjustments }: ReadDocument, meant: Meant, sign: number): void => {
  assert.deepEqual(
    lines.map((line) => ({
      id: line.id,
      name: line.description,
      detail: line.detail,
      quantity: amount(line.quantity),
      unit: line.unitCode,
      net: amount(line.net),
      adjustments: adjustmentTerms(line.adjustments),
      category: line.taxes.map(({ category }) => category),
      rate: line.taxes.map(({ rate }) => amount(rate)),
      period: line.period === null ? null : [line.period.start, line.period.end],
      item: line.sellerItemId,
      product: line.productCode,
      orderLine: line.orderLine,
      account: line.account,
    })),
    meant.lines.map((line) => ({
      id: line.id,
      name: line.name,
      detail: line.detail,
      quantity: toText(decimal(line.quantity).times(decimal(String(sign)))),
      unit: line.unit,
      net: cents(sign * line.cents),
      adjustments: meantAdjustments(line.adjustments, sign),
      category: [line.tax.category],
      rate: [['E', 'O'].includes(line.tax.category) ? null : amount(line.tax.rate)],
      period: line.period === null ? null : [...line.period],
      item: line.item,
      product: line.product === null ? null : `TST:${line.product}`,
      orderLine: line.orderLine,
      account: line.account,
    })),
  );
  // EXTENDED writes its freight apart, so that it is read behind the others.
  assert.deepEqual(
    adjustmentTerms(adjustments).toSorted(),
    meantAdjustments(meant.adjustments, sign).toSorted(),
  );
};

/** What lines, charges and allowances bear of each category is its tax, to the cent. */
const verifySums = (read: ReadDocument, meant: Meant, sign: number): void => {
  const groupOf = (category: string | null, rate: string | null): string =>
    `${category} ${Number(rate ?? '0')}`;
  const borne = new Map<string, string[]>();
  const add = (key: string, value: string): void => void borne.set(key, [...(borne.get(key) ?? []), value]);
  for (const { taxes } of read.lines)
    for (const { category, rate, amount: of } of taxes) add(groupOf(category, rate), of ?? '0');
  for (const { kind, tax } of read.adjustments)
    if (tax !== null)
      add(
        groupOf(tax.category, tax.rate),
        kind === 'charge' ? (tax.amount ?? '0') : toText(decimal('0').minus(decimal(tax.amount ?? '0'))),
      );
  for (const { tax, cents: of } of meant.groups) {
    const key = groupOf(tax.category, tax.rate);
    assert.equal(toText(sumOf((borne.get(key) ?? []).map(decimal))), cents(sign * of), key);
  }
  const net = sumOf([
    ...read.lines.map((line) => decimal(line.net)),
    ...read.adjustments.map(({ kind, amount: of }) =>
      kind === 'charge' ? decimal(of) : decimal('0').minus(decimal(of)),
    ),
  ]);
  assert.equal(toText(net), cents(sign * meant.net));
};

const verify = ({ meant, syntax, format, profile, rules }: Made, reading: Reading): void => {
  assert.deepEqual(
    reading.issues
      .map(({ rule }) => rule)
      .filter((rule) => rule !== 'en_fields_unread')
      .toSorted(),
    rules.toSorted(),
    JSON.stringify(reading.issues),
  );
  const sign = meant.total < 0 ? -1 : 1;
  const isCredit = meant.type === CREDIT_ROOT || (meant.total < 0 && meant.type !== SELF_BILLED);
  assert.equal(reading.kind, isCredit ? 'bill_credit_note' : meant.type === SELF_BILLED ? 'other' : 'bill');
  assert.deepEqual([reading.format, reading.profile], [format, profile]);
  assert.ok(reading.document !== null);
  assert.deepEqual(terms(reading.document), meantTerms(meant, syntax, sign));
  assert.deepEqual(
    reading.files
      .filter(({ role, name }) => role === 'supporting' && name !== 'bedingungen.txt')
      .map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
    meant.files.map(({ name, bytes }) => [name, bytes.toString()]),
  );
  const hasLines = syntax !== 'minimum' && syntax !== 'basicwl';
  if (hasLines) verifyLines(reading.document, meant, sign);
  // MINIMUM says no category: one line bears the whole.
  if (syntax !== 'minimum') verifySums(reading.document, meant, sign);
  else assert.equal(reading.document.lines.length, 1);
};

test(`${RUNS} documents of strangers are read to the cent`, async () => {
  const seen = new Map<string, number>();
  for (let index = 0; index < RUNS; index += 1) {
    const made = make(randomOf(SEED + index));
    try {
      verify(made, await readFile(made.bytes));
    } catch (fault) {
      throw new Error(`SEED=${SEED + index} begins with it`, { cause: fault });
    }
    seen.set(`${made.syntax} ${made.format}`, (seen.get(`${made.syntax} ${made.format}`) ?? 0) + 1);
  }
  console.log(
    `# ${[...seen]
      .map(([what, count]) => `${what}: ${count}`)
      .toSorted()
      .join(', ')}`,
  );
});
