// Random tables whose movements are known: headings of three languages in any order, separators, encodings, signs, orders of
// days, thousands, fees, rows that are no movement and rows that are wrong.
import { decimalText } from './random-numbers.ts';

export type Random = () => number;

/** The same for the same seed. */
export const createRandom = (seed: number): Random => {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
};

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};
const chance = (random: Random, of: number): boolean => random() < of;
const shuffle = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

const WORDS = {
  es: {
    date: ['Fecha', 'Fecha de operación', 'Fecha contable', 'Día'],
    description: ['Concepto', 'Descripción', 'Detalle'],
    amount: ['Importe', 'Monto', 'Cantidad'],
    debit: ['Cargo', 'Cargos', 'Retiro', 'Debe'],
    credit: ['Abono', 'Abonos', 'Depósito', 'Haber'],
    balance: ['Saldo'],
    direction: ['Tipo', 'Tipo de movimiento', 'Naturaleza'],
    sides: [
      ['Abono', 'Cargo'],
      ['Ingreso', 'Egreso'],
      ['Depósito', 'Retiro'],
    ],
    status: ['Estado', 'Estatus'],
    party: ['Beneficiario', 'Contraparte', 'Comercio'],
    fee: ['Comisión'],
    net: ['Neto', 'Monto neto'],
    pending: ['Pendiente', 'En proceso'],
    void: ['Rechazado', 'Cancelado'],
    booked: 'Aplicado',
    total: ['Total', 'Suma'],
    edges: ['Saldo inicial', 'Saldo final'],
    texts: ['PAGO RENTA', 'SPEI Peña', 'Factura F-7', 'Papelería del Sur'],
  },
  de: {
    date: ['Buchungstag', 'Buchungsdatum', 'Datum'],
    description: ['Verwendungszweck', 'Buchungstext'],
    amount: ['Betrag', 'Umsatz'],
    debit: ['Soll', 'Belastung', 'Ausgaben'],
    credit: ['Haben', 'Gutschrift', 'Einnahmen'],
    balance: ['Saldo', 'Kontostand', 'Saldo nach Buchung'],
    direction: ['Soll/Haben', 'Kennzeichen', 'Buchungsart'],
    sides: [
      ['H', 'S'],
      ['Haben', 'Soll'],
      ['Gutschrift', 'Lastschrift'],
    ],
    status: ['Status', 'Umsatzstatus'],
    party: ['Auftraggeber/Empfänger', 'Empfänger', 'Gegenpartei'],
    fee: ['Gebühr', 'Entgelt'],
    net: ['Netto'],
    pending: ['Vorgemerkt', 'offen'],
    void: ['Storniert', 'Abgelehnt'],
    booked: 'Gebucht',
    total: ['Summe', 'Gesamt'],
    edges: ['Anfangssaldo', 'Endsaldo'],
    texts: ['Miete Haus 7', 'Müller & Söhne RE-17', 'Bürobedarf', 'Überweisung Groß'],
  },
  en: {
    date: ['Date', 'Posting date', 'Transaction Date'],
    description: ['Description', 'Details', 'Memo'],
    amount: ['Amount', 'Transaction amount'],
    debit: ['Debit', 'Money out', 'Withdrawal'],
    credit: ['Credit', 'Money in', 'Deposit'],
    balance: ['Balance', 'Running balance'],
    direction: ['Type', 'Transaction type', 'Direction'],
    sides: [
      ['Credit', 'Debit'],
      ['CR', 'DR'],
      ['In', 'Out'],
    ],
    status: ['Status', 'State'],
    party: ['Payee', 'Counterparty', 'Merchant'],
    fee: ['Fee'],
    net: ['Net', 'Net amount'],
    pending: ['Pending', 'Processing'],
    void: ['Declined', 'Failed'],
    booked: 'Completed',
    total: ['Total', 'Grand total'],
    edges: ['Opening balance', 'Closing balance'],
    texts: ['Rent house 7', 'INV-17 Acme', 'Paper store', 'Salary Jo'],
  },
} as const;

export type Encoding = 'utf8' | 'utf8 with mark' | 'utf16le' | 'utf16be' | 'latin1' | 'cp1252' | 'cp850';
const ENCODINGS: readonly Encoding[] = [
  'utf8',
  'utf8 with mark',
  'utf16le',
  'utf16be',
  'latin1',
  'cp1252',
  'cp850',
];

