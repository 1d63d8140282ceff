// How banks print a transfer: what is glued together, cut off, and left out.
import type { MatchLine } from '../../../src/matching/types.ts';
import type { Country } from '../types.ts';
import type { Dice } from './dice.ts';
import { broken, plain } from './spelling.ts';
import { wordsOf } from './words.ts';

export interface Said {
  readonly credit: boolean;
  readonly name: string | null;
  readonly account: string | null;
  readonly taxId: string | null;
  /** What the payer wrote. */
  readonly text: string;
  /** The short reference field, or the end-to-end reference. */
  readonly reference: string | null;
}

export type Printed = Pick<MatchLine, 'description' | 'reference' | 'party' | 'partyAccount' | 'partyTaxId'>;
type Bank = (dice: Dice, said: Said) => Printed;

const bare = { reference: null, party: null, partyAccount: null, partyTaxId: null };
/** SPEI carries forty signs. */
const concept = (text: string): string => plain(text).toUpperCase().slice(0, 40);
const bankName = (dice: Dice): string => dice.pick(wordsOf('MX').banks);
const seven = (dice: Dice, said: Said): string =>
  (said.reference ?? dice.digits(dice.whole(1, 7))).slice(-7).padStart(7, '0');

const bbva: Bank = (dice, said) => {
  const head = said.credit ? `SPEI RECIBIDO${bankName(dice)}` : `SPEI ENVIADO ${bankName(dice)}`;
  const tail =
    said.name === null || dice.chance(0.2)
      ? ''
      : ` ${said.account ?? ''} ${plain(said.name).toUpperCase().slice(0, 30)}`;
  return {
    ...bare,
    description: `${head}/${dice.digits(10)}  ${dice.digits(3)} ${seven(dice, said)}${concept(said.text)}${tail}`,
    reference: dice.chance(0.5) ? dice.digits(10) : null,
  };
};

const banorte: Bank = (dice, said) => ({
  ...bare,
  description: [
    said.credit ? 'SPEI RECIBIDO' : 'COMPRA ORDEN DE PAGO SPEI',
    `BCO:00${dice.digits(2)} ${bankName(dice)}`,
    `HR LIQ: ${dice.whole(7, 19)}:${dice.whole(10, 59)}:${dice.whole(10, 59)}`,
    ...(said.name === null
      ? []
      : [
          `${said.credit ? 'DEL CLIENTE' : 'BENEF:'}${said.credit ? ' ' : ''}${plain(said.name).toUpperCase().slice(0, 40)}`,
        ]),
    ...(said.account === null ? [] : [`${said.credit ? 'DE LA' : 'CTA/'}CLABE ${said.account}`]),
    ...(said.taxId === null ? [] : [`CON RFC ${said.taxId}`]),
    `CONCEPTO: ${concept(said.text)}`,
    `REFERENCIA: ${seven(dice, said)}`,
    `CVE RAST: ${dice.digits(20)}`,
  ].join(', '),
  reference: dice.digits(8),
});

const santander: Bank = (dice, said) => ({
  description: `${said.credit ? 'ABONO' : 'CARGO'} TRANSFERENCIA SPEI ${concept(said.text)}`,
  reference: seven(dice, said),
  party: said.name === null ? null : plain(said.name).toUpperCase().slice(0, 40),
  partyAccount: dice.chance(0.6) ? said.account : null,
  partyTaxId: dice.chance(0.3) ? said.taxId : null,
});

const scotia: Bank = (dice, said) => ({
  ...bare,
  description: `TRANSF INTERBANCARIA SPEI/${said.name === null ? '' : plain(said.name).toUpperCase().slice(0, 20)}/${seven(dice, said)}/${concept(said.text)}`,
});

const packed: Bank = (dice, said) => ({
  ...bare,
  description: [
    said.credit && dice.chance(0.2) ? 'Echtzeit-Gutschrift' : '',
    said.name ?? '',
    said.account === null ? '' : `GENODEF1${dice.digits(3)} ${said.account}`,
    said.text,
    `End-to-End-Ref.: ${said.reference ?? 'NOTPROVIDED'}`,
    said.credit ? 'CORE / Mandatsref.:' : '',
  ]
    .filter((part) => part !== '')
    .join(' '),
});

const CREDITS = [
  'GUTSCHR. UEBERWEISUNG ',
  'GUTSCHR. UEBERWEISUNG ',
  'ECHTZEIT-GUTSCHRIFT ',
  'Gutschrift ',
  'GUTSCHRIFT-ECHTZEIT ',
] as const;

const camt: Bank = (dice, said) => ({
  description: `${dice.chance(0.6) ? (said.credit ? dice.pick(CREDITS) : 'ONLINE-UEBERWEISUNG ') : ''}${said.text}`,
  reference: said.reference ?? (dice.chance(0.5) ? 'NOTPROVIDED' : null),
  party: said.name === null ? null : dice.chance(0.15) ? broken(dice, said.name) : said.name.slice(0, 70),
  partyAccount: said.account,
  partyTaxId: null,
});

/** Fields of 27 signs, put together with blanks or without. */
const swift: Bank = (dice, said) => {
  const whole = `${said.reference === null ? '' : `EREF+${said.reference} `}SVWZ+${plain(said.text)}`;
  const glue = dice.pick(['', '', ' ']);
  return {
    description: `${said.credit ? dice.pick(['SEPA-GUTSCHRIFT', 'ECHTZEIT-GUTSCHRIFT', 'SEPA-GUTSCHRIFT']) : 'SEPA-UEBERWEISUNG'} ${(whole.match(/.{1,27}/gu) ?? []).join(glue)}`,
    reference: null,
    party:
      said.name === null
        ? null
        : plain(said.name)
            .toUpperCase()
            .slice(0, dice.pick([27, 54])),
    partyAccount: dice.chance(0.8) ? said.account : null,
    partyTaxId: null,
  };
};

const online: Bank = (dice, said) => ({
  description: said.text,
  reference: dice.chance(0.3) ? said.reference : null,
  party: said.name === null ? null : dice.chance(0.5) ? said.name.toUpperCase() : said.name,
  partyAccount: dice.chance(0.7) ? said.account : null,
  partyTaxId: null,
});

export const bankOf = (dice: Dice, country: Country): Bank =>
  dice.pick(
    country === 'MX' ? [bbva, banorte, banorte, santander, scotia] : [packed, camt, camt, swift, online],
  );
