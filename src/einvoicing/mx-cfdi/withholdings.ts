// The taxes that a customer usually retains (LISR 106, 113-J, 116; LIVA 1-A; RLIVA 3). No PAC checks them, so they are
// proposed, and the draft shows why.
import type { Entity } from '../../base/entity.ts';
import { decimal, isPositive, roundHalfUp, toText, type Decimal } from '../../base/money/decimal.ts';
import type { Withholding } from '../terms.ts';
import { parseRfc, type Receiver } from './receiver.ts';

export interface Proposal {
  readonly withholdings: readonly Withholding[];
  readonly reason: string;
}

type Supply = 'freight' | 'lease' | 'fee' | 'service' | 'goods';

/** What these laws retain at present, in percent; IVA of staff services (6 %) was repealed in 2021. */
export const USUAL_RATES: Readonly<Record<Withholding['tax'], readonly string[]>> = {
  ISR: ['10', '1.25'],
  IVA: ['10.6667', '5.3333', '4', '16'],
};

const ISR_FEES = decimal('10');
const ISR_SIMPLIFIED = decimal('1.25');
const IVA_FREIGHT = decimal('4');
const PERCENT_DECIMALS = 4;

/** Segments of UNSPSC: management, research and engineering, design, finance, health, education. */
const PROFESSIONAL_SEGMENTS = new Set(['80', '81', '82', '84', '85', '86']);
const FIRST_SERVICE = '70';
const LAST_SERVICE = '94';

export const isPropertyLease = (product: string): boolean => product.startsWith('801315');

/**
 * By the families of UNSPSC. 781018 is carriage of goods by road; air, rail and sea are ordinary services. 801315 is the
 * lease of real property; sale (801316) and administration (801318) of it are services. Leases of movables are spread
 * over many families and count as services, from which as much is retained in most cases.
 */
const supplyOf = (product: string): Supply => {
  const segment = product.slice(0, 2);
  if (product.startsWith('781018')) return 'freight';
  if (isPropertyLease(product)) return 'lease';
  if (PROFESSIONAL_SEGMENTS.has(segment)) return 'fee';
  return segment >= FIRST_SERVICE && segment <= LAST_SERVICE ? 'service' : 'goods';
};

const WORDS: Readonly<Record<Supply, string>> = {
  freight: 'carriage of goods by road',
  lease: 'a lease',
  fee: 'professional services',
  service: 'services',
  goods: 'goods',
};

/** Two thirds of the IVA of the line; none of a line without IVA, such as the exempt lease of a dwelling. */
const twoThirds = (rate: Decimal): Decimal => roundHalfUp(rate.times('2').div('3'), PERCENT_DECIMALS);

/** ISR and IVA in percent. A commission agent cannot be told by product code; its drafts say `withholdings`. */
const ratesFor = (
  regime: string,
  supply: Supply,
  iva: Decimal,
): { readonly isr: Decimal | null; readonly iva: Decimal | null } => {
  const isService = supply !== 'goods';
  switch (regime) {
    case '626':
      return { isr: ISR_SIMPLIFIED, iva: isService ? twoThirds(iva) : null };
    // Whatever is invoiced in this regime is a lease.
    case '606':
      return { isr: ISR_FEES, iva: twoThirds(iva) };
    case '612':
      // Services of a trade (transport, cleaning, restaurants) are business income, from which nothing is retained.
      return supply === 'fee' || supply === 'lease'
        ? { isr: ISR_FEES, iva: twoThirds(iva) }
        : { isr: null, iva: null };
    default:
      return { isr: null, iva: null };
  }
};

/** Null when nothing is retained: customers who are natural persons, the public and foreigners retain nothing. */
export const proposeWithholdings = (
  seller: Entity,
  receiver: Receiver,
  { product, iva }: { readonly product: string; readonly iva: Decimal },
): Proposal | null => {
  const issuer = parseRfc(seller.tax_id);
  if (issuer === null || !isLegalPerson(receiver)) return null;
  const regime = seller.details.fiscal_regime_code ?? '';
  const supply = supplyOf(product);
  const usual = issuer.person === 'moral' ? { isr: null, iva: null } : ratesFor(regime, supply, iva);
  const rates = supply === 'freight' ? { ...usual, iva: IVA_FREIGHT } : usual;
  const withholdings: Withholding[] = [];
  if (rates.isr !== null) withholdings.push({ tax: 'ISR', rate: rates.isr });
  if (rates.iva !== null && isPositive(iva)) withholdings.push({ tax: 'IVA', rate: rates.iva });
  if (withholdings.length === 0) return null;
  const who = issuer.person === 'moral' ? 'a company' : `a natural person of regime ${regime}`;
  const reason = `Usual for ${WORDS[supply]} (${product}) of ${who} to a company: LISR 106, 113-J, 116, LIVA 1-A. [] for none.`;
  return { withholdings, reason };
};

export const isLegalPerson = ({ rfc }: Receiver): boolean =>
  rfc !== null && rfc.generic === null && rfc.person === 'moral';

export const withholdingsText = (withholdings: readonly Withholding[]): string =>
  withholdings.map(({ tax, rate }) => `${tax} ${toText(rate)}`).join(', ');
