// What spec/rules says of what to do next, in sentences that several rooms say.
import { FRAMES } from '../../../generated/rules.ts';
import { fillTemplate } from '../errors.ts';

export const toDo = (frame: keyof typeof FRAMES, values: Readonly<Record<string, string>> = {}): string =>
  fillTemplate(FRAMES[frame], values);
