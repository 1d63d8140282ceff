// Names in TypeScript, from names in the spec.

/** `create_invoice` -> `CreateInvoice`. */
export const pascal = (name: string): string =>
  name
    .split(/[_.-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** `create_invoice` -> `createInvoice`. */
export const camel = (name: string): string => {
  const upper = pascal(name);
  return upper.charAt(0).toLowerCase() + upper.slice(1);
};

/** The four types that each tool has. */
export const TOOL_TYPES = ['Params', 'Input', 'Result', 'Answer'] as const;

export const toolTypeNames = (tool: string): readonly string[] =>
  TOOL_TYPES.map((part) => `${pascal(tool)}${part}`);

/** The row type of an import. */
export const rowTypeName = (name: string): string => `${pascal(name)}Row`;

/** The type of an input as the caller sends it, when defaults make it differ from what the handler gets. */
export const sentName = (name: string): string => `${name}Sent`;

/** The constant that lists the values of an enum. */
export const valuesName = (name: string): string => `${name}Values`;

/** The flat object that merges the fields of all countries. */
export const slotTypeName = (slot: string): string => `${pascal(slot)}DetailsInput`;

/** The element type of an array with inline elements. */
export const itemTypeName = (owner: string): string => `${owner}Item`;

export const isSnake = (name: string): boolean => /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);
export const isPascal = (name: string): boolean => /^[A-Z][A-Za-z0-9]*$/.test(name);
