import type { IsoDay } from './day.ts';

/** The moment at which a state holds. */
export interface At {
  readonly today: IsoDay;
  readonly now: Date;
}
