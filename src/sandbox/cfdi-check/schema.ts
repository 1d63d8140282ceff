// The form of a CFDI by the SAT's cfdv40.xsd: elements and attributes, their order and the form of values. A PAC answers
// 301 to a breach. Catalogues are left to the rules of the matrix, which say more.
import type { XmlNode } from '../../einvoicing/xml/read.ts';
import { countCharacters } from '../../einvoicing/mx-cfdi/text.ts';
import type { Breach } from './rule.ts';

interface AttributeForm {
  readonly required: boolean;
  /** Why a value is malformed, or null. */
  readonly fault: (value: string) => string | null;
}

export interface ElementForm {
  readonly attributes: Readonly<Record<string, AttributeForm>>;
  /** In the order of the sequence. */
  readonly children: readonly ChildForm[];
  /** Extensions of the SAT, which are not checked here. */
  readonly isOpen?: true;
}

interface ChildForm {
  readonly name: string;
  readonly min: 0 | 1;
  readonly max: 1 | 'many';
  readonly form: ElementForm;
}

export const matching =
  (pattern: RegExp, what: string): AttributeForm['fault'] =>
  (value) =>
    pattern.test(value) ? null : `is not ${what}`;

/** `[^|]{1,n}`, white space collapsed. */
export const textTo =
  (max: number): AttributeForm['fault'] =>
  (value) => {
    const collapsed = value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
    if (collapsed === '') return 'is empty';
    if (collapsed.includes('|')) return 'contains the character |';
    return countCharacters(collapsed) > max ? `has more than ${max} characters` : null;
  };

