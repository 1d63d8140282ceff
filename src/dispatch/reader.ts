// What the owner of a key can do, for texts that say it.
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Audience } from '../base/text/fit.ts';
import { type Identity, mayUse } from '../domain/parties/access/identity.ts';
import type { CallOutcome } from './outcome.ts';

export interface KeyReader extends Audience {
  /** Whether tools/list has the tool. */
  readonly lists: (tool: string) => boolean;
  /** Whether a person connected it, so that a consent may give it more. */
  readonly connected: boolean;
}

const KNOWN: Readonly<Record<string, ToolDescriptor>> = TOOLS;

/** A tool of a set that the key lacks does not exist for it. */
export const exists = ({ toolsets }: Identity, { set }: ToolDescriptor): boolean =>
  set === null || toolsets.has(set);

/** Tools of the whole organization answer a key of one company with the reason why not, and are not listed for it. */
const isOpen = ({ entity_id }: Identity, { errors }: ToolDescriptor): boolean =>
  entity_id === null || !errors.some((code) => code === 'organization_key_required');

export const readerOf = (identity: Identity): KeyReader => {
  const found = (tool: string, ask: (descriptor: ToolDescriptor) => boolean): boolean => {
    const descriptor = Object.hasOwn(KNOWN, tool) ? KNOWN[tool] : undefined;
    return descriptor !== undefined && ask(descriptor);
  };
  const lists = (tool: string): boolean =>
    found(tool, (descriptor) => exists(identity, descriptor) && isOpen(identity, descriptor));
  return {
    lists,
    can: (tool) => lists(tool) && found(tool, ({ scope }) => mayUse(identity, scope)),
    connected: identity.app !== undefined,
    bound: identity.entity_id !== null,
    shell: false,
  };
};

/** An app keeps what it has, so that a new consent asks for that too. */
export const lacking = (
  { app, scopes }: Identity,
  needed: string | null,
): Extract<CallOutcome, { readonly kind: 'insufficient_scope' }> => {
  const scope = needed ?? SERVICE.keys.wildcard_scope;
  return {
    kind: 'insufficient_scope',
    scope,
    ...(app === undefined ? {} : { app: { curable: app.mayHave(scope), needed: [...scopes, scope] } }),
  };
};
