// An inspector of its own: it counts with integers what the rules ask for, and shares no line with the builder or the
// checks of the service.
import assert from 'node:assert/strict';
import { invoiceUsesOf } from './catalogue.ts';
import { type Attributes, inspect, type Inspected, type Line, type Taxes } from './inspect.ts';

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

const IEPS_RATES = [
  '0.265000 0.300000 0.530000 0.500000 1.600000 0.304000 0.250000',
  '0.090000 0.080000 0.070000 0.060000 0.030000 0.000000',
]
  .join(' ')
  .split(' ');

/** c_TasaOCuota as the law prints it. */
const assertTransferredRate = ({ Impuesto, TipoFactor, TasaOCuota = '' }: Attributes): void => {
  if (Impuesto === '002') assert.match(TasaOCuota, /^0\.(16|08|00)0000$/, 'CFDI40179');
  else if (TipoFactor === 'Tasa') assert.ok(IEPS_RATES.includes(TasaOCuota), `CFDI40179: ${TasaOCuota}`);
  else assert.ok(Impuesto === '003' && scaled(TasaOCuota, 6) <= 72_160_500n, `CFDI40179: ${TasaOCuota}`);
};

const assertAmount = (rule: string, tax: Attributes): void => {
  const rate = scaled(tax['TasaOCuota'], 6);
  assertBetween(rule, tax['Importe'], low(tax['Base']) * rate, high(tax['Base']) * rate, FINE + 6);
};

/** The bases by the law: IVA on what is paid and the IEPS within it, ISR and IEPS by rate on what is paid. */
const checkTaxes = (net: bigint, { transferred, withheld }: Taxes): void => {
  const excise = sum(
    transferred.filter(({ Impuesto }) => Impuesto === '003').map((tax) => scaled(tax['Importe'], 6)),
  );
  const baseOf = (tax: Attributes): bigint => net + (tax['Impuesto'] === '002' ? excise : 0n);
  for (const tax of transferred) {
    assert.ok(scaled(tax['Base'], 6) > 0n, 'CFDI40174');
    if (tax['TipoFactor'] !== 'Cuota') assert.equal(scaled(tax['Base'], 6), baseOf(tax));
    assert.notEqual(tax['Impuesto'], '001', 'CFDI40175');
    if (tax['TipoFactor'] === 'Exento') {
      assert.deepEqual([tax['TasaOCuota'], tax['Importe']], [undefined, undefined], 'CFDI40177');
      continue;
    }
    assertTransferredRate(tax);
    assertAmount('CFDI40180', tax);
  }
  for (const tax of withheld) {
    assert.equal(scaled(tax['Base'], 6), baseOf(tax), 'CFDI40181');
    assert.equal(tax['TipoFactor'], 'Tasa', 'CFDI40184');
    assert.ok(scaled(tax['TasaOCuota'], 6) <= (tax['Impuesto'] === '001' ? 350_000n : 160_000n), 'CFDI40185');
    assertAmount('CFDI40186', tax);
  }
};

/** CFDI40171 to 40173, and what the newer objects show. */
const checkObject = (object: string, taxes: Taxes | null): void => {
  const kinds = [
    ...(taxes?.transferred ?? []).map(({ Impuesto }) => `T${Impuesto}`),
    ...(taxes?.withheld ?? []).map(({ Impuesto }) => `R${Impuesto}`),
  ];
  if (taxes !== null) assert.ok(kinds.length > 0, 'CFDI40173');
  if (object === '02') assert.ok(kinds.includes('T002'), 'CFDI40171');
  else if (object === '07') assert.ok(kinds.includes('T003') && !/.002/.test(kinds.join(' ')));
  else if (object === '06' || object === '08') assert.ok(kinds.every((kind) => kind === 'R001'));
  else assert.equal(taxes, null, 'CFDI40172');
};

