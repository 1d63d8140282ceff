// Small books by hand: parties, documents and lines for one example each.
import type {
  MatchDocument,
  MatchInput,
  MatchLine,
  MatchMemory,
  MatchOutput,
  MatchParty,
  MatchPayment,
  MatchResult,
} from '../../../src/matching/types.ts';
import { matchLines } from '../../../src/matching/index.ts';

const MX_NAMES = [
  'Comercializadora del Norte SA de CV',
  'Ferretería Hermanos Quiroz SA de CV',
  'Muebles Tlaquepaque S de RL de CV',
  'Juan Carlos Pérez Ibáñez',
  'Transportes Xalapa SA de CV',
  'Laboratorios Cuauhtémoc SA de CV',
  'Panadería La Espiga SC',
  'Óptica Zaragoza SA de CV',
  'Comercializadora del Norte Monterrey SA de CV',
  'Grupo Alfareros SAPI de CV',
  'Despacho Ibarra y Asociados SC',
  'Refaccionaria El Tornillo SA de CV',
];
const DE_NAMES = [
  'Müller & Söhne Metallbau GmbH',
  'Bäckerei Hölderlin e.K.',
  'Spedition Grünwald GmbH & Co. KG',
  'Katrin Weißenfels',
  'Autohaus Lindner GmbH',
  'Druckerei Sonntag OHG',
  'Elektro Kowalski GmbH',
  'Praxis Dr. Annegret Vogt',
  'Druckerei Sonntag Leipzig OHG',
  'Gartenbau Petersen GmbH',
  'Kanzlei Roth Partner',
  'Tischlerei Brandt GmbH',
];

export type Country = 'MX' | 'DE';

const BASE = { MX: 1_731_417, DE: 91_233 } as const;

const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** One document; what is not said is ordinary. */
export const documentOf = (given: Partial<MatchDocument> & Pick<MatchDocument, 'id'>): MatchDocument => {
  const totalMinor = given.totalMinor ?? given.balanceMinor ?? 100_000;
  const issueDate = given.issueDate ?? '2026-03-02';
  return {
    type: 'invoice',
    partyId: 'p0',
    series: null,
    number: null,
    uuid: null,
    title: null,
    currency: 'MXN',
    balanceMinor: totalMinor,
    dueDate: shift(issueDate, 30),
    open: true,
    ...given,
    totalMinor,
    issueDate,
  };
};

export const lineOf = (
  given: Partial<MatchLine> & Pick<MatchLine, 'amountMinor' | 'description'>,
): MatchLine => ({
  id: 'l1',
  date: '2026-04-01',
  direction: 'credit',
  currency: 'MXN',
  reference: null,
  party: null,
  partyAccount: null,
  partyTaxId: null,
  ...given,
});

/** Twelve parties with two open invoices and a bill each, so that names and amounts have something to differ from. */
const background = (country: Country): { parties: MatchParty[]; documents: MatchDocument[] } => {
  const names = country === 'MX' ? MX_NAMES : DE_NAMES;
  const parties = names.map((name, at) => ({ id: `p${at}`, name, taxId: null }));
  const documents = names.flatMap((_, at) =>
    [0, 1, 2].map((turn) =>
      documentOf({
        id: `bg${at}-${turn}`,
        type: turn === 2 ? 'bill' : 'invoice',
        partyId: `p${at}`,
        series: country === 'MX' ? 'A' : null,
        number: country === 'MX' ? String(7001 + at * 3 + turn) : `RE-2026-${7001 + at * 3 + turn}`,
        currency: country === 'MX' ? 'MXN' : 'EUR',
        totalMinor: BASE[country] + at * 71_317 + turn * 13_931,
        issueDate: shift('2026-02-10', at * 3 + turn),
      }),
    ),
  );
  return { parties, documents };
};

export interface Example {
  readonly country?: Country;
  readonly lines: readonly MatchLine[];
  readonly documents?: readonly MatchDocument[];
  readonly otherLines?: readonly MatchLine[];
  readonly payments?: readonly MatchPayment[];
  readonly paid?: MatchInput['paid'];
  readonly memory?: readonly MatchMemory[];
  readonly rejected?: MatchInput['rejected'];
  readonly parties?: readonly MatchParty[];
  readonly decided?: MatchInput['decided'];
  readonly leftAlone?: MatchInput['leftAlone'];
  readonly differenceLimitMinor?: number;
}

export const inputOf = (example: Example): MatchInput => {
  const country = example.country ?? 'MX';
  const { parties, documents } = background(country);
  return {
    country,
    currency: country === 'MX' ? 'MXN' : 'EUR',
    ownNames: [country === 'MX' ? 'Papelería Robles SA de CV' : 'Robles Papierhandel GmbH'],
    ownAccounts: ['012180001234567897', 'DE89370400440532013000', 'DE12500105170648489890'],
    lines: example.lines,
    otherLines: example.otherLines ?? [],
    documents: [...documents, ...(example.documents ?? [])],
    parties: [...parties, ...(example.parties ?? [])],
    payments: example.payments ?? [],
    paid: example.paid ?? [],
    memory: example.memory ?? [],
    rejected: example.rejected ?? [],
    decided: example.decided ?? [],
    leftAlone: example.leftAlone ?? [],
    differenceLimitMinor: example.differenceLimitMinor ?? 99,
    rate: (base, quote) =>
      base === 'USD' && quote === 'MXN' ? 18 : base === 'USD' && quote === 'EUR' ? 0.9 : undefined,
  };
};

export const runExample = (example: Example): MatchOutput => matchLines(inputOf(example));

/** The result of the first line. */
export const resultOf = (example: Example): MatchResult => {
  const [result] = runExample(example).results;
  if (result === undefined) throw new Error('the example has no line');
  return result;
};

export const documentIds = (result: MatchResult): string[] =>
  result.allocations.map((entry) => entry.documentId).sort();
