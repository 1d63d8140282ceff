// The form of a CFDI and of its payments, which spec/checks/cfdi-schema.yaml tells. A PAC answers 301 to a breach.
import { CFDI_SCHEMA } from '../../../generated/checks/cfdi-schema.ts';
import { countCharacters } from '../../einvoicing/mx-cfdi/text.ts';
import { childrenAt, type XmlNode } from '../../einvoicing/xml/read.ts';
import type { Breach } from './rule.ts';

interface AttributeForm {
  readonly required: boolean;
  /** Why a value is malformed, or null. */
  readonly fault: (value: string) => string | null;
}

interface ElementForm {
  readonly attributes: Readonly<Record<string, AttributeForm>>;
  /** In the order of the sequence. */
  readonly children: readonly ChildForm[];
  /** Extensions of the SAT, which are not checked here. */
  readonly isOpen: boolean;
}

interface ChildForm {
  readonly name: string;
  readonly min: 0 | 1;
  readonly max: 1 | 'many';
  readonly form: ElementForm;
}

/** As the table has it: attributes with a form, elements with what they hold. */
interface Told {
  readonly [name: string]: string | true | Told;
}

/** White space collapsed. */
const textTo =
  (max: number): AttributeForm['fault'] =>
  (value) => {
    const collapsed = value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
    if (collapsed === '') return 'is empty';
    if (collapsed.includes('|')) return 'contains the character |';
    return countCharacters(collapsed) > max ? `has more than ${max} characters` : null;
  };

const FORMS: ReadonlyMap<string, AttributeForm['fault']> = new Map(
  Object.entries(CFDI_SCHEMA.forms).map(([name, { like, what }]) => {
    const pattern = new RegExp(like, 'u');
    return [name, (value: string) => (pattern.test(value) ? null : `is not ${what}`)];
  }),
);

const readFault = (form: string): AttributeForm['fault'] => {
  const found = form.startsWith('text ') ? textTo(Number(form.slice('text '.length))) : FORMS.get(form);
  if (found === undefined) throw new Error(`the schema of CFDIs has no form ${form}`);
  return found;
};

const readForm = (told: Told): ElementForm => {
  const attributes: Record<string, AttributeForm> = {};
  const children: ChildForm[] = [];
  for (const [marked, value] of Object.entries(told)) {
    const name = marked.replace(/[?+*]$/u, '');
    const mark = marked.slice(name.length);
    if (typeof value === 'string') attributes[name] = { required: mark === '', fault: readFault(value) };
    else if (value !== true) {
      const [min, max] = [
        mark === '' || mark === '+' ? 1 : 0,
        mark === '+' || mark === '*' ? 'many' : 1,
      ] as const;
      children.push({ name, min, max, form: readForm(value) });
    }
  }
  return { attributes, children, isOpen: told['open'] === true };
};

const COMPROBANTE = readForm(CFDI_SCHEMA.comprobante);
const PAYMENTS = readForm(CFDI_SCHEMA.pagos);

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

const checkElement = (node: XmlNode, form: ElementForm, path: string): readonly Breach[] => {
  if (form.isOpen) return [];
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

const PAYMENT_NAMESPACE = 'http://www.sat.gob.mx/Pagos20';
const PAYMENT_NAME = 'pago20:Pagos';

/** Where the payments of a document, if it has any, break their schema. */
export const paymentSchemaBreaches = (root: XmlNode): readonly Breach[] => {
  const found = childrenAt(root, ['cfdi:Complemento', PAYMENT_NAME]);
  const path = `Complemento/${PAYMENT_NAME}`;
  if (found.length > 1) return [{ path, message: 'There is more than one pago20:Pagos.' }];
  return found.flatMap((node) =>
    [root, node].some(({ attributes }) => attributes.get('xmlns:pago20') === PAYMENT_NAMESPACE)
      ? checkElement(node, PAYMENTS, 'Pagos/')
      : [{ path, message: `The prefix pago20 is not bound to ${PAYMENT_NAMESPACE}.` }],
  );
};
