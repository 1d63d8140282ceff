// Lines without a document that every company has: loans, rent, insurance, its owners, cash; and what comes back late.
import { dayAs, monthOf } from '../days.ts';
import { conceptsOf } from '../documents.ts';
import { makeCompany, makePerson } from '../names.ts';
import { bookAmount, bankText, type Maker, plan, someDay, type Surroundings } from '../unmatched-plan.ts';
import type { Category } from '../types.ts';
import { BACK, BACK_FEES } from './settlements.ts';

interface Sides {
  readonly credit: readonly string[];
  readonly debit: readonly string[];
}

/** `@` is the month, `#` a contract's number. */
const WORDS = {
  MX: {
    loans: {
      credit: ['DISPOSICION CREDITO #', 'ABONO CREDITO SIMPLE #', 'MINISTRACION CREDITO', 'PRESTAMO'],
      debit: [
        'PAGO CREDITO #',
        'COBRO CREDITO SIMPLE #',
        'AMORTIZACION CREDITO #',
        'MENSUALIDAD CREDITO @',
        'PAGO ARRENDAMIENTO #',
      ],
    },
    rent: {
      credit: ['RENTA @', 'RENTA LOCAL', 'PAGO RENTA @'],
      debit: ['RENTA @', 'PAGO RENTA OFICINA @', 'RENTA LOCAL @', 'ARRENDAMIENTO @'],
    },
    insurance: {
      credit: ['INDEMNIZACION SINIESTRO #', 'DEVOLUCION PRIMA POLIZA #'],
      debit: ['POLIZA #', 'SEGURO POLIZA # @', 'PRIMA SEGURO', 'SEGURO FLOTILLA @'],
    },
    owners: {
      credit: ['APORTACION SOCIO', 'PRESTAMO DE SOCIO', 'APORTACION PARA FUTUROS AUMENTOS', 'DEPOSITO SOCIO'],
      debit: ['RETIRO SOCIO', 'PAGO PRESTAMO SOCIO', 'DIVIDENDOS', 'REEMBOLSO SOCIO @'],
    },
    cash: {
      credit: [
        'DEPOSITO EN EFECTIVO SUC #',
        'DEPOSITO EFECTIVO PRACTICAJA',
        'DEP EN EFECTIVO #',
        'DEPOSITO VENTAS DEL DIA',
      ],
      debit: ['RETIRO CAJERO #', 'RETIRO EFECTIVO', 'DISPOSICION EFECTIVO SUC #'],
    },
  },
  DE: {
    loans: {
      credit: ['GUTSCHRIFT DARLEHEN', 'Darlehensauszahlung #', 'AUSZAHLUNG DARLEHEN #', 'KfW Darlehen #'],
      debit: [
        'Darlehensrate #',
        'TILGUNG UND ZINSEN #',
        'LEISTUNG DARLEHEN #',
        'Leasingrate @ #',
        'ANNUITAET #',
      ],
    },
    rent: {
      credit: ['Miete @', 'Miete Stellplatz @', 'Untermiete'],
      debit: ['Miete @', 'Büromiete @', 'MIETE # @', 'Miete und Nebenkosten @'],
    },
    insurance: {
      credit: ['Schadenregulierung #', 'Beitragserstattung #', 'Versicherungsleistung #'],
      debit: ['Versicherung #', 'Beitrag Versicherung @', 'KFZ-VERSICHERUNG #', 'Betriebshaftpflicht #'],
    },
    owners: {
      credit: ['Gesellschafterdarlehen', 'Privateinlage', 'Einlage', 'Kapitaleinlage'],
      debit: ['Privatentnahme', 'Rückzahlung Gesellschafterdarlehen', 'Gewinnausschüttung', 'Entnahme @'],
    },
    cash: {
      credit: ['BAREINZAHLUNG #', 'SB-EINZAHLUNG', 'Einzahlung Tageseinnahmen @', 'EINZAHLUNG GAA #'],
      debit: ['BARAUSZAHLUNG', 'AUSZAHLUNG GAA #', 'BARGELDAUSZAHLUNG #'],
    },
  },
} as const satisfies Readonly<Record<'MX' | 'DE', Readonly<Record<string, Sides>>>>;

const fill = ({ stage, random }: Surroundings, words: string, day: number): string =>
  words
    .replace('@', conceptsOf(stage.books.country).months[monthOf(day)] ?? '')
    .replace('#', random.chance(0.8) ? random.digits(random.int(3, 8)) : dayAs(day, '.', 4))
    .trim();

/** In round sums mostly; some equal an open document. */
const amountOf = (at: Surroundings): number => {
  const { random, stage } = at;
  const unit = stage.books.country === 'MX' ? 50_000 : 5_000;
  return random.chance(0.3) ? bookAmount(at) : unit * random.int(1, 120);
};

/** Named by the bank, by a person or a company that is no party of these books, or by nobody. */
const everyday =
  (category: Category, credits: number, who: 'company' | 'person' | 'nobody'): Maker =>
  (at) => {
    const { stage, random } = at;
    const { country } = stage.books;
    const direction = random.chance(credits) ? 'credit' : 'debit';
    const day = someDay(at);
    const words: Readonly<Record<string, Sides>> = WORDS[country];
    const text = fill(at, random.pick(words[category]?.[direction] ?? ['']), day);
    const isNamed = who !== 'nobody' && random.chance(0.75);
    const name = isNamed ? (who === 'person' ? makePerson : makeCompany)(random, country).registered : null;
    return [
      plan(at, category, {
        day,
        amountMinor: amountOf(at),
        direction,
        write: () =>
          name === null
            ? bankText(text)
            : { type: 'transfer', name, account: null, taxId: null, concept: text, reference: null },
      }),
    ];
  };

export const loans = everyday('loans', 0.35, 'company');
export const rent = everyday('rent', 0.25, 'company');
export const insurance = everyday('insurance', 0.15, 'company');
export const owners = everyday('owners', 0.5, 'person');
export const cash = everyday('cash', 0.65, 'nobody');

/** Its payment was booked before this statement began. */
export const lateReturn: Maker = (at) => {
  const { stage, random } = at;
  const { country, docs } = stage.books;
  const paid = docs.filter(
    ({ open, party, payDay }) => !open && payDay !== null && party.role === 'customer',
  );
  if (paid.length === 0) return [];
  const doc = random.pick(paid);
  return [
    plan(at, 'late_return', {
      day: someDay(at),
      amountMinor: doc.totalMinor + random.pick(BACK_FEES[country]),
      direction: 'debit',
      write: () => ({
        type: 'transfer',
        name: random.chance(0.8) ? doc.party.said : null,
        account: random.chance(0.5) ? random.pick(doc.party.accounts) : null,
        taxId: null,
        concept: `${random.pick(BACK[country])} ${random.chance(0.6) ? doc.label.printed : ''}`.trim(),
        reference: null,
      }),
    }),
  ];
};
