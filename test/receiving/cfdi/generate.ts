// CFDI as strangers write them: any type, odd prefixes and encodings, and figures by an arithmetic of its own. Each is sealed
// and stamped truly.
import { decimal, sumOf, toFixed, type Decimal } from '../../../src/base/money/decimal.ts';
import type { TestSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import type { Random } from '../../property/random.ts';
import { encode, sealAndStamp, uuidOf, writer, type Element } from './writer.ts';

export interface TaxMade {
  readonly kind: 'IVA' | 'IEPS' | 'ISR';
  readonly code: string;
  readonly factor: 'Tasa' | 'Cuota' | 'Exento';
  readonly rate: string | null;
  readonly base: string;
  readonly amount: string | null;
}

export interface LineMade {
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly discount: string | null;
  readonly description: string;
  readonly transferred: readonly TaxMade[];
  readonly withheld: readonly TaxMade[];
  readonly customs: string | null;
  readonly property: string | null;
  readonly part: string | null;
}

export interface Made {
  readonly type: 'I' | 'E' | 'N' | 'T';
  readonly uuid: string;
  readonly currency: string;
  readonly rate: string | null;
  readonly lines: readonly LineMade[];
  readonly local: { readonly transferred: string | null; readonly withheld: string | null };
  readonly related: readonly string[];
  readonly subtotal: string;
  readonly discount: string | null;
  readonly tax: string | null;
  readonly withheld: string | null;
  readonly total: string;
  readonly bytes: Buffer;
}

const CODES = { ISR: '001', IVA: '002', IEPS: '003' } as const;
const round = (value: Decimal, places: number): string => toFixed(value, places);

const makeTax = (
  kind: TaxMade['kind'],
  factor: TaxMade['factor'],
  rate: string | null,
  base: string,
  places: number,
): TaxMade => ({
  kind,
  code: CODES[kind],
  factor,
  rate,
  base,
  amount: rate === null ? null : round(decimal(base).times(decimal(rate)), places),
});

const makeLine = (random: Random, wants: { readonly places: number; readonly plain: boolean }): LineMade => {
  const { places, plain } = wants;
  const quantity = random.chance(0.5)
    ? String(random.int(1, 40))
    : `${random.int(0, 30)}.${random.int(100, 999)}`;
  const price = `${random.int(1, 4000)}.${String(random.int(0, 999_999)).padStart(6, '0').slice(0, places)}`;
  const amount = round(decimal(quantity).times(decimal(price)), places);
  const discount = random.chance(0.2) ? round(decimal(amount).times(decimal('0.1')), places) : null;
  const net = round(decimal(amount).minus(decimal(discount ?? '0')), places);
  const excise =
    plain || random.chance(0.8)
      ? []
      : [
          random.chance(0.5)
            ? makeTax('IEPS', 'Tasa', random.pick(['0.265000', '0.080000', '1.600000']), net, places)
            : makeTax('IEPS', 'Cuota', random.pick(['3.081800', '1.500000']), quantity, places),
        ];
  const base = round(sumOf([net, ...excise.map(({ amount: paid }) => paid ?? '0')].map(decimal)), places);
  const iva = random.chance(0.1)
    ? [makeTax('IVA', 'Exento', null, base, places)]
    : random.chance(0.95)
      ? [makeTax('IVA', 'Tasa', random.pick(['0.160000', '0.160000', '0.080000', '0.000000']), base, places)]
      : [];
  const withheld = random.chance(0.3)
    ? [
        makeTax('ISR', 'Tasa', random.pick(['0.100000', '0.012500']), net, places),
        makeTax('IVA', 'Tasa', random.pick(['0.106667', '0.040000', '0.053333']), net, places),
      ]
    : [];
  return {
    quantity,
    price,
    amount,
    discount,
    description: random.pick([
      'Servicio de asesoría',
      'Ñandú & Cía "B" <1>',
      'Café  con   espacios',
      'x|y',
      "d'oro",
    ]),
    transferred: [...excise, ...iva],
    withheld,
    customs: random.chance(0.1) ? '21  47  3807  8003832' : null,
    property: random.chance(0.1) ? '15956011002' : null,
    part: random.chance(0.1) ? 'Tornillo M4' : null,
  };
};

const taxRows = (element: Element, row: string, taxes: readonly TaxMade[]): readonly string[] =>
  taxes.length === 0
    ? []
    : [
        element(
          row === 'Traslado' ? 'Traslados' : 'Retenciones',
          {},
          taxes.map(({ base, code, factor, rate, amount }) =>
            element(row, {
              Base: base,
              Impuesto: code,
              TipoFactor: factor,
              TasaOCuota: rate,
              Importe: amount,
            }),
          ),
        ),
      ];

const writeLine = (element: Element, line: LineMade): string => {
  const taxed = line.transferred.length + line.withheld.length > 0;
  return element(
    'Concepto',
    {
      ClaveProdServ: '84111506',
      NoIdentificacion: 'A-1',
      Cantidad: line.quantity,
      ClaveUnidad: 'E48',
      Descripcion: line.description,
      ValorUnitario: line.price,
      Importe: line.amount,
      Descuento: line.discount,
      ObjetoImp: taxed ? '02' : '01',
    },
    [
      ...(taxed
        ? [
            element('Impuestos', {}, [
              ...taxRows(element, 'Traslado', line.transferred),
              ...taxRows(element, 'Retencion', line.withheld),
            ]),
          ]
        : []),
      ...(line.customs === null ? [] : [element('InformacionAduanera', { NumeroPedimento: line.customs })]),
      ...(line.property === null ? [] : [element('CuentaPredial', { Numero: line.property })]),
      ...(line.part === null
        ? []
        : [element('Parte', { ClaveProdServ: '31161500', Cantidad: '3', Descripcion: line.part })]),
    ],
  );
};

interface Sums {
  readonly transferred: readonly TaxMade[];
  readonly withheld: readonly TaxMade[];
}

const groupBy = (taxes: readonly TaxMade[], key: (tax: TaxMade) => string): readonly TaxMade[] => {
  const groups = [...new Set(taxes.map(key))].map((name) => taxes.filter((tax) => key(tax) === name));
  return groups.flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            base: round(sumOf([first, ...rest].map(({ base }) => decimal(base))), 2),
            amount:
              first.amount === null
                ? null
                : round(sumOf([first, ...rest].map(({ amount }) => decimal(amount ?? '0'))), 2),
          },
        ],
  );
};

