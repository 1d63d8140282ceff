// The pipeline of a tool call. Each step is a file of its own; the order is a contract:
// authenticate → key type (transport) → tool → scope → arguments → entity → cross-field rules → country fields →
// transaction → handler → trail → answer.
import { type ToolDescriptor, type ToolName, TOOLS } from '../../generated/dispatch.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Books, Warning } from '../domain/ground/change/change.ts';
import { type Identity, mayUse } from '../domain/parties/access/identity.ts';
import { createKeyCache } from '../domain/parties/access/key-cache.ts';
import type { Entity } from '../base/entity.ts';
import type { Handlers, Jobs, PageUrl } from '../handlers/handler.ts';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import type { Logger } from '../base/log.ts';
import { type AnswerCheck, checkAnswer, envelope } from './answer.ts';
import { checkArguments } from './arguments-step.ts';
import { type CallFacts, entityContext, organisationContext } from './context.ts';
import { createEntityStep } from './entity-step.ts';
import { toFailure } from './failure.ts';
import { ToolError } from '../base/errors.ts';
import { closest } from '../base/closest.ts';
import type { CallOutcome, Service, ToolCall } from './outcome.ts';
import { runJob } from './job.ts';
import { againOnMiss } from './miss.ts';
import { runWrite } from './write.ts';

export interface DispatcherParts {
  readonly books: Books;
  readonly handlers: Handlers;
  readonly log: Logger;
  readonly now: () => Date;
  readonly answerCheck: AnswerCheck;
  readonly jobs: Jobs;
  readonly pageUrl: PageUrl;
  readonly print: PrintInvoice;
  readonly webhooks: WebhookParts;
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
}

const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** A tool of a set that the key lacks does not exist for it. */
const exists = ({ toolsets }: Identity, { set }: ToolDescriptor): boolean =>
  set === null || toolsets.has(set);

const unknownTool = (identity: Identity, name: string): CallOutcome => {
  const known = Object.values<ToolDescriptor>(TOOLS).filter((tool) => exists(identity, tool));
  const close = closest(
    name,
    known.map((tool) => tool.name),
  );
  const hint = close === undefined ? 'tools/list names the tools.' : `Did you mean ${close}?`;
  return { kind: 'unknown_tool', message: `Unknown tool: ${name.slice(0, 100)}. ${hint}` };
};

export const createDispatcher = (parts: DispatcherParts): Service<Identity> => {
  const { log, pageUrl, print, webhooks } = parts;
  const given = { log, pageUrl, print, webhooks };
  const { database } = parts.books;
  const keys = createKeyCache(database, (error) =>
    log.warn({ err: error }, 'last use of a key was not noted'),
  );
  const entities = createEntityStep(database);

  const runRead = async (
    running: Running,
    entity: Entity | undefined,
    taken: readonly Warning[],
  ): Promise<CallOutcome> => {
    const warnings = [...taken];
    const { facts, params, handler } = running;
    const ctx =
      entity === undefined
        ? organisationContext(facts, database.reader, warnings)
        : entityContext(facts, database.reader, entity, warnings);
    const answer = envelope(facts.descriptor, await handler(ctx, params), entity, params, warnings);
    return toOutcome(facts.descriptor, checkAnswer(parts, facts.descriptor.name, answer));
  };

  const run = async (facts: CallFacts, call: ToolCall): Promise<CallOutcome> => {
    const { descriptor } = facts;
    const checked = await checkArguments({ database, entities }, facts, call.arguments);
    const { params, entity, warnings } = checked;
    // Elsewhere it is a parameter like others.
    if (entity !== undefined) delete params['entity_id'];
    const running: Running = { facts, params, handler: parts.handlers[descriptor.name] };
    if (descriptor.access === 'read') return runRead(running, entity, warnings);
    const { idempotency_key } = call;
    if (idempotency_key instanceof ToolError) throw idempotency_key;
    const json =
      descriptor.transactions === 'own' && entity !== undefined
        ? await runJob(parts, running, entity, idempotency_key)
        : await runWrite(parts, running, entity, idempotency_key);
    return { kind: 'answer', json };
  };

  return {
    authenticate: (secret) => keys.authenticate(secret),
    knows: (secret) => keys.knows(secret),
    async call(identity, call) {
      if (!isTool(call.tool)) return unknownTool(identity, call.tool);
      const descriptor: ToolDescriptor = TOOLS[call.tool];
      if (!exists(identity, descriptor)) return unknownTool(identity, call.tool);
      if (!mayUse(identity, descriptor.scope)) {
        return { kind: 'insufficient_scope', scope: descriptor.scope ?? SERVICE.keys.wildcard_scope };
      }
      const { request_id, signal } = call;
      const now = parts.now();
      const seen: CallFacts['seen'] = { entity_id: identity.entity_id ?? undefined };
      const facts: CallFacts = { ...given, descriptor, identity, request_id, signal, now, seen };
      try {
        const outcome = await againOnMiss(database, call.arguments, (args) =>
          run(facts, { ...call, arguments: args }),
        );
        return { ...outcome, ...seen };
      } catch (error) {
        return { kind: 'failure', error: toFailure(error, facts, call.arguments), ...seen };
      }
    },
  };
};

/** The file goes beside the answer, where clients expect one. */
const embedding = (answer: object, field: string): CallOutcome => {
  const { [field]: content, ...members } = answer as Readonly<Record<string, unknown>>;
  const { uri, mime_type: mimeType, encoding } = members;
  const body = encoding === 'base64' ? { blob: content } : { text: content };
  return {
    kind: 'answer',
    json: JSON.stringify(members),
    resource: JSON.stringify({ uri, mimeType, ...body }),
  };
};

/** The text of a CSV answer is the CSV itself. It is long, so it is escaped once for both places. */
const toOutcome = ({ name, csv, embed }: ToolDescriptor, answer: object): CallOutcome => {
  if (embed !== null) return embedding(answer, embed);
  const members = csv === null ? {} : { ...answer };
  const text: unknown = csv === null ? undefined : Reflect.get(members, csv);
  if (csv === null || typeof text !== 'string') return { kind: 'answer', json: JSON.stringify(answer) };
  const escaped = JSON.stringify(text);
  const placed = Object.entries(members).map(([member, value]) => {
    const json = member === csv ? escaped : JSON.stringify(value);
    return json === undefined ? [] : [`${JSON.stringify(member)}:${json}`];
  });
  const note = [...warningsOf(members), noteOfPage(name, members) ?? []].flat().join(' ');
  return {
    kind: 'answer',
    json: `{${placed.flat().join(',')}}`,
    text: escaped,
    ...(note === '' ? {} : { note }),
  };
};

/** The text of CSV has no place for them. */
const warningsOf = ({ warnings }: { readonly warnings?: readonly Warning[] }): readonly string[] =>
  (warnings ?? []).map(({ message }) => message);

/** The text of a page does not say by itself that more rows follow. */
const noteOfPage = (tool: string, answer: object): string | undefined => {
  const { next_cursor, row_count, returned_rows } = answer as Readonly<Record<string, unknown>>;
  if (typeof next_cursor !== 'string') return undefined;
  return (
    `These are ${String(returned_rows)} of ${String(row_count)} rows; more follow. For the next page call ${tool} ` +
    `with the same parameters and cursor "${next_cursor}".`
  );
};
