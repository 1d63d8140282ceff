// What tells a program that a person can connect it, or allow it more: the challenge, and what ChatGPT reads beside it (its
// Apps SDK, "Authentication": `securitySchemes` of a tool, and `mcp/www_authenticate` in the answer).
import { SCOPES } from '../../generated/scopes.ts';
import type { CallOutcome } from '../dispatch/outcome.ts';
import { appLacksScope, type HttpRefusal, insufficientScope } from './reply.ts';

const ALL_SCOPES = Object.keys(SCOPES).join(' ');

/**
 * The refusal with where to find out how to get a token, and all the scopes that are needed: step-up fails in most clients,
 * so they ask for all at once, and the person narrows. Undefined: there is no such way.
 */
export const challenged = (
  refused: HttpRefusal,
  metadata: string | undefined,
  scope: string = ALL_SCOPES,
): HttpRefusal => {
  if (metadata === undefined) return refused;
  const headers = refused.headers.map((value, at) =>
    at % 2 === 1 && refused.headers[at - 1] === 'WWW-Authenticate'
      ? `${value}, resource_metadata="${metadata}", scope="${scope}"`
      : value,
  );
  return { ...refused, headers };
};

/** The same, said in the body as well, since clients are found that read it there: for what a new consent would cure. */
export const curedByConsent = (
  refused: HttpRefusal,
  metadata: string | undefined,
  scope?: string,
): HttpRefusal => {
  if (metadata === undefined) return refused;
  const { headers, ...rest } = challenged(refused, metadata, scope);
  const challenges = headers.filter((_, at) => headers[at - 1] === 'WWW-Authenticate');
  return {
    ...rest,
    headers,
    fields: { ...rest.fields, _meta: { 'mcp/www_authenticate': challenges } },
  };
};

/** Of a key, and of an app that a person connected. */
export const scopeRefusal = (
  { scope, app }: Extract<CallOutcome, { readonly kind: 'insufficient_scope' }>,
  metadataOf: () => string | undefined,
): HttpRefusal =>
  app === undefined
    ? insufficientScope(scope)
    : (app.curable ? curedByConsent : challenged)(
        appLacksScope(scope, app.curable),
        metadataOf(),
        app.needed.join(' '),
      );

/** Clients are found that read only one of the two places. */
export const securitySchemes = (scope: string | null): object => {
  const schemes = [{ type: 'oauth2', scopes: scope === null ? [] : [scope] }];
  return { securitySchemes: schemes, _meta: { securitySchemes: schemes } };
};
