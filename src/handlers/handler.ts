// The shape of a tool handler. It knows nothing of HTTP, JSON-RPC or text: it takes validated input and a
// context that offers exactly what the tool's YAML declares, and returns the plain result.
import type {
  AccessOf,
  EntityOf,
  ErrorsOf,
  ParamsOf,
  ResultOf,
  ToolName,
  TransactionsOf,
  WarningsOf,
} from '../../generated/dispatch.ts';
import type { Identity } from '../domain/parties/access/identity.ts';
import type { JobScope, OrganisationChange } from '../domain/ground/change/change.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import type { OrganisationScope, ReadScope, WriteScope } from '../domain/ground/change/scope.ts';
import type { Inbox } from '../domain/across/inbox/inbox.ts';
import type { MatchingRuns } from '../domain/bank/reconciliation/runs/matching-runs.ts';
import type { Raises, Warns } from '../base/raises.ts';
import type { Logger } from '../base/log.ts';

/** What every call has. */
interface CallContext {
  /** The owner of the key and its scopes. */
  readonly key: Identity;
  readonly request_id: string;
  /** Its signal aborts when the call's time is up or the client has gone. */
  readonly deadline: { readonly signal: AbortSignal };
  readonly log: Logger;
  readonly pageUrl: PageUrl;
  /** The address that takes a file, from the secret in it. */
  readonly uploadUrl: (token: string) => string;
  readonly print: PrintInvoice;
  readonly webhooks: WebhookParts;
}

/** The address of a page where a person decides, from its path; null without pages. */
export type PageUrl = (path: string) => string | null;

/** What the service does for longer than a call. */
export interface Jobs {
  readonly matchingRuns: MatchingRuns;
  readonly inbox: Inbox;
}

/** Whether all of it will be taken back; only for what is said of it, since all else is the same. */
interface MayBeDry {
  readonly dry_run: boolean;
}

type WriteScopeOf<T extends ToolName> =
  TransactionsOf<T> extends 'own' ? JobScope & Jobs : WriteScope & MayBeDry;

type ScopeOf<T extends ToolName> =
  EntityOf<T> extends 'required'
    ? AccessOf<T> extends 'write'
      ? WriteScopeOf<T>
      : ReadScope
    : AccessOf<T> extends 'write'
      ? OrganisationChange
      : OrganisationScope;

export type Context<T extends ToolName> = CallContext &
  ScopeOf<T> &
  Raises<ErrorsOf<T>> &
  Warns<WarningsOf<T>>;

export type Handler<T extends ToolName> = (ctx: Context<T>, params: ParamsOf<T>) => Promise<ResultOf<T>>;

/** One for each tool: a tool of the spec without a handler does not compile. */
export type Handlers = { readonly [T in ToolName]: Handler<T> };

/** The tool's name gives the handler's context, parameters and result their types from the spec. */
export const handler = <T extends ToolName>(_tool: T, run: Handler<T>): Handler<T> => run;
