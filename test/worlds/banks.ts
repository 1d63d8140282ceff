// The words of one payment as each bank prints them, and which of them the bank's file has in fields of their own.
import type { MatchLine } from '../../src/matching/types.ts';
import { dayAs } from './days.ts';
import type { Bank, Habits } from './habits.ts';
import { CLABE_BANKS } from './identifiers.ts';
import type { Plan, Written } from './plans.ts';
import type { Random } from './random.ts';
import { foldAccents, printName } from './spoken-names.ts';
import type { Country } from './types.ts';

export type Printed = Pick<MatchLine, 'description' | 'reference' | 'party' | 'partyAccount' | 'partyTaxId'>;

interface Printing {
  readonly random: Random;
  readonly habits: Habits;
  readonly plan: Plan;
  readonly written: Written;
  /** Name and concept in the bank's letters. */
  readonly name: string;
  readonly concept: string;
  readonly credit: boolean;
  readonly country: Country;
}

const bankOf = (clabe: string | null, random: Random): string =>
  CLABE_BANKS[clabe?.slice(0, 3) ?? ''] ?? random.pick(Object.values(CLABE_BANKS));

const none: Printed = { description: '', reference: null, party: null, partyAccount: null, partyTaxId: null };
const squeeze = (text: string): string => text.replaceAll(/ {2,}/gu, ' ').trim();
const time = (random: Random): string =>
  [random.int(7, 19), random.int(0, 59), random.int(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
const tracking = (random: Random, day: number): string =>
  `${random.pick(['BNET', 'MBAN', 'HSBC', 'BB', '5820', 'NU3', '7879'])}${dayAs(day, '', 4)}${random.digits(random.int(8, 12))}`;

const bbva = ({ random, written, name, concept, credit, plan }: Printing): Printed => {
  if (written.type !== 'transfer') return { ...none, description: concept, reference: written.reference };
  const bank = bankOf(written.account, random);
  const reference = written.reference ?? '0000001';
  const running = random.digits(10);
  const head = `SPEI ${credit ? 'RECIBIDO' : 'ENVIADO '}${bank}/${running}`;
  const shape = random.weighted({ glued: 55, named: 30, long: 15 });
  const account = written.account ?? '';
  const bodies = {
    glued: `${account.slice(0, 3) || '072'} ${reference}${concept} ${name}`,
    named: `${reference}${concept}/${name}`,
    long: `${account.slice(0, 3) || '072'} ${reference}${concept} ${account.padStart(20, '0')} ${tracking(random, plan.day)} ${name}`,
  };
  return {
    ...none,
    description: `${head}  ${bodies[shape].trim()}`,
    reference: random.chance(0.5) ? reference : running,
  };
};

const banorte = ({ random, written, name, concept, credit, plan }: Printing): Printed => {
  if (written.type !== 'transfer') return { ...none, description: concept, reference: written.reference };
  const bank = bankOf(written.account, random);
  const reference = written.reference ?? '0';
  const code = written.account?.slice(0, 3) ?? '012';
  const description = credit
    ? `SPEI RECIBIDO, BCO:0${code} ${bank} HR LIQ: ${time(random)} DEL CLIENTE ${name} DE LA CLABE ${written.account ?? ''} CON RFC ${written.taxId ?? 'ND'} CONCEPTO: ${concept} REFERENCIA: ${reference} CVE RAST: ${tracking(random, plan.day)}`
    : `COMPRA ORDEN DE PAGO SPEI =REFERENCIA CTA/CLABE: ${written.account ?? ''}, BEM SPEI BCO:${code} BENEF:${name} (DATO NO VERIF POR ESTA INST), ${concept} CVE RASTREO: ${tracking(random, plan.day)} RFC: ${written.taxId ?? 'ND'} IVA: 000000000000.00 ${bank} HORA LIQ: ${time(random)}`;
  return {
    description: squeeze(description),
    reference,
    party: name || null,
    partyAccount: written.account,
    partyTaxId: written.taxId,
  };
};

const santander = ({ random, written, name, concept, credit }: Printing): Printed => {
  if (written.type !== 'transfer') return { ...none, description: concept, reference: random.digits(8) };
  const kind = credit
    ? `ABONO TRANSFERENCIA SPEI HORA ${time(random)}`
    : `PAGO TRANSFERENCIA SPEI HORA ${time(random)}`;
  const side = credit
    ? `RECIBIDO DE ${bankOf(written.account, random)} DE LA CUENTA ${written.account ?? ''} DEL CLIENTE ${name}`
    : `ENVIADO A ${bankOf(written.account, random)} A LA CUENTA ${written.account ?? ''} AL CLIENTE ${name}`;
  const named = random.chance(0.8);
  return {
    ...none,
    description: squeeze(`${kind} ${side} CONCEPTO ${concept.slice(0, 40)}`),
    reference: (written.reference ?? random.digits(7)).padStart(8, '0'),
    partyAccount: named ? written.account : null,
  };
};

const banamex = ({ random, written, name, concept, credit }: Printing): Printed => {
  if (written.type !== 'transfer') return { ...none, description: concept, reference: written.reference };
  const head = credit
    ? `PAGO RECIBIDO DE ${bankOf(written.account, random)} POR ORDEN DE`
    : `PAGO INTERBANCARIO A ${bankOf(written.account, random)} AL BENEFICIARIO`;
  const description = `${head} ${name} REF. ${written.reference ?? '0'} ${concept.slice(0, 30)} AUT. ${random.digits(6)}`;
  return {
    ...none,
    description: squeeze(description),
    reference: random.chance(0.6) ? random.digits(6) : null,
  };
};

const INSTANT = {
  credit: [
    'ECHTZEIT-GUTSCHRIFT',
    'SEPA-GUTSCHRIFT',
    'GUTSCHRIFT',
    'SEPA ECHTZEITGUTSCHRIFT',
    'DAUERAUFTRAGSGUTSCHR',
  ],
  debit: ['ECHTZEITUEBERWEISUNG', 'SEPA-UEBERWEISUNG', 'ONLINE-UEBERWEISUNG', 'DAUERAUFTRAG'],
} as const;

/** What the bank calls the movement, straight before what the payer wrote. */
const instantOf = (random: Random, habits: Habits, credit: boolean): string =>
  random.chance(habits.instant) ? `${random.pick(INSTANT[credit ? 'credit' : 'debit'])} ` : '';

const sparkasse = ({ random, written, name, concept, habits, credit }: Printing): Printed => {
  if (written.type === 'bank')
    return {
      ...none,
      description: concept,
      reference: written.reference,
      party: random.chance(0.5) ? name || null : null,
    };
  const eref = written.reference;
  const shape = habits.priceCount % 2 === 0 ? 'tagged' : 'plain';
  const tagged = `${eref === null ? '' : `EREF+${eref} `}${random.chance(0.3) ? `KREF+${random.digits(10)} ` : ''}SVWZ+${concept}`;
  const inline = `${concept}${eref !== null && random.chance(0.4) ? ` EREF: ${eref}` : ''}`;
  const usual = written.type === 'cash' ? '' : credit ? 'GUTSCHR. UEBERWEISUNG ' : 'ONLINE-UEBERWEISUNG ';
  const instant = written.type === 'transfer' ? instantOf(random, habits, credit) : '';
  const kind = instant === '' && random.chance(0.5) ? usual : instant;
  return {
    ...none,
    description: squeeze(`${kind}${shape === 'tagged' ? tagged : inline}`),
    reference: eref,
    party: name || null,
    partyAccount: written.account,
  };
};

const dkb = ({ written, name, concept, habits, random, credit }: Printing): Printed => ({
  ...none,
  description: `${written.type === 'transfer' ? instantOf(random, { ...habits, instant: habits.instant / 2 }, credit) : ''}${concept === '' ? name : concept}`,
  reference: written.reference,
  party: name || null,
  partyAccount: written.account,
});

const n26 = ({ written, name, concept, random }: Printing): Printed => ({
  ...none,
  description: concept === '' ? '-' : concept,
  reference: null,
  party: name || null,
  partyAccount: random.chance(0.9) ? written.account : null,
});

const commerzbank = ({ written, name, concept, random }: Printing): Printed => {
  const account =
    written.account === null
      ? ''
      : `${random.pick(['COBADEFFXXX', 'DEUTDEDBBER', 'GENODEF1S06', 'INGDDEFFXXX'])} ${written.account}`;
  const end = written.reference === null ? '' : `End-to-End-Ref.: ${written.reference}`;
  return { ...none, description: squeeze(`${name} ${account} ${concept} ${end}`) };
};

const LABELS = {
  MX: { name: 'ORDENANTE', account: 'CUENTA', taxId: 'RFC', concept: 'CONCEPTO', reference: 'REF' },
  DE: {
    name: 'Auftraggeber',
    account: 'IBAN',
    taxId: 'USt-ID',
    concept: 'Verwendungszweck',
    reference: 'Referenz',
  },
} as const;

const KINDS = {
  MX: ['TRANSFERENCIA RECIBIDA', 'TRANSFERENCIA ENVIADA'],
  DE: ['Gutschrift', 'Überweisung'],
} as const;

const SPEI_KINDS = {
  credit: ['ABONO SPEI', 'DEPOSITO SPEI', 'ABONO TRANSFERENCIA'],
  debit: ['CARGO SPEI', 'RETIRO SPEI'],
} as const;

const kindOf = (random: Random, habits: Habits, country: Country, credit: boolean): string => {
  const usual = KINDS[country][credit ? 0 : 1];
  if (country === 'DE') return instantOf(random, habits, credit).trim() || usual;
  return random.chance(habits.instant) ? random.pick(SPEI_KINDS[credit ? 'credit' : 'debit']) : usual;
};

const other = ({ random, written, name, concept, credit, habits, country }: Printing): Printed => {
  const { order, separator, labels, fields } = habits.layout;
  const pieces = {
    kind: written.type === 'transfer' ? kindOf(random, habits, country, credit) : '',
    name,
    account: written.account ?? '',
    taxId: written.taxId ?? '',
    concept,
    reference: written.reference ?? '',
  };
  const said = order.flatMap((piece) => {
    if (pieces[piece] === '') return [];
    return [labels && piece !== 'kind' ? `${LABELS[country][piece]}: ${pieces[piece]}` : pieces[piece]];
  });
  const given = (field: (typeof fields)[number], value: string | null): string | null =>
    fields.includes(field) && value !== '' ? value : null;
  return {
    description: squeeze(said.join(separator)) || '-',
    reference: given('reference', written.reference),
    party: given('party', name),
    partyAccount: given('partyAccount', written.account),
    partyTaxId: given('partyTaxId', written.taxId),
  };
};

const PRINTERS: Readonly<Record<Bank, (printing: Printing) => Printed>> = {
  bbva,
  banorte,
  santander,
  banamex,
  sparkasse,
  dkb,
  n26,
  commerzbank,
  other,
};

/** How much of the concept a bank passes on. */
const CONCEPT_WIDTH: Readonly<Record<Bank, number>> = {
  bbva: 40,
  banorte: 40,
  santander: 40,
  banamex: 40,
  sparkasse: 140,
  dkb: 140,
  n26: 140,
  commerzbank: 140,
  other: 80,
};

export const printAt = (random: Random, habits: Habits, plan: Plan, country: Country): Printed => {
  const written = plan.write();
  const { names, bank } = habits;
  const letters = names.accents === 'question' && random.chance(0.5) ? 'drop' : names.accents;
  const folded = foldAccents(written.concept, letters).slice(0, CONCEPT_WIDTH[bank]);
  const upper = habits.names.upper && random.chance(0.92);
  return PRINTERS[bank]({
    random,
    habits,
    plan,
    written,
    name: written.name === null ? '' : printName(written.name, names),
    concept: squeeze(upper ? folded.toUpperCase() : folded),
    credit: plan.direction === 'credit',
    country,
  });
};
