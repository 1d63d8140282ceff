// Texts of the SAT's codes.
import { createRequire } from 'node:module';
import { findAnyUnit } from '../../einvoicing/mx-cfdi/catalogs/units.ts';

interface Entry {
  readonly id: string;
  readonly texto: string;
}

const CATALOGUES = {
  regime: 'cfdi_40_regimenes_fiscales',
  use: 'cfdi_40_usos_cfdi',
  form: 'cfdi_40_formas_pago',
  method: 'cfdi_40_metodos_pago',
  type: 'cfdi_40_tipos_comprobantes',
  export: 'cfdi_40_exportaciones',
  object: 'cfdi_40_objetos_impuestos',
  tax: 'cfdi_40_impuestos',
  period: 'cfdi_40_periodicidades',
  month: 'cfdi_40_meses',
  relation: 'cfdi_40_tipos_relaciones',
} as const;

export type Catalogue = keyof typeof CATALOGUES;

// Loaded with the first printed invoice to keep the start fast; `require`, as JSON modules are experimental in Node 20.
const load = createRequire(import.meta.url);
const loaded = new Map<Catalogue, ReadonlyMap<string, string>>();

const loadTexts = (name: Catalogue): ReadonlyMap<string, string> => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const entries = load(`@nodecfdi/sat-micro-catalogs/raw/${CATALOGUES[name]}`) as readonly Entry[];
  const texts = new Map(entries.map(({ id, texto }) => [id, texto.replace(/\.$/, '')]));
  loaded.set(name, texts);
  return texts;
};

/** `601 General de Ley Personas Morales`; just the code if the catalogue lacks it. */
export const codeText = (catalogue: Catalogue, code: string): string => {
  const text = loadTexts(catalogue).get(code);
  return text === undefined ? code : `${code} ${text}`;
};

/** The text without its code. */
export const wordOf = (catalogue: Catalogue, code: string): string => loadTexts(catalogue).get(code) ?? code;

/** Longer names would narrow the column of the descriptions; `Unidad de servicio` fits. */
const MAX_UNIT = 18;

/** `H87 Pieza`: with the document's own name of the unit, else with that of the catalogue if it is short. */
export const unitText = (code: string, own: string | null): string => {
  const name = own ?? findAnyUnit(code)?.name ?? '';
  return name === '' || (own === null && name.length > MAX_UNIT) ? code : `${code} ${name}`;
};