const checkLine = ({ attributes: line, taxes, customs }: Line): void => {
  const { Cantidad, ValorUnitario, Importe, Descuento, ObjetoImp = '' } = line;
  assertBetween(
    'CFDI40167',
    Importe,
    low(Cantidad) * low(ValorUnitario),
    high(Cantidad) * high(ValorUnitario),
    26,
  );
  assert.ok(scaled(ValorUnitario, 6) > 0n, 'CFDI40166');
  if (Descuento !== undefined) {
    assert.ok(decimalsIn(Descuento) <= decimalsIn(Importe ?? ''), 'CFDI40168');
    assert.ok(scaled(Descuento, 6) <= scaled(Importe, 6), 'CFDI40169');
  }
  checkObject(ObjetoImp, taxes);
  if (taxes !== null) checkTaxes(scaled(Importe, 6) - scaled(Descuento ?? '0', 6), taxes);
  for (const { NumeroPedimento = '' } of customs)
    assert.match(NumeroPedimento, /^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/, 'CFDI40194');
};

const DIGITS: Readonly<Record<string, number>> = { MXN: 2, USD: 2, EUR: 2, JPY: 0 };

interface Group {
  base: bigint;
  amount: bigint;
}

/** The sums of the lines by key, in order of first appearance. */
const groupBy = (taxes: readonly Attributes[], keyOf: (tax: Attributes) => string) => {
  const groups = new Map<string, Group>();
  for (const tax of taxes) {
    const group = groups.get(keyOf(tax)) ?? { base: 0n, amount: 0n };
    group.base += scaled(tax['Base'], 6);
    group.amount += scaled(tax['Importe'] ?? '0', 6);
    groups.set(keyOf(tax), group);
  }
  return groups;
};

const transferredKey = ({ Impuesto, TipoFactor, TasaOCuota }: Attributes): string =>
  `${Impuesto} ${TipoFactor} ${TasaOCuota}`;

const checkSums = ({ root, lines, summary }: Inspected): void => {
  const digits = DIGITS[root['Moneda'] ?? ''] ?? -1;
  const header = (text: string | undefined): bigint => scaled(text, digits);
  const total = (values: readonly bigint[]): bigint => rounded(sum(values), 6, digits);
  const subtotal = total(lines.map((line) => scaled(line.attributes['Importe'], 6)));
  assert.equal(header(root['SubTotal']), subtotal, 'CFDI40108');
  const discounts = lines.flatMap(({ attributes: { Descuento } }) => Descuento ?? []);
  assert.equal(root['Descuento'] !== undefined, discounts.length > 0, 'CFDI40111');
  const discount = header(root['Descuento'] ?? '0');
  assert.equal(discount, total(discounts.map((text) => scaled(text, 6))), 'CFDI40111');
  assert.ok(discount <= subtotal, 'CFDI40110');

  const passedOn = groupBy(
    lines.flatMap((line) => line.taxes?.transferred ?? []),
    transferredKey,
  );
  const retained = groupBy(
    lines.flatMap((line) => line.taxes?.withheld ?? []),
    ({ Impuesto }) => Impuesto ?? '',
  );
  assert.equal(summary === null, passedOn.size + retained.size === 0);
  assert.deepEqual(
    (summary?.transferred ?? []).map((row) => [
      transferredKey(row),
      header(row['Base']),
      row['TipoFactor'] === 'Exento' ? row['Importe'] : header(row['Importe']),
    ]),
    [...passedOn].map(([key, { base, amount }]) => [
      key,
      total([base]),
      key.includes('Exento') ? undefined : total([amount]),
    ]),
    'CFDI40213 to 40221',
  );
  assert.deepEqual(
    (summary?.withheld ?? []).map((row) => [Object.keys(row), row['Impuesto'], header(row['Importe'])]),
    [...retained].map(([key, { amount }]) => [['Impuesto', 'Importe'], key, total([amount])]),
    'CFDI40208, 40211',
  );
  const { TotalImpuestosTrasladados: tax, TotalImpuestosRetenidos: withheld } = summary?.attributes ?? {};
  const isCaused = [...passedOn.keys()].some((key) => !key.includes('Exento'));
  assert.equal(tax !== undefined, isCaused, 'CFDI40212');
  assert.equal(withheld !== undefined, retained.size > 0, 'CFDI40206, 40209');
  const sumRows = (rows: readonly Attributes[]): bigint =>
    sum(rows.map((row) => header(row['Importe'] ?? '0')));
  assert.equal(header(tax ?? '0'), sumRows(summary?.transferred ?? []), 'CFDI40205');
  assert.equal(header(withheld ?? '0'), sumRows(summary?.withheld ?? []), 'CFDI40203');
  assert.equal(
    header(root['Total']),
    subtotal - discount + header(tax ?? '0') - header(withheld ?? '0'),
    'CFDI40119',
  );
};

