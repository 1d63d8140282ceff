// CFDI of Mexican suppliers, made of figures in cents that this code sums by itself: invoices and credit notes with IVA, IEPS
// and retentions, and complements of payments. Each is sealed and stamped truly.
import { randomOf } from '../../property/random.ts';
import { testSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import { sealAndStamp, writer } from '../cfdi/writer.ts';
import { moneyText, percentOf } from '../en16931/meant.ts';

const element = writer(randomOf(1), 'cfdi');

export interface Issuer {
  readonly rfc: string;
  readonly name: string;
}

export interface Receiver {
  readonly rfc: string;
  readonly name: string;
  readonly postalCode: string;
}

/** Rates in percent, as texts; `ieps` null where there is none. */
export interface CfdiLine {
  readonly net: number;
  readonly iva: '16' | '8' | '0' | 'exempt';
  readonly ieps: string | null;
  readonly isr: string | null;
  readonly ivaWithheld: string | null;
}

interface Row {
  readonly code: string;
  readonly percent: string | null;
  readonly base: number;
  readonly cents: number;
}

const row = (code: string, percent: string | null, base: number): Row => ({
  code,
  percent,
  base,
  cents: percent === null ? 0 : percentOf(base, percent),
});

const rowsOf = ({ net, iva, ieps, isr, ivaWithheld }: CfdiLine) => {
  const excise = ieps === null ? [] : [row('003', ieps, net)];
  const base = net + (excise[0]?.cents ?? 0);
  return {
    transferred: [...excise, row('002', iva === 'exempt' ? null : iva, base)],
    withheld: [
      ...(isr === null ? [] : [row('001', isr, net)]),
      ...(ivaWithheld === null ? [] : [row('002', ivaWithheld, net)]),
    ],
  };
};

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

export interface Figures {
  readonly net: number;
  readonly tax: number;
  readonly withheld: number;
  readonly total: number;
  /** Cents by kind and rate: `IVA 16`, `IEPS 8`, and `exempt`, which has a base only. */
  readonly byRate: ReadonlyMap<string, { readonly base: number; readonly cents: number }>;
  readonly withheldByKind: ReadonlyMap<string, number>;
}

const KIND: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** What the lines come to. */
export const figuresOf = (lines: readonly CfdiLine[]): Figures => {
  const all = lines.map(rowsOf);
  const byRate = new Map<string, { base: number; cents: number }>();
  for (const { code, percent, base, cents } of all.flatMap(({ transferred }) => transferred)) {
    const key = `${KIND[code]} ${percent ?? 'exempt'}`;
    const before = byRate.get(key) ?? { base: 0, cents: 0 };
    byRate.set(key, { base: before.base + base, cents: before.cents + cents });
  }
  const withheldByKind = new Map<string, number>();
  for (const { code, cents } of all.flatMap(({ withheld }) => withheld))
    withheldByKind.set(KIND[code] ?? code, (withheldByKind.get(KIND[code] ?? code) ?? 0) + cents);
  const net = sum(lines.map((line) => line.net));
  const tax = sum([...byRate.values()].map(({ cents }) => cents));
  const withheld = sum([...withheldByKind.values()]);
  return { net, tax, withheld, total: net + tax - withheld, byRate, withheldByKind };
};

const shareText = (percent: string): string => (Number(percent) / 100).toFixed(6);

const transferredRow = ({ code, percent, base, cents }: Row): string =>
  element('Traslado', {
    Base: moneyText(base),
    Impuesto: code,
    TipoFactor: percent === null ? 'Exento' : 'Tasa',
    TasaOCuota: percent === null ? null : shareText(percent),
    Importe: percent === null ? null : moneyText(cents),
  });

const withheldRow = ({ code, percent, base, cents }: Row): string =>
  element('Retencion', {
    Base: moneyText(base),
    Impuesto: code,
    TipoFactor: 'Tasa',
    TasaOCuota: shareText(percent ?? '0'),
    Importe: moneyText(cents),
  });

const group = (name: string, rows: readonly string[]): readonly string[] =>
  rows.length === 0 ? [] : [element(name, {}, rows)];

const writeLine = (line: CfdiLine, at: number): string => {
  const { transferred, withheld } = rowsOf(line);
  return element(
    'Concepto',
    {
      ClaveProdServ: '84111506',
      Cantidad: '1',
      ClaveUnidad: 'E48',
      Descripcion: `Servicio ${at + 1}`,
      ValorUnitario: moneyText(line.net),
      Importe: moneyText(line.net),
      ObjetoImp: '02',
    },
    [
      element('Impuestos', {}, [
        ...group('Traslados', transferred.map(transferredRow)),
        ...group('Retenciones', withheld.map(withheldRow)),
      ]),
    ],
  );
};

/** Rows of one kind and rate, summed. */
const merged = (rows: readonly Row[], key: (each: Row) => string): readonly Row[] =>
  [...new Set(rows.map(key))].flatMap((name) => {
    const [first, ...rest] = rows.filter((each) => key(each) === name);
    if (first === undefined) return [];
    const of = [first, ...rest];
    return [{ ...first, base: sum(of.map(({ base }) => base)), cents: sum(of.map(({ cents }) => cents)) }];
  });

const summary = (lines: readonly CfdiLine[], { tax, withheld }: Figures): string => {
  const all = lines.map(rowsOf);
  const passed = merged(
    all.flatMap(({ transferred }) => transferred),
    ({ code, percent }) => `${code} ${percent}`,
  );
  const kept = merged(
    all.flatMap((each) => each.withheld),
    ({ code }) => code,
  );
  const isTaxed = passed.some(({ percent }) => percent !== null);
  return element(
    'Impuestos',
    {
      TotalImpuestosRetenidos: kept.length === 0 ? null : moneyText(withheld),
      TotalImpuestosTrasladados: isTaxed ? moneyText(tax) : null,
    },
    [
      ...group(
        'Retenciones',
        kept.map(({ code, cents }) => element('Retencion', { Impuesto: code, Importe: moneyText(cents) })),
      ),
      ...group('Traslados', passed.map(transferredRow)),
    ],
  );
};

interface Parties {
  readonly issuer: Issuer;
  readonly receiver: Receiver;
}

const partiesOf = ({ issuer, receiver }: Parties, use: string): readonly string[] => [
  element('Emisor', { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: '601' }),
  element('Receptor', {
    Rfc: receiver.rfc,
    Nombre: receiver.name,
    DomicilioFiscalReceptor: receiver.postalCode,
    RegimenFiscalReceptor: '601',
    UsoCFDI: use,
  }),
];

const root = async (
  parties: Parties,
  uuid: string,
  attributes: Readonly<Record<string, string | null>>,
  children: readonly string[],
): Promise<Buffer> => {
  const signer = await testSigner(parties.issuer.rfc);
  const xml = element(
    'Comprobante',
    {
      'xmlns:cfdi': 'http://www.sat.gob.mx/cfd/4',
      Version: '4.0',
      ...attributes,
      Sello: '@@SEAL@@',
      NoCertificado: signer.certificateNumber,
      Certificado: signer.certificate,
      Exportacion: '01',
      LugarExpedicion: '06470',
    },
    children,
  );
  return Buffer.from(sealAndStamp(xml, { signer, uuid, element }));
};

export interface Sold extends Parties {
  readonly type: 'I' | 'E';
  readonly uuid: string;
  readonly number: string;
  readonly day: string;
  readonly currency: 'MXN' | 'USD';
  readonly rate: string | null;
  readonly method: 'PPD' | 'PUE';
  readonly lines: readonly CfdiLine[];
  /** UUID of the CFDI that a credit note is for. */
  readonly related?: string;
}

/** Type I or E. */
export const writeSold = (sold: Sold): Promise<Buffer> => {
  const { type, uuid, number, day, currency, rate, method, lines, related } = sold;
  const figures = figuresOf(lines);
  return root(
    sold,
    uuid,
    {
      Serie: 'A',
      Folio: number,
      Fecha: `${day}T12:00:00`,
      FormaPago: method === 'PPD' ? '99' : '03',
      SubTotal: moneyText(figures.net),
      Moneda: currency,
      TipoCambio: rate,
      Total: moneyText(figures.total),
      TipoDeComprobante: type,
      MetodoPago: method,
    },
    [
      ...(related === undefined
        ? []
        : [
            element('CfdiRelacionados', { TipoRelacion: '01' }, [
              element('CfdiRelacionado', { UUID: related }),
            ]),
          ]),
      ...partiesOf(sold, type === 'E' ? 'G02' : 'G03'),
      element('Conceptos', {}, lines.map(writeLine)),
      summary(lines, figures),
      element('Complemento', {}, ['@@STAMP@@']),
    ],
  );
};

export interface ProvenPart {
  readonly uuid: string;
  readonly number: string;
  readonly currency: string;
  /** How much of the document one unit of the payment is. */
  readonly equivalence: string;
  readonly instalment: number;
  readonly before: number;
  readonly paid: number;
}

export interface Proof extends Parties {
  readonly uuid: string;
  readonly day: string;
  readonly currency: string;
  readonly rate: string;
  readonly amount: number;
  readonly parts: readonly ProvenPart[];
}

/** Type P. */
export const writeProof = (proof: Proof): Promise<Buffer> => {
  const { uuid, day, currency, rate, amount, parts } = proof;
  const paid = element(
    'pago20:Pago',
    {
      FechaPago: `${day}T12:00:00`,
      FormaDePagoP: '03',
      MonedaP: currency,
      TipoCambioP: rate,
      Monto: moneyText(amount),
    },
    parts.map((part) =>
      element('pago20:DoctoRelacionado', {
        IdDocumento: part.uuid,
        Serie: 'A',
        Folio: part.number,
        MonedaDR: part.currency,
        EquivalenciaDR: part.equivalence,
        NumParcialidad: String(part.instalment),
        ImpSaldoAnt: moneyText(part.before),
        ImpPagado: moneyText(part.paid),
        ImpSaldoInsoluto: moneyText(part.before - part.paid),
        ObjetoImpDR: '01',
      }),
    ),
  );
  return root(
    proof,
    uuid,
    { Fecha: `${day}T13:00:00`, SubTotal: '0', Moneda: 'XXX', Total: '0', TipoDeComprobante: 'P' },
    [
      ...partiesOf(proof, 'CP01'),
      element('Conceptos', {}, [
        element('Concepto', {
          ClaveProdServ: '84111506',
          Cantidad: '1',
          ClaveUnidad: 'ACT',
          Descripcion: 'Pago',
          ValorUnitario: '0',
          Importe: '0',
          ObjetoImp: '01',
        }),
      ]),
      element('Complemento', {}, [
        element('pago20:Pagos', { 'xmlns:pago20': 'http://www.sat.gob.mx/Pagos20', Version: '2.0' }, [
          element('pago20:Totales', {
            MontoTotalPagos: moneyText(Math.round((amount * Number(rate) * 100) / 100)),
          }),
          paid,
        ]),
        '@@STAMP@@',
      ]),
    ],
  );
};
