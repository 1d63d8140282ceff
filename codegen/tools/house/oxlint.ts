// What the rules use of oxlint's plugin interface, which is ESLint's. oxlint exports no types for it.
export interface AstNode {
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface RuleContext {
  /** Absolute. */
  readonly filename: string;
  report(diagnostic: { readonly node: AstNode; readonly message: string }): void;
}

export interface Rule {
  create(context: RuleContext): Readonly<Record<string, (node: AstNode) => void>>;
}

/** The node under a property. */
export const child = (node: AstNode, property: string): AstNode | undefined => {
  const value = node[property];
  return isNode(value) ? value : undefined;
};

export const children = (node: AstNode, property: string): readonly AstNode[] => {
  const value: unknown = node[property];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The text of a string literal. */
export const textOf = (node: AstNode | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;

export const nameOf = (node: AstNode | undefined): string | undefined =>
  node?.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined;
