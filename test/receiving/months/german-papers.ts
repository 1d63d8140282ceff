// What German suppliers send in a month, in UBL, CII and PDFs with CII in them, each as odd as strangers write it.
import { addDays, asDay } from '../../../src/base/time/day.ts';
import type { Random } from '../../property/random.ts';
import { type Profile, writeCii } from '../en16931/cii.ts';
import {
  drawMeaning,
  type Meant,
  type MeantGroup,
  type MeantParty,
  moneyText,
  percentOf,
} from '../en16931/meant.ts';
import { writeOdd } from '../en16931/odd.ts';
import { writeUbl } from '../en16931/ubl.ts';
import { pdfOf } from '../support/pdf.ts';

export interface Supplier {
  readonly name: string;
  readonly vatId: string;
  readonly iban: string;
}

/** A German IBAN with its check digits (ISO 13616). */
export const ibanOf = (account: number): string => {
  const bban = `37040044${String(account).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
};

const BUYER: MeantParty = {
  name: 'Brückner Werkzeugbau GmbH',
  trading: null,
  vatId: 'DE136695976',
  taxId: null,
  legalId: null,
  ids: [],
  endpoint: null,
  street: 'Friedrichstraße 12',
  street2: null,
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
  contact: null,
  email: null,
  phone: null,
};

const sellerOf = ({ name, vatId }: Supplier): MeantParty => ({
  ...BUYER,
  name,
  vatId,
  street: 'Hafen 1',
  city: 'Kiel',
  postalCode: '24103',
});

export interface Wanted {
  readonly supplier: Supplier;
  readonly number: string;
  readonly day: string;
  /** A discount of 2 % within 14 days: every tax is of a positive rate then. */
  readonly isDiscounted?: boolean;
  /** Nothing was paid before. */
  readonly isUnpaid?: boolean;
  readonly iban?: string;
}

export const DISCOUNT = '2.00';

const LEAST_CENTS = 50_000;

export const drawBill = (random: Random, wanted: Wanted): Meant => {
  const { supplier, number, day, isDiscounted = false, isUnpaid = isDiscounted, iban } = wanted;
  for (;;) {
    const drawn = drawMeaning(random);
    const { groups, lines, total } = drawn;
    if (total < LEAST_CENTS || drawn.owed < LEAST_CENTS || lines.length > 12) continue;
    if (groups.some(({ base }) => base < 0)) continue;
    if (isDiscounted && groups.some(({ tax, base }) => tax.category !== 'S' || base < LEAST_CENTS)) continue;
    if (isUnpaid && (drawn.prepaid !== 0 || drawn.rounding !== 0)) continue;
    return {
      ...drawn,
      number,
      type: '380',
      issued: day,
      due: addDays(asDay(day), 30),
      discount: isDiscounted ? [14, DISCOUNT] : null,
      terms: 'Zahlbar in 30 Tagen',
      currency: 'EUR',
      homeTax: null,
      taxPoint: null,
      seller: sellerOf(supplier),
      buyer: BUYER,
      payee: null,
      means: '58',
      iban: iban ?? supplier.iban,
      bic: null,
      holder: null,
      mandate: null,
      prior: [],
    };
  }
};

/** A third of what a bill has at one rate is credited. */
export const creditOn = (bill: Meant, number: string, day: string): Meant => {
  const [line] = bill.lines;
  const group = bill.groups.toSorted((left, right) => right.base - left.base)[0];
  if (line === undefined || group === undefined) throw new Error('a bill without lines');
  const net = Math.trunc(group.base / 3);
  const tax = percentOf(net, group.tax.rate ?? '0');
  const credited: MeantGroup = { ...group, base: net, cents: tax };
  return {
    ...bill,
    number,
    type: '381',
    issued: day,
    due: null,
    discount: null,
    lines: [
      {
        ...line,
        quantity: '1',
        price: moneyText(net),
        baseQuantity: null,
        adjustments: [],
        cents: net,
        tax: group.tax,
      },
    ],
    adjustments: [],
    groups: [credited],
    lineSum: net,
    allowances: 0,
    charges: 0,
    net,
    tax,
    total: net + tax,
    prepaid: 0,
    rounding: 0,
    owed: net + tax,
    prior: [[bill.number, bill.issued]],
    files: [],
  };
};

const UBL = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const PROFILES: readonly Profile[] = ['basic', 'en16931', 'extended', 'xrechnung'];

/** As XML in one of the syntaxes. */
export const xmlOf = (random: Random, meant: Meant): Buffer =>
  writeOdd(...(random.chance(0.5) ? writeUbl(meant, UBL) : writeCii(meant, random.pick(PROFILES))), random)
    .bytes;

export const ciiOf = (random: Random, meant: Meant): Buffer =>
  writeOdd(...writeCii(meant, random.pick(PROFILES)), random).bytes;

export const pdfWith = (xml: Buffer): Buffer => pdfOf({ files: [{ name: 'factur-x.xml', bytes: xml }] });

/** XML, or a PDF with it. */
export const fileOf = (random: Random, meant: Meant): Buffer =>
  random.chance(0.3) ? pdfWith(ciiOf(random, meant)) : xmlOf(random, meant);
