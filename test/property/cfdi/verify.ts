// An inspector of its own: it reads a CFDI with another parser and counts with integers, and shares no line with the
// builder or the checks of the service.
import assert from 'node:assert/strict';
import { XMLParser } from 'fast-xml-parser';
import { usesOf } from './catalogue.ts';

type Attributes = Readonly<Record<string, string>>;
interface Tax {
  readonly attributes: Attributes;
}
interface Line {
  readonly attributes: Attributes;
  readonly taxes: readonly Tax[] | null;
}
export interface Inspected {
  readonly root: Attributes;
  readonly global: Attributes | null;
  readonly issuer: Attributes;
  readonly receiver: Attributes;
  readonly lines: readonly Line[];
  readonly summary: { readonly attributes: Attributes; readonly taxes: readonly Tax[] } | null;
}

interface Raw {
  readonly ':@'?: Attributes;
  readonly [name: string]: unknown;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  trimValues: false,
});

const childrenOf = (node: Raw, name: string): readonly Raw[] =>
  ((Object.entries(node).find(([key]) => key !== ':@')?.[1] ?? []) as readonly Raw[]).filter((child) =>
    Object.hasOwn(child, `cfdi:${name}`),
  );
const only = (node: Raw, name: string): Raw | null => childrenOf(node, name)[0] ?? null;
const attributesOf = (node: Raw | null): Attributes => node?.[':@'] ?? {};

const taxesIn = (node: Raw): readonly Tax[] =>
  childrenOf(node, 'Traslados').flatMap((group) =>
    childrenOf(group, 'Traslado').map((tax) => ({ attributes: attributesOf(tax) })),
  );

export const inspect = (xml: string): Inspected => {
  const root = (parser.parse(xml) as readonly Raw[]).find((node) => Object.hasOwn(node, 'cfdi:Comprobante'));
  if (root === undefined) throw new Error('no cfdi:Comprobante');
  const global = only(root, 'InformacionGlobal');
  const summary = only(root, 'Impuestos');
  const concepts = only(root, 'Conceptos');
  return {
    root: attributesOf(root),
    global: global === null ? null : attributesOf(global),
    issuer: attributesOf(only(root, 'Emisor')),
    receiver: attributesOf(only(root, 'Receptor')),
    lines: (concepts === null ? [] : childrenOf(concepts, 'Concepto')).map((line) => {
      const taxes = only(line, 'Impuestos');
      return { attributes: attributesOf(line), taxes: taxes === null ? null : taxesIn(taxes) };
    }),
    summary: summary === null ? null : { attributes: attributesOf(summary), taxes: taxesIn(summary) },
  };
};

const take = (from: Attributes, names: string): string[] =>
  names
    .split(' ')
    .map((name) => from[name])
    .filter((value) => value !== undefined)
    .map((value) => value.trim().replace(/\s+/g, ' '));

const TAX = 'Base Impuesto TipoFactor TasaOCuota Importe';

/** The cadena original, once more. */
export const cadena = ({ root, global, issuer, receiver, lines, summary }: Inspected): string => {
  const header =
    'Version Serie Folio Fecha FormaPago NoCertificado CondicionesDePago SubTotal Descuento Moneda TipoCambio Total ' +
    'TipoDeComprobante Exportacion MetodoPago LugarExpedicion Confirmacion';
  const parts = [
    ...take(root, header),
    ...(global === null ? [] : take(global, 'Periodicidad Meses Año')),
    ...take(issuer, 'Rfc Nombre RegimenFiscal FacAtrAdquirente'),
    ...take(
      receiver,
      'Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal NumRegIdTrib RegimenFiscalReceptor UsoCFDI',
    ),
    ...lines.flatMap(({ attributes, taxes }) => [
      ...take(
        attributes,
        'ClaveProdServ NoIdentificacion Cantidad ClaveUnidad Unidad Descripcion ValorUnitario Importe Descuento ObjetoImp',
      ),
      ...(taxes ?? []).flatMap((tax) => take(tax.attributes, TAX)),
    ]),
    ...(summary?.taxes ?? []).flatMap((tax) => take(tax.attributes, TAX)),
    ...take(summary?.attributes ?? {}, 'TotalImpuestosTrasladados'),
  ];
  return `||${parts.join('|')}||`;
};

const power = (places: number): bigint => 10n ** BigInt(places);
const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

/** As an integer with this many places. */
const scaled = (text: string | undefined, places: number): bigint => {
  assert.match(text ?? 'nothing', /^\d{1,18}(\.\d{1,6})?$/);
  const [whole = '0', fraction = ''] = (text ?? '').split('.');
  assert.ok(fraction.length <= places, `${text} has more than ${places} decimals`);
  return BigInt(whole + fraction.padEnd(places, '0'));
};

const rounded = (value: bigint, from: number, to: number): bigint => {
  const unit = power(from - to);
  return (value + unit / 2n) / unit;
};
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** 13 places hold half a unit of six decimals and the SAT's 1e-12. */
const FINE = 13;
const EDGE = 10n;
const low = (text: string | undefined): bigint =>
  scaled(text, FINE) - 5n * power(FINE - 1 - decimalsIn(text ?? ''));
const high = (text: string | undefined): bigint =>
  scaled(text, FINE) + 5n * power(FINE - 1 - decimalsIn(text ?? '')) - EDGE;

const assertBetween = (
  rule: string,
  text: string | undefined,
  from: bigint,
  to: bigint,
  places: number,
): void => {
  const written = decimalsIn(text ?? '');
  const unit = power(places - written);
  const value = scaled(text, written);
  assert.ok(from / unit <= value && value <= (to + unit - 1n) / unit, `${rule}: ${text}`);
};

