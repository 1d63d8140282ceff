// Which events an endpoint takes: named one by one, all of a record (`invoice.*`), or all.
export const ALL_EVENTS = '*';

export const takes = (chosen: readonly string[], type: string): boolean =>
  chosen.some(
    (each) =>
      each === type || each === ALL_EVENTS || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))),
  );