export const AMOUNT = matching(/^\d{1,18}(?:\.\d{1,6})?$/, 'an amount with at most 6 decimals');
const POSITIVE = matching(
  /^(?=.*[1-9])\d{1,18}(?:\.\d{1,6})?$/,
  'a number above zero with at most 6 decimals',
);
export const CODE = matching(/^[^\s|]+$/, 'a code');
const BASE64 = matching(/^[A-Za-z0-9+/]+={0,2}$/, 'base64');
const TEN_DIGITS = matching(/^\d{10}$/, 'a number of 10 digits');
const RFC = matching(
  /^[A-Z&Ñ]{3,4}\d{2}(?:0[1-9]|1[012])(?:0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/u,
  'an RFC',
);
const POSTAL_CODE = matching(/^\d{5}$/, 'a postal code of 5 digits');
const PEDIMENTO = matching(/^\d{2} {2}\d{2} {2}\d{4} {2}\d{7}$/, 'a customs document number');
export const UUID = matching(/^[a-f0-9A-F]{8}(?:-[a-f0-9A-F]{4}){3}-[a-f0-9A-F]{12}$/, 'a UUID');

export const required = (fault: AttributeForm['fault']): AttributeForm => ({ required: true, fault });
export const optional = (fault: AttributeForm['fault']): AttributeForm => ({ required: false, fault });

export const one = (name: string, form: ElementForm): ChildForm => ({ name, min: 1, max: 1, form });
export const maybe = (name: string, form: ElementForm): ChildForm => ({ name, min: 0, max: 1, form });
export const some = (name: string, form: ElementForm): ChildForm => ({ name, min: 1, max: 'many', form });
const any = (name: string, form: ElementForm): ChildForm => ({ name, min: 0, max: 'many', form });

export const leaf = (attributes: ElementForm['attributes']): ElementForm => ({ attributes, children: [] });
export const holder = (...children: readonly ChildForm[]): ElementForm => ({ attributes: {}, children });
const OPEN: ElementForm = { attributes: {}, children: [], isOpen: true };

const TRANSFERRED = (base: AttributeForm['fault']): ElementForm =>
  leaf({
    Base: required(base),
    Impuesto: required(CODE),
    TipoFactor: required(CODE),
    TasaOCuota: optional(AMOUNT),
    Importe: optional(AMOUNT),
  });

const LINE_WITHHELD = leaf({
  Base: required(POSITIVE),
  Impuesto: required(CODE),
  TipoFactor: required(CODE),
  TasaOCuota: required(AMOUNT),
  Importe: required(AMOUNT),
});

const CUSTOMS = any('InformacionAduanera', leaf({ NumeroPedimento: required(PEDIMENTO) }));

const PART: ElementForm = {
  attributes: {
    ClaveProdServ: required(CODE),
    NoIdentificacion: optional(textTo(100)),
    Cantidad: required(POSITIVE),
    Unidad: optional(textTo(20)),
    Descripcion: required(textTo(1000)),
    ValorUnitario: optional(AMOUNT),
    Importe: optional(AMOUNT),
  },
  children: [CUSTOMS],
};

const CONCEPT: ElementForm = {
  attributes: {
    ClaveProdServ: required(CODE),
    NoIdentificacion: optional(textTo(100)),
    Cantidad: required(POSITIVE),
    ClaveUnidad: required(CODE),
    Unidad: optional(textTo(20)),
    Descripcion: required(textTo(1000)),
    ValorUnitario: required(AMOUNT),
    Importe: required(AMOUNT),
    Descuento: optional(AMOUNT),
    ObjetoImp: required(CODE),
  },
  children: [
    maybe(
      'Impuestos',
      holder(
        maybe('Traslados', holder(some('Traslado', TRANSFERRED(POSITIVE)))),
        maybe('Retenciones', holder(some('Retencion', LINE_WITHHELD))),
      ),
    ),
    maybe(
      'ACuentaTerceros',
      leaf({
        RfcACuentaTerceros: required(RFC),
        NombreACuentaTerceros: required(textTo(300)),
        RegimenFiscalACuentaTerceros: required(CODE),
        DomicilioFiscalACuentaTerceros: required(POSTAL_CODE),
      }),
    ),
    CUSTOMS,
    any('CuentaPredial', leaf({ Numero: required(matching(/^[0-9a-zA-Z]{1,150}$/, 'letters and digits')) })),
    maybe('ComplementoConcepto', OPEN),
    any('Parte', PART),
  ],
};

const PARTIES: readonly ChildForm[] = [
  one(
    'Emisor',
    leaf({
      Rfc: required(RFC),
      Nombre: required(textTo(300)),
      RegimenFiscal: required(CODE),
      FacAtrAdquirente: optional(TEN_DIGITS),
    }),
  ),
  one(
    'Receptor',
    leaf({
      Rfc: required(RFC),
      Nombre: required(textTo(300)),
      DomicilioFiscalReceptor: required(POSTAL_CODE),
      ResidenciaFiscal: optional(CODE),
      NumRegIdTrib: optional(textTo(40)),
      RegimenFiscalReceptor: required(CODE),
      UsoCFDI: required(CODE),
    }),
  ),
];

const SUMMARY: ElementForm = {
  attributes: { TotalImpuestosRetenidos: optional(AMOUNT), TotalImpuestosTrasladados: optional(AMOUNT) },
  children: [
    maybe(
      'Retenciones',
      holder(some('Retencion', leaf({ Impuesto: required(CODE), Importe: required(AMOUNT) }))),
    ),
    maybe('Traslados', holder(some('Traslado', TRANSFERRED(AMOUNT)))),
  ],
};

const COMPROBANTE: ElementForm = {
  attributes: {
    Version: required(matching(/^4\.0$/, 'the version 4.0')),
    Serie: optional(textTo(25)),
    Folio: optional(textTo(40)),
    Fecha: required(CODE),
    Sello: required(BASE64),
    FormaPago: optional(CODE),
    NoCertificado: required(matching(/^\d{20}$/, 'a number of 20 digits')),
    Certificado: required(BASE64),
    CondicionesDePago: optional(textTo(1000)),
    SubTotal: required(AMOUNT),
    Descuento: optional(AMOUNT),
    Moneda: required(CODE),
    TipoCambio: optional(POSITIVE),
    Total: required(AMOUNT),
    TipoDeComprobante: required(CODE),
    Exportacion: required(CODE),
    MetodoPago: optional(CODE),
    LugarExpedicion: required(CODE),
    Confirmacion: optional(matching(/^[0-9a-zA-Z]{5}$/, 'a confirmation of 5 characters')),
  },
  children: [
    maybe(
      'InformacionGlobal',
      leaf({
        Periodicidad: required(CODE),
        Meses: required(CODE),
        Año: required(matching(/^(?:2019|20[2-9]\d|2[1-9]\d{2})$/, 'a year')),
      }),
    ),
    any('CfdiRelacionados', {
      attributes: { TipoRelacion: required(CODE) },
      children: [some('CfdiRelacionado', leaf({ UUID: required(UUID) }))],
    }),
    ...PARTIES,
    one('Conceptos', holder(some('Concepto', CONCEPT))),
    maybe('Impuestos', SUMMARY),
    maybe('Complemento', OPEN),
    maybe('Addenda', OPEN),
  ],
};

const NAMESPACE = 'http://www.sat.gob.mx/cfd/4';

/** Namespace declarations and schema hints, which any element may have. */
const isAside = (name: string): boolean => name === 'xmlns' || /^(?:xmlns|xsi):/.test(name);

const attributeFaults = (node: XmlNode, form: ElementForm, path: string): readonly Breach[] => {
  const forms = Object.entries(form.attributes);
  const listed = forms.flatMap(([name, { required: isRequired, fault }]): readonly Breach[] => {
    const value = node.attributes.get(name);
    if (value === undefined) {
      return isRequired ? [{ path: `${path}@${name}`, message: `${name} is missing.` }] : [];
    }
    const reason = fault(value);
    return reason === null ? [] : [{ path: `${path}@${name}`, message: `${name} ${reason}.` }];
  });
  const unknown = [...node.attributes.keys()].filter(
    (name) => !isAside(name) && !Object.hasOwn(form.attributes, name),
  );
  return [
    ...listed,
    ...unknown.map((name) => ({ path: `${path}@${name}`, message: `There is no ${name} here.` })),
  ];
};

/** Elements of one schema share their prefix. */
const prefixOf = ({ name }: XmlNode): string => name.slice(0, name.indexOf(':') + 1);

const childFaults = (node: XmlNode, form: ElementForm, path: string): readonly Breach[] => {
  const prefix = prefixOf(node);
  const order = form.children.map(({ name }) => prefix + name);
  const places = node.children.map(({ name }) => order.indexOf(name));
  const stray = node.children.filter((_, index) => places[index] === -1);
  const isOrdered = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
  const counts = form.children.flatMap(({ name, min, max }): readonly Breach[] => {
    const count = node.children.filter((child) => child.name === prefix + name).length;
    if (count < min) return [{ path: path + name, message: `${name} is missing.` }];
    return max === 1 && count > 1 ? [{ path: path + name, message: `There is more than one ${name}.` }] : [];
  });
  return [
    ...stray.map(({ name }) => ({ path: path + name, message: `There is no element ${name} here.` })),
    ...(stray.length === 0 && !isOrdered
      ? [{ path, message: 'The elements are not in the order of the schema.' }]
      : []),
    ...(node.text.trim() === '' ? [] : [{ path, message: 'There is text between the elements.' }]),
    ...counts,
  ];
};

export const checkElement = (node: XmlNode, form: ElementForm, path: string): readonly Breach[] => {
  if (form.isOpen === true) return [];
  const below = form.children.flatMap(({ name, max, form: child }) =>
    node.children
      .filter((each) => each.name === prefixOf(node) + name)
      .flatMap((each, index) =>
        checkElement(each, child, `${path}${name}${max === 'many' ? `[${index + 1}]` : ''}/`),
      ),
  );
  return [...attributeFaults(node, form, path), ...childFaults(node, form, path), ...below];
};

/** Where a document breaks the schema. */
export const schemaBreaches = (root: XmlNode): readonly Breach[] => {
  if (root.name !== 'cfdi:Comprobante' || root.attributes.get('xmlns:cfdi') !== NAMESPACE) {
    return [{ path: '/', message: `The document is no cfdi:Comprobante of ${NAMESPACE}.` }];
  }
  return checkElement(root, COMPROBANTE, '');
};
