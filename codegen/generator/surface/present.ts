// Computes the surface of the present spec.
import { listHints } from '../emit/published.ts';
import { stripProse, stripToldButNames } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';
import type { Spec } from '../model.ts';
import { listPublishedErrors } from '../load/resolve.ts';
import type { Surface } from './surface.ts';

export const describeSurface = (spec: Spec, tools: readonly LoweredTool[]): Surface => ({
  tools: tools.map(({ tool, description, errors, warnings, toldInput, answer }) => ({
    name: tool.name,
    ...(tool.was === undefined ? {} : { was: tool.was }),
    title: tool.title,
    description,
    scope: tool.scope ?? null,
    entity: tool.entity,
    access: tool.access,
    annotations: listHints(tool),
    errors: [...errors].sort(),
    warnings: [...warnings].sort(),
    input: stripToldButNames(toldInput),
    output: stripProse(answer),
  })),
  scopes: Object.fromEntries([...spec.scopes].map(([name, { description }]) => [name, description])),
  errors: Object.fromEntries(
    listPublishedErrors(spec).map(({ code, type, retryable }) => [code, { type, retryable }]),
  ),
});
