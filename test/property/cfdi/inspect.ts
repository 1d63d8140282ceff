// Reads a CFDI with another parser than the service's, and composes its cadena original once more.
import { XMLParser } from 'fast-xml-parser';

export type Attributes = Readonly<Record<string, string>>;
export interface Taxes {
  readonly transferred: readonly Attributes[];
  readonly withheld: readonly Attributes[];
}
export interface Line {
  readonly attributes: Attributes;
  readonly taxes: Taxes | null;
  readonly customs: readonly Attributes[];
  readonly property: readonly Attributes[];
}
export interface Inspected {
  readonly root: Attributes;
  readonly global: Attributes | null;
  readonly relations: readonly { readonly attributes: Attributes; readonly related: readonly Attributes[] }[];
  readonly issuer: Attributes;
  readonly receiver: Attributes;
  readonly lines: readonly Line[];
  readonly summary: (Taxes & { readonly attributes: Attributes }) | null;
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

const rowsIn = (node: Raw, group: string, name: string): readonly Attributes[] =>
  childrenOf(node, group).flatMap((rows) => childrenOf(rows, name).map(attributesOf));

const taxesIn = (node: Raw): Taxes => ({
  transferred: rowsIn(node, 'Traslados', 'Traslado'),
  withheld: rowsIn(node, 'Retenciones', 'Retencion'),
});

export const inspect = (xml: string): Inspected => {
  const root = (parser.parse(xml) as readonly Raw[]).find((node) => Object.hasOwn(node, 'cfdi:Comprobante'));
  if (root === undefined) throw new Error('no cfdi:Comprobante');
  const global = only(root, 'InformacionGlobal');
  const summary = only(root, 'Impuestos');
  const concepts = only(root, 'Conceptos');
  return {
    root: attributesOf(root),
    global: global === null ? null : attributesOf(global),
    relations: childrenOf(root, 'CfdiRelacionados').map((node) => ({
      attributes: attributesOf(node),
      related: childrenOf(node, 'CfdiRelacionado').map(attributesOf),
    })),
    issuer: attributesOf(only(root, 'Emisor')),
    receiver: attributesOf(only(root, 'Receptor')),
    lines: (concepts === null ? [] : childrenOf(concepts, 'Concepto')).map((line) => {
      const taxes = only(line, 'Impuestos');
      return {
        attributes: attributesOf(line),
        taxes: taxes === null ? null : taxesIn(taxes),
        customs: childrenOf(line, 'InformacionAduanera').map(attributesOf),
        property: childrenOf(line, 'CuentaPredial').map(attributesOf),
      };
    }),
    summary: summary === null ? null : { attributes: attributesOf(summary), ...taxesIn(summary) },
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
export const cadena = ({ root, global, relations, issuer, receiver, lines, summary }: Inspected): string => {
  const header =
    'Version Serie Folio Fecha FormaPago NoCertificado CondicionesDePago SubTotal Descuento Moneda TipoCambio Total ' +
    'TipoDeComprobante Exportacion MetodoPago LugarExpedicion Confirmacion';
  const parts = [
    ...take(root, header),
    ...(global === null ? [] : take(global, 'Periodicidad Meses Año')),
    ...relations.flatMap(({ attributes, related }) => [
      ...take(attributes, 'TipoRelacion'),
      ...related.flatMap((row) => take(row, 'UUID')),
    ]),
    ...take(issuer, 'Rfc Nombre RegimenFiscal FacAtrAdquirente'),
    ...take(
      receiver,
      'Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal NumRegIdTrib RegimenFiscalReceptor UsoCFDI',
    ),
    ...lines.flatMap(({ attributes, taxes, customs, property }) => [
      ...take(
        attributes,
        'ClaveProdServ NoIdentificacion Cantidad ClaveUnidad Unidad Descripcion ValorUnitario Importe Descuento ObjetoImp',
      ),
      ...(taxes?.transferred ?? []).flatMap((tax) => take(tax, TAX)),
      ...(taxes?.withheld ?? []).flatMap((tax) => take(tax, TAX)),
      ...customs.flatMap((row) => take(row, 'NumeroPedimento')),
      ...property.flatMap((row) => take(row, 'Numero')),
    ]),
    ...(summary?.withheld ?? []).flatMap((tax) => take(tax, 'Impuesto Importe')),
    ...take(summary?.attributes ?? {}, 'TotalImpuestosRetenidos'),
    ...(summary?.transferred ?? []).flatMap((tax) => take(tax, TAX)),
    ...take(summary?.attributes ?? {}, 'TotalImpuestosTrasladados'),
  ];
  return `||${parts.join('|')}||`;
};