const summarise = (lines: readonly LineMade[]): Sums => ({
  transferred: groupBy(
    lines.flatMap(({ transferred }) => transferred),
    ({ code, factor, rate }) => `${code}${factor}${rate}`,
  ),
  withheld: groupBy(
    lines.flatMap(({ withheld }) => withheld),
    ({ code }) => code,
  ),
});

const totalOf = (taxes: readonly TaxMade[]): string | null =>
  taxes.every(({ amount }) => amount === null)
    ? null
    : round(sumOf(taxes.map(({ amount }) => decimal(amount ?? '0'))), 2);

const writeLocal = (element: Element, { transferred, withheld }: Made['local']): readonly string[] =>
  transferred === null && withheld === null
    ? []
    : [
        element(
          'implocal:ImpuestosLocales',
          {
            'xmlns:implocal': 'http://www.sat.gob.mx/implocal',
            version: '1.0',
            TotaldeRetenciones: withheld ?? '0.00',
            TotaldeTraslados: transferred ?? '0.00',
          },
          [
            ...(withheld === null
              ? []
              : [
                  element('implocal:RetencionesLocales', {
                    ImpLocRetenido: '5 al millar',
                    TasadeRetencion: '0.50',
                    Importe: withheld,
                  }),
                ]),
            ...(transferred === null
              ? []
              : [
                  element('implocal:TrasladosLocales', {
                    ImpLocTrasladado: 'ISH',
                    TasadeTraslado: '3.00',
                    Importe: transferred,
                  }),
                ]),
          ],
        ),
      ];

export const ISSUER = 'PRO840423SG8';
export const RECEIVER = 'EKU9003173C9';

/** A document of type I, E, N or T. `plain` leaves out what only some companies have. */
/** Of credit notes some are for an advance. */
const relationOf = (type: string, uuid: string): string => (type === 'E' && uuid < '8' ? '07' : '01');

