// The 8 % of the border regions (decrees of 2018-12-31 and later): a stimulus that the company has notified to the SAT.
import type { Entity } from '../../base/entity.ts';
import { decimal } from '../../base/money/decimal.ts';
import type { IsoDay } from '../../base/time/day.ts';

/** In percent. */
export const BORDER_RATE = decimal('8');

/** Whether the company has the stimulus on that day; without a last day it has no end. */
export const hasBorderStimulus = ({ details }: Entity, day: IsoDay): boolean => {
  const { border_stimulus_from: from, border_stimulus_to: to } = details;
  return from !== undefined && from <= day && (to === undefined || day <= to);
};