const CP850: Readonly<Record<string, number>> = {
  ä: 0x84,
  ö: 0x94,
  ü: 0x81,
  ß: 0xe1,
  Ä: 0x8e,
  Ö: 0x99,
  Ü: 0x9a,
  á: 0xa0,
  é: 0x82,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  ñ: 0xa4,
  '\u00a0': 0xff,
};

export const encode = (text: string, encoding: Encoding): Buffer => {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'utf8 with mark') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  if (encoding !== 'cp850') return Buffer.from(text, 'latin1');
  return Buffer.from([...text].map((letter) => CP850[letter] ?? letter.charCodeAt(0)));
};

export interface Known {
  readonly date: string;
  readonly minor: number;
}

export interface RandomFile {
  readonly text: string;
  readonly encoding: Encoding;
  readonly language: keyof typeof WORDS;
  /** What is to be booked, fees too. */
  readonly movements: readonly Known[];
  readonly left_out: number;
  readonly rejected: number;
  readonly balances: readonly [number, number] | null;
  readonly sign: 'reversed' | null;
  readonly date_order: 'dmy' | 'mdy' | 'ymd';
  readonly decimal: 'comma' | 'point';
  readonly currency: 'EUR' | 'MXN';
}

const DAYS = {
  'dmy.': (y: string, m: string, d: string) => `${d}.${m}.${y}`,
  'dmy.short': (y: string, m: string, d: string) => `${d}.${m}.${y.slice(2)}`,
  'dmy/': (y: string, m: string, d: string) => `${d}/${m}/${y}`,
  'dmy-': (y: string, m: string, d: string) => `${d}-${m}-${y}`,
  'mdy/': (y: string, m: string, d: string) => `${Number(m)}/${Number(d)}/${y}`,
  'ymd-': (y: string, m: string, d: string) => `${y}-${m}-${d}`,
  'ymd/': (y: string, m: string, d: string) => `${y}/${m}/${d}`,
  'ymd run': (y: string, m: string, d: string) => `${y}${m}${d}`,
  'ymd time': (y: string, m: string, d: string) => `${y}-${m}-${d} 10:11:12`,
} as const;

type Kind = 'movement' | 'twin' | 'pending' | 'void' | 'zero' | 'empty' | 'bad amount' | 'bad day';