export const makeCfdi = (random: Random, signer: TestSigner): Made => {
  const type = random.pick(['I', 'I', 'I', 'I', 'E', 'E', 'N', 'T'] as const);
  const places = random.pick([2, 2, 6]);
  const prefix = random.pick(['cfdi', 'cfdi', 'c', 'ns0', '']);
  const element = writer(random, prefix);
  const lines = Array.from({ length: random.int(1, random.chance(0.05) ? 60 : 5) }, () =>
    makeLine(random, { places, plain: random.chance(0.6) }),
  );
  const [currency, rate] = random.pick([
    ['MXN', null],
    ['MXN', '1'],
    ['USD', '18.4523'],
    ['EUR', '21.051'],
  ] as const);
  const subtotal = round(sumOf(lines.map(({ amount }) => decimal(amount))), 2);
  const discount = lines.some((line) => line.discount !== null)
    ? round(sumOf(lines.map((line) => decimal(line.discount ?? '0'))), 2)
    : null;
  const sums = summarise(lines);
  const [tax, withheld] = [
    totalOf(sums.transferred),
    sums.withheld.length === 0 ? null : totalOf(sums.withheld),
  ];
  const local = {
    transferred: random.chance(0.15) ? round(decimal(subtotal).times(decimal('0.03')), 2) : null,
    withheld: random.chance(0.1) ? round(decimal(subtotal).times(decimal('0.005')), 2) : null,
  };
  const total = round(
    decimal(subtotal)
      .minus(decimal(discount ?? '0'))
      .plus(decimal(tax ?? '0'))
      .minus(decimal(withheld ?? '0'))
      .plus(decimal(local.transferred ?? '0'))
      .minus(decimal(local.withheld ?? '0')),
    2,
  );
  const uuid = uuidOf(random);
  const related = type === 'E' || random.chance(0.1) ? [uuidOf(random)] : [];
  const xml = element(
    'Comprobante',
    {
      [prefix === '' ? 'xmlns' : `xmlns:${prefix}`]: 'http://www.sat.gob.mx/cfd/4',
      Version: '4.0',
      Serie: 'A',
      Folio: String(random.int(1, 99_999)),
      Fecha: '2026-10-05T12:00:00',
      Sello: '@@SEAL@@',
      FormaPago: '99',
      NoCertificado: signer.certificateNumber,
      Certificado: signer.certificate,
      SubTotal: subtotal,
      Descuento: discount,
      Moneda: currency,
      TipoCambio: rate,
      Total: total,
      TipoDeComprobante: type,
      Exportacion: '01',
      MetodoPago: 'PPD',
      LugarExpedicion: '06470',
    },
    [
      ...related.map((each) =>
        element('CfdiRelacionados', { TipoRelacion: relationOf(type, each) }, [
          element('CfdiRelacionado', { UUID: each }),
        ]),
      ),
      element('Emisor', { Rfc: ISSUER, Nombre: 'PROVEEDORA Ñ', RegimenFiscal: '601' }),
      element('Receptor', {
        Rfc: RECEIVER,
        Nombre: 'ESCUELA KEMPER URGATE',
        DomicilioFiscalReceptor: '42501',
        RegimenFiscalReceptor: '601',
        UsoCFDI: type === 'E' ? 'G02' : 'G03',
      }),
      element(
        'Conceptos',
        {},
        lines.map((line) => writeLine(element, line)),
      ),
      ...(sums.transferred.length + sums.withheld.length === 0
        ? []
        : [
            element('Impuestos', { TotalImpuestosRetenidos: withheld, TotalImpuestosTrasladados: tax }, [
              ...(sums.withheld.length === 0
                ? []
                : [
                    element(
                      'Retenciones',
                      {},
                      sums.withheld.map(({ code, amount }) =>
                        element('Retencion', { Impuesto: code, Importe: amount }),
                      ),
                    ),
                  ]),
              ...taxRows(element, 'Traslado', sums.transferred),
            ]),
          ]),
      element('Complemento', {}, [...writeLocal(element, local), '@@STAMP@@']),
      ...(random.chance(0.1) ? [element('Addenda', {}, ['<Pedido xmlns="" numero="7">texto</Pedido>'])] : []),
    ],
  );
  const bytes = encode(random, sealAndStamp(xml, { signer, uuid, element }));
  return {
    type,
    uuid,
    currency,
    rate,
    lines,
    local,
    related,
    subtotal,
    discount,
    tax,
    withheld,
    total,
    bytes,
  };
};
