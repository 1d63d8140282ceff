// What runs through every company's account without a document: loans, rent, insurance, owners, cash, late returns.
import { fillIn, type Scene } from './scene.ts';
import { lateFee, lateWords } from './everyday.ts';
import { add, bystander, type Idle, someAmount } from './idle-plan.ts';
import { makeCompanyName, makePersonName } from './parties.ts';

interface Kind {
  /** The name of the line's category. */
  readonly category: string;
  readonly in: readonly string[];
  readonly out: readonly string[];
  /** How many come in. */
  readonly share: number;
  readonly who: 'company' | 'person' | 'bank';
}

const KINDS: Readonly<Record<'MX' | 'DE', readonly Kind[]>> = {
  MX: [
    {
      category: 'loans',
      in: ['DEPOSITO CREDITO PYME #', 'OTORGAMIENTO CREDITO #'],
      out: ['COBRANZA CREDITO #', 'PAGO A CAPITAL CREDITO #', 'INTERESES CREDITO #'],
      share: 0.3,
      who: 'bank',
    },
    {
      category: 'rent',
      in: ['Pago renta bodega', 'RENTA DEPTO #'],
      out: ['renta oficinas', 'RENTA NAVE #', 'Pago de renta mes'],
      share: 0.3,
      who: 'person',
    },
    {
      category: 'insurance',
      in: ['PAGO SINIESTRO #'],
      out: ['SEGUROS GNP POLIZA #', 'AXA SEGUROS #', 'SEGURO DE VIDA GRUPO'],
      share: 0.1,
      who: 'bank',
    },
    {
      category: 'owners',
      in: ['Aportacion', 'PRESTAMO ACCIONISTA', 'aumento de capital'],
      out: ['pago a socio', 'DIVIDENDO', 'Devolucion prestamo accionista'],
      share: 0.5,
      who: 'person',
    },
    {
      category: 'cash',
      in: ['DEPOSITO EFVO CAJERO #', 'EFECTIVO SUCURSAL #'],
      out: ['RETIRO EN EFECTIVO #'],
      share: 0.7,
      who: 'bank',
    },
  ],
  DE: [
    {
      category: 'loans',
      in: ['DARLEHEN # VALUTIERUNG', 'Gutschrift aus Darlehen #'],
      out: ['Rate Darlehen #', 'ZINSEN UND TILGUNG #', 'Leasing Vertrag #'],
      share: 0.3,
      who: 'bank',
    },
    {
      category: 'rent',
      in: ['Miete Wohnung #', 'Garagenmiete'],
      out: ['Gewerbemiete', 'Miete Halle #', 'Miete inkl. NK'],
      share: 0.3,
      who: 'person',
    },
    {
      category: 'insurance',
      in: ['Erstattung Schaden #'],
      out: ['Allianz Vers. #', 'HUK Beitrag #', 'Rechtsschutz #'],
      share: 0.15,
      who: 'company',
    },
    {
      category: 'owners',
      in: ['Einlage Gesellschafter', 'Darlehen Gesellschafter'],
      out: ['Privat', 'Entnahme', 'Ausschüttung'],
      share: 0.5,
      who: 'person',
    },
    {
      category: 'cash',
      in: ['Bareinzahlung Automat #', 'EINZAHLUNG KASSE'],
      out: ['Geldautomat #', 'BARABHEBUNG'],
      share: 0.7,
      who: 'bank',
    },
  ],
};

const nameOf = ({ dice, country }: Scene, who: Kind['who']): string | null =>
  who === 'bank'
    ? null
    : who === 'person'
      ? makePersonName(dice, country)
      : makeCompanyName(dice, country).name;

/** A few equal an open document by chance. */
const amountIn = (scene: Scene, credit: boolean): number => {
  const { dice } = scene;
  const doc = dice.chance(0.2) ? bystander(scene, ({ type }) => (type === 'invoice') === credit) : undefined;
  return (
    doc?.balance ??
    (dice.chance(0.6) ? Math.max(10_000, Math.round(someAmount(scene) / 10_000) * 10_000) : someAmount(scene))
  );
};

const everyday =
  (category: string): Idle =>
  (scene) => {
    const { dice, country } = scene;
    const kind = KINDS[country].find((each) => each.category === category);
    if (kind === undefined) return;
    const credit = dice.chance(kind.share);
    const text = fillIn(dice, credit ? kind.in : kind.out, dice.digits(dice.whole(4, 9)));
    const name = nameOf(scene, kind.who);
    const minor = amountIn(scene, credit);
    add(scene, { category, credit, text, minor, ...(name === null ? { raw: text } : { name }) });
  };

/** What it sends back was booked before this statement. */
const lateReturn: Idle = (scene) => {
  const { dice, docs } = scene;
  const paid = docs.filter(({ open, type }) => !open && type === 'invoice');
  if (paid.length === 0) return;
  const doc = dice.pick(paid);
  const text = `${lateWords(scene)} ${dice.chance(0.6) ? doc.printed : ''}`.trim();
  add(scene, {
    category: 'late_return',
    credit: false,
    text,
    party: doc.party,
    minor: doc.total + lateFee(scene),
  });
};

export const EVERYDAY = {
  loans: everyday('loans'),
  rent: everyday('rent'),
  insurance: everyday('insurance'),
  owners: everyday('owners'),
  cash: everyday('cash'),
  lateReturn,
} as const;