const checkLine = ({ attributes: line, taxes }: Line): void => {
  const { Cantidad, ValorUnitario, Importe, ObjetoImp } = line;
  assertBetween(
    'CFDI40167',
    Importe,
    low(Cantidad) * low(ValorUnitario),
    high(Cantidad) * high(ValorUnitario),
    26,
  );
  assert.ok(scaled(ValorUnitario, 6) > 0n, 'CFDI40166');
  assert.equal(taxes !== null, ObjetoImp === '02', 'CFDI40171, 40172');
  for (const { attributes: tax } of taxes ?? []) {
    const rate = scaled(tax['TasaOCuota'], 6);
    assert.equal(tax['Base'], Importe);
    assert.ok(scaled(tax['Base'], 6) > 0n, 'CFDI40174');
    assert.match(tax['TasaOCuota'] ?? '', /^0\.(16|08|00)0000$/, 'CFDI40179');
    assertBetween('CFDI40180', tax['Importe'], low(tax['Base']) * rate, high(tax['Base']) * rate, FINE + 6);
  }
};

const DIGITS: Readonly<Record<string, number>> = { MXN: 2, USD: 2, EUR: 2, JPY: 0 };

const checkSums = ({ root, lines, summary }: Inspected): void => {
  const digits = DIGITS[root['Moneda'] ?? ''] ?? -1;
  const header = (text: string | undefined): bigint => scaled(text, digits);
  const subtotal = sum(lines.map((line) => scaled(line.attributes['Importe'], 6)));
  assert.equal(header(root['SubTotal']), rounded(subtotal, 6, digits), 'CFDI40108');
  const groups = new Map<string, { base: bigint; amount: bigint }>();
  for (const { attributes: tax } of lines.flatMap((line) => line.taxes ?? [])) {
    const key = `${tax['Impuesto']} ${tax['TipoFactor']} ${tax['TasaOCuota']}`;
    const group = groups.get(key) ?? { base: 0n, amount: 0n };
    group.base += scaled(tax['Base'], 6);
    group.amount += scaled(tax['Importe'], 6);
    groups.set(key, group);
  }
  const rows = (summary?.taxes ?? []).map(({ attributes: tax }) => [
    `${tax['Impuesto']} ${tax['TipoFactor']} ${tax['TasaOCuota']}`,
    header(tax['Base']),
    header(tax['Importe']),
  ]);
  const wanted = [...groups].map(([key, group]) => [
    key,
    rounded(group.base, 6, digits),
    rounded(group.amount, 6, digits),
  ]);
  assert.deepEqual(rows, wanted, 'CFDI40213 to 40221');
  assert.equal(summary === null, groups.size === 0);
  const tax = summary === null ? 0n : header(summary.attributes['TotalImpuestosTrasladados']);
  assert.equal(
    tax,
    sum((summary?.taxes ?? []).map(({ attributes }) => header(attributes['Importe']))),
    'CFDI40205',
  );
  assert.equal(header(root['Total']), header(root['SubTotal']) + tax, 'CFDI40119');
};

const checkReceiver = ({ root, receiver, global }: Inspected): void => {
  const { Rfc, Nombre = '', RegimenFiscalReceptor = '', UsoCFDI = '', DomicilioFiscalReceptor } = receiver;
  const isGeneric = Rfc === 'XAXX010101000' || Rfc === 'XEXX010101000';
  if (isGeneric) {
    assert.deepEqual([RegimenFiscalReceptor, UsoCFDI], ['616', 'S01']);
    assert.equal(DomicilioFiscalReceptor, root['LugarExpedicion'], 'CFDI40149');
  }
  assert.ok(usesOf(RegimenFiscalReceptor, Rfc?.length === 12).has(UsoCFDI), `CFDI40161: ${UsoCFDI}`);
  assert.equal(global !== null, Rfc === 'XAXX010101000' && Nombre === 'PUBLICO EN GENERAL', 'CFDI40130');
  assert.deepEqual(
    global === null ? [] : [global['Meses'], global['Año']],
    global === null ? [] : [root['Fecha']?.slice(5, 7), root['Fecha']?.slice(0, 4)],
  );
  assert.equal(Nombre, Nombre.toUpperCase());
  assert.ok(
    receiver['NumRegIdTrib'] === undefined || receiver['ResidenciaFiscal'] !== undefined,
    'CFDI40153',
  );
  assert.ok(receiver['ResidenciaFiscal'] === undefined || Rfc === 'XEXX010101000', 'CFDI40151');
  assert.notEqual(receiver['ResidenciaFiscal'], 'MEX', 'CFDI40152');
};

const checkHeader = ({ root }: Inspected): void => {
  assert.match(root['Fecha'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'CFDI40101');
  assert.equal(root['TipoCambio'] === undefined, root['Moneda'] === 'MXN', 'CFDI40114, 40115');
  if (root['MetodoPago'] === 'PPD') assert.equal(root['FormaPago'], '99', 'CFDI40105');
};

/** White space of a value is single, and there is no `|`, no empty value and no character outside XML 1.0. */
const checkTexts = (xml: string): void => {
  for (const [, name = '', value = ''] of xml.matchAll(/ ([\w:ñ]+)="([^"]*)"/g)) {
    assert.doesNotMatch(value, /^$|^ | $| {2}|\||[\t\n\r]/, `${name}="${value}"`);
    // oxlint-disable-next-line no-control-regex -- it looks for controls
    assert.doesNotMatch(value, /[\u0000-\u001f]/);
  }
};

export const verifyCfdi = (xml: string): Inspected => {
  const cfdi = inspect(xml);
  checkTexts(xml);
  checkHeader(cfdi);
  checkReceiver(cfdi);
  for (const line of cfdi.lines) checkLine(line);
  checkSums(cfdi);
  return cfdi;
};