const checkReceiver = ({ root, receiver, global }: Inspected): void => {
  const { Rfc, Nombre = '', RegimenFiscalReceptor = '', UsoCFDI = '', DomicilioFiscalReceptor } = receiver;
  const isGeneric = Rfc === 'XAXX010101000' || Rfc === 'XEXX010101000';
  if (isGeneric) {
    assert.deepEqual([RegimenFiscalReceptor, UsoCFDI], ['616', 'S01']);
    assert.equal(DomicilioFiscalReceptor, root['LugarExpedicion'], 'CFDI40149');
  }
  assert.ok(invoiceUsesOf(RegimenFiscalReceptor, Rfc?.length === 12).has(UsoCFDI), `CFDI40161: ${UsoCFDI}`);
  const isPublic = Rfc === 'XAXX010101000' && Nombre === 'PUBLICO EN GENERAL';
  assert.equal(global !== null, isPublic && root['TipoDeComprobante'] === 'I', 'CFDI40130');
  assert.equal(Nombre, Nombre.toUpperCase());
  assert.ok(
    receiver['NumRegIdTrib'] === undefined || receiver['ResidenciaFiscal'] !== undefined,
    'CFDI40153',
  );
  assert.ok(receiver['ResidenciaFiscal'] === undefined || Rfc === 'XEXX010101000', 'CFDI40151');
  assert.notEqual(receiver['ResidenciaFiscal'], 'MEX', 'CFDI40152');
};

const checkGlobal = ({ root, issuer, global }: Inspected): void => {
  if (global === null) return;
  const { Periodicidad = '', Meses = '', Año } = global;
  assert.match(Periodicidad, /^0[1-5]$/, 'CFDI40131');
  if (Periodicidad === '05') assert.equal(issuer['RegimenFiscal'], '621', 'CFDI40132');
  assert.match(Meses, Periodicidad === '05' ? /^1[3-8]$/ : /^(0[1-9]|1[0-2])$/, 'CFDI40133 to 40135');
  assert.equal(Año, root['Fecha']?.slice(0, 4), 'CFDI40136');
  if (Periodicidad === '01') assert.equal(Meses, root['Fecha']?.slice(5, 7));
};

/** Types I and E and how they may be related. */
const checkType = ({ root, receiver, relations }: Inspected): void => {
  const types = relations.map(({ attributes }) => attributes['TipoRelacion']);
  assert.equal(new Set(types).size, types.length, 'one CfdiRelacionados for each type');
  for (const { related } of relations) assert.ok(related.length > 0);
  if (root['TipoDeComprobante'] === 'I') {
    assert.ok(types.every((type) => type === '04' || type === '07'));
    return;
  }
  assert.equal(root['TipoDeComprobante'], 'E');
  assert.equal(root['MetodoPago'], 'PUE');
  assert.ok(types.includes('01') || types.includes('03'));
  assert.ok(['G02', 'S01'].includes(receiver['UsoCFDI'] ?? ''));
};

const checkHeader = ({ root }: Inspected): void => {
  assert.match(root['Fecha'] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'CFDI40101');
  assert.equal(root['TipoCambio'] === undefined, root['Moneda'] === 'MXN', 'CFDI40114, 40115');
  if (root['MetodoPago'] === 'PPD') assert.equal(root['FormaPago'], '99', 'CFDI40105');
};

/** White space of a value is single but in customs numbers, and there is no `|`, no empty value and no character outside XML 1.0. */
const checkTexts = (xml: string): void => {
  for (const [, name = '', value = ''] of xml.matchAll(/ ([\w:ñ]+)="([^"]*)"/g)) {
    if (name === 'NumeroPedimento') continue;
    assert.doesNotMatch(value, /^$|^ | $| {2}|\||[\t\n\r]/, `${name}="${value}"`);
    // oxlint-disable-next-line no-control-regex -- it looks for controls
    assert.doesNotMatch(value, /[\u0000-\u001f]/);
  }
};

export const verifyCfdi = (xml: string): Inspected => {
  const cfdi = inspect(xml);
  checkTexts(xml);
  checkHeader(cfdi);
  checkType(cfdi);
  checkReceiver(cfdi);
  checkGlobal(cfdi);
  for (const line of cfdi.lines) checkLine(line);
  checkSums(cfdi);
  return cfdi;
};
