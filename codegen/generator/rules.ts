// What rules of authorities and networks say of a breach, and what to do about it.
import type { Where } from './problem.ts';

type Fix = string | { readonly [part: string]: string };

export interface RuleSaying {
  readonly says: string;
  readonly fix: Fix;
  readonly where: Where;
}

type Frames = { readonly [name: string]: string };

/** What may stand around a frame. */
export const AROUND: readonly string[] = ['before', 'after'];

/** What a fix gives for the first parameter of its frame stands under the name of the frame. */
export const OPENING = 'change';

/** The frame that a fix names. */
export const frameOf = (fix: Fix, frames: Frames): string | undefined =>
  typeof fix === 'string' ? undefined : Object.keys(fix).find((part) => Object.hasOwn(frames, part));

/** The whole sentence. */
export const writeFix = (fix: Fix, frames: Frames): string => {
  if (typeof fix === 'string') return fix;
  const frame = frameOf(fix, frames) ?? '';
  const sentence = (frames[frame] ?? '').replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    name === OPENING ? (fix[frame] ?? whole) : (fix[name] ?? whole),
  );
  return [fix['before'], sentence, fix['after']].filter((part) => part !== undefined).join(' ');
};
