// Wires the worker of the trail to the key that signs its checkpoints, and to where those are kept.
import type { Loop } from '../jobs/loop.ts';
import type { Config } from '../base/config.ts';
import { deriveSigner } from '../domain/views/trail/note.ts';
import { headsFolder, knownHeadsIn } from '../domain/views/trail/log/known-heads.ts';
import { openOutlets } from '../jobs/checkpoint-outlets.ts';
import { DEMO_ORGANISATION_ID } from './demo/organisation.ts';
import { startTrail, type TrailWorkerParts } from '../jobs/trail.ts';

export const takeTrail = (
  config: Config & { readonly master_key: Buffer },
  parts: Pick<TrailWorkerParts, 'database' | 'log' | 'now'>,
): Loop =>
  startTrail({
    ...parts,
    signer: deriveSigner({ bytes: config.master_key }),
    outlets: openOutlets(config, parts.log),
    heads: knownHeadsIn(headsFolder(config), DEMO_ORGANISATION_ID),
  });