export const drawFile = (random: Random): RandomFile => {
  const language = pick(random, ['es', 'de', 'en'] as const);
  const words = WORDS[language];
  const delimiter = pick(random, [',', ';', '\t', '|']);
  const decimal = pick(random, ['comma', 'point'] as const);
  const thousands = pick(random, decimal === 'comma' ? ['', '.', ' ', '\u00a0'] : ['', ',', ' ', "'"]);
  const form = pick(random, Object.keys(DAYS) as (keyof typeof DAYS)[]);
  const shape = pick(random, ['signed', 'signed', 'pair', 'words'] as const);
  const hasBalance = chance(random, 0.5);
  const hasFee = shape === 'signed' && chance(random, 0.3);
  const hasNet = hasFee && (!hasBalance || chance(random, 0.5));
  const isReversed = shape === 'signed' && !hasBalance && !hasFee && chance(random, 0.2);
  const hasStatus = chance(random, 0.5);
  const hasParty = chance(random, 0.5);
  const latestFirst = chance(random, 0.5);
  const number = (minor: number): string => decimalText(minor, decimal, thousands);
  const kinds: readonly Kind[] = ['movement', 'movement', 'movement', 'movement', 'twin', 'zero', 'empty'];
  const more: readonly Kind[] = [
    ...(hasStatus ? (['pending', 'void'] as const) : []),
    ...(chance(random, 0.3) ? (['bad amount', 'bad day'] as const) : []),
  ];
  const count = 4 + Math.floor(random() * 14);
  const drawn = Array.from({ length: count }, (_, at) => ({
    kind: at < 2 ? ('movement' as const) : pick(random, [...kinds, ...more]),
    day: 1 + Math.floor((at * 27) / count),
    minor:
      (at === 0 ? 1 : at === 1 ? -1 : pick(random, [1, -1])) * (1 + Math.floor(random() ** 3 * 99_999_999)),
    fee: hasFee && chance(random, 0.5) ? 1 + Math.floor(random() * 900) : 0,
    text: `${pick(random, words.texts)} ${at}`,
    party: pick(random, ['Kunde Nord', 'Cliente Uno SA', 'Acme Ltd', 'Papelera']),
  }));
  const hasBad = drawn.some(({ kind }) => kind.startsWith('bad'));
  const opening = Math.floor(random() * 10_000_000);
  let balance = opening;
  const movements: Known[] = [];
  const rows: (Record<string, string> | null)[] = [];
  let [left_out, rejected] = [0, 0];
  const sides = pick(random, words.sides as readonly (readonly [string, string])[]);
  for (const { kind, day, minor: full, fee: charged, text, party } of drawn) {
    if (kind === 'empty') {
      rows.push(null);
      continue;
    }
    const minor = kind === 'zero' ? 0 : full;
    const fee = kind === 'zero' ? 0 : charged;
    const isBooked = kind === 'movement' || kind === 'twin';
    const date = `2026-10-${String(day).padStart(2, '0')}`;
    const times = kind === 'twin' ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      if (isBooked || kind.startsWith('bad')) balance += minor - fee;
      if (isBooked) {
        movements.push({ date, minor });
        if (fee !== 0) movements.push({ date, minor: -fee });
      } else if (kind.startsWith('bad')) rejected += 1;
      else left_out += 1;
      const written = isReversed ? -minor : minor;
      const shown = (value: number): string => (kind === 'bad amount' ? `${number(value)}x7` : number(value));
      const [y = '', m = '', d = ''] = date.split('-');
      rows.push({
        date: kind === 'bad day' ? DAYS[form](y, '02', '30') : DAYS[form](y, m, d),
        description: text,
        amount: shown(shape === 'words' ? Math.abs(minor) : written),
        debit: minor < 0 ? shown(-minor) : '',
        credit: minor >= 0 ? shown(minor) : '',
        direction: minor < 0 ? sides[1] : sides[0],
        balance: number(balance),
        status:
          kind === 'pending'
            ? pick(random, words.pending)
            : kind === 'void'
              ? pick(random, words.void)
              : words.booked,
        party,
        fee: number(fee),
        net: number(minor - fee),
        more: `X${day}`,
      });
    }
  }
  const columns = shuffle(random, [
    'date',
    'description',
    ...(shape === 'pair' ? ['debit', 'credit'] : ['amount']),
    ...(shape === 'words' ? ['direction'] : []),
    ...(hasBalance ? ['balance'] : []),
    ...(hasStatus ? ['status'] : []),
    ...(hasParty ? ['party'] : []),
    ...(hasFee ? ['fee'] : []),
    ...(hasNet ? ['net'] : []),
    ...(chance(random, 0.3) ? ['more'] : []),
  ]);
  const titleOf = (column: string): string =>
    column === 'more'
      ? 'Xyz'
      : pick(random, (words as unknown as Record<string, readonly string[]>)[column] ?? ['']);
  const quote = (cell: string): string =>
    cell.includes(delimiter) || cell.includes('"') || chance(random, 0.2)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lineOf = (cells: readonly string[]): string => cells.map(quote).join(delimiter);
  const ordered = latestFirst ? rows.toReversed() : rows;
  const total = chance(random, 0.3) ? pick(random, words.total) : null;
  if (total !== null) left_out += 1;
  const sum = movements.reduce((all, { minor }) => all + minor, 0);
  const titles = columns.map(titleOf);
  const lines = [
    ...(chance(random, 0.3) ? [lineOf(['Folio Bank']), ''] : []),
    lineOf(titles),
    ...ordered.map((row) =>
      row === null
        ? columns.map(() => '').join(delimiter)
        : lineOf(columns.map((column) => row[column] ?? '')),
    ),
    ...(total === null
      ? []
      : [
          lineOf(
            columns.map((column) =>
              column === 'description'
                ? total
                : column === 'amount'
                  ? number(isReversed ? -sum : shape === 'words' ? Math.abs(sum) : sum)
                  : '',
            ),
          ),
        ]),
  ];
  return {
    text: lines.join(pick(random, ['\n', '\r\n'])),
    encoding: pick(random, ENCODINGS),
    language,
    movements,
    left_out,
    rejected,
    balances: hasBalance && !hasBad ? [opening, balance] : null,
    sign: isReversed ? 'reversed' : null,
    date_order: form.startsWith('mdy') ? 'mdy' : form.startsWith('ymd') ? 'ymd' : 'dmy',
    decimal,
    currency: language === 'es' ? 'MXN' : 'EUR',
  };
};
