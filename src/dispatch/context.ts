// The parts of the dispatcher, the facts of one call, and the context that its handler gets.
import type { ApiKeyId } from '../../generated/ids.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import type { ToolDescriptor } from '../../generated/dispatch.ts';
import type { Code, CodeDetails } from '../../generated/refusals.ts';
import type { WarningCode } from '../../generated/warnings.ts';
import type { Entity } from '../base/entity.ts';
import { ToolError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Audience } from '../base/text/fit.ts';
import type { Raises, Warns } from '../base/raises.ts';
import { dayIn } from '../base/time/day.ts';
import type { Reader } from '../db/database.ts';
import type { Handlers, Jobs, PageUrl } from '../handlers/handler.ts';
import type { Identity } from '../domain/parties/access/identity.ts';
import { type Act, type Books, toWarning, type Warning } from '../domain/ground/change/change.ts';
import type { OrganisationScope, ReadScope } from '../domain/ground/change/scope.ts';
import type { AnswerCheck } from './answer.ts';
import type { Deadline } from './outcome.ts';

export interface CallFacts {
  readonly descriptor: ToolDescriptor;
  readonly identity: Identity;
  readonly reader: Audience;
  readonly request_id: string;
  readonly deadline: Deadline;
  readonly log: Logger;
  readonly now: Date;
  readonly pageUrl: PageUrl;
  readonly uploadUrl: (token: string) => string;
  readonly print: PrintInvoice;
  /** What the log tells of the call, filled in on its way. */
  readonly seen: { entity_id: string | undefined };
  readonly webhooks: WebhookParts;
}

export interface DispatcherParts {
  readonly books: Books;
  readonly handlers: Handlers;
  readonly log: Logger;
  readonly now: () => Date;
  readonly answerCheck: AnswerCheck;
  readonly jobs: Jobs;
  readonly pageUrl: PageUrl;
  readonly uploadUrl: (token: string) => string;
  readonly print: PrintInvoice;
  readonly webhooks: WebhookParts;
  /** Counts the calls of connected apps. */
  readonly noteAppCall?: (app: ApiKeyId, now: Date) => void;
  /** For whom texts are said; the owner of the key unless somebody else calls. */
  readonly reader?: Audience;
}

/**
 * Any handler, called after validation, when the types of its own context and parameters no longer matter. As a method
 * it accepts each of them: the parameters of methods are compared in both directions.
 */
export type AnyHandler = { handle(ctx: object, params: object): Promise<object> }['handle'];

export interface Running {
  readonly facts: CallFacts;
  readonly params: Record<string, unknown>;
  readonly handler: AnyHandler;
  /** Only tells what would be. */
  readonly dry_run: boolean;
  /** What was said of the arguments before the handler ran. */
  readonly taken: readonly Warning[];
}

/** What every call has, whatever the tool; see `handlers/handler.ts`. */
export const callContext = (facts: CallFacts) => ({
  key: facts.identity,
  pageUrl: facts.pageUrl,
  uploadUrl: facts.uploadUrl,
  print: facts.print,
  webhooks: facts.webhooks,
  request_id: facts.request_id,
  deadline: facts.deadline,
  log: facts.log,
});

/** The call as the audit trail records it. */
export const toAct = (facts: CallFacts, arguments_hash: string): Act => ({
  actor: { type: 'key', id: facts.identity.key_id },
  action: facts.descriptor.name,
  arguments_hash,
  request_id: facts.request_id,
  now: facts.now,
});

type Reading = ReturnType<typeof callContext> & OrganisationScope & Raises<Code> & Warns<WarningCode>;

/** The context of a tool that is not about one entity. */
export const organisationContext = (facts: CallFacts, db: Reader, warnings: Warning[]): Reading =>
  Object.assign(callContext(facts), {
    db,
    organisation_id: facts.identity.organisation_id,
    now: facts.now,
    error: raise,
    warn: (code: WarningCode, details: object) => {
      warnings.push(toWarning(code, details));
    },
  });

export const raise = <C extends Code>(code: C, details: CodeDetails[C]): ToolError =>
  new ToolError(code, details);

/** The context of a tool that reads one entity's books. */
export const entityContext = (
  facts: CallFacts,
  db: Reader,
  entity: Entity,
  warnings: Warning[],
): Reading & ReadScope =>
  Object.assign(organisationContext(facts, db, warnings), {
    entity,
    today: dayIn(entity.time_zone, facts.now),
  });
