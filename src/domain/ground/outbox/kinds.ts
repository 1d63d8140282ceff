// Which events an endpoint takes: named one by one, all of a record (`invoice.*`), or all.
export const ALL_EVENTS = '*';

export const takes = (chosen: readonly string[], type: string): boolean =>
  chosen.some(
    (each) =>
      each === type || each === ALL_EVENTS || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))),
  );

export interface Wants {
  /** Null: of all companies and of the organisation. */
  readonly entity_id: string | null;
  readonly events: readonly string[];
}

export interface Kind {
  readonly tenant_id: string;
  readonly type: string;
}

export const wants = ({ entity_id, events }: Wants, { tenant_id, type }: Kind): boolean =>
  (entity_id === null || entity_id === tenant_id) && takes(events, type);

export const TESTED = 'webhook.tested';

/** Whether what was put on its way may still go there: a test is of no events that anybody chose. */
export const stillWants = (endpoint: Wants, kind: Kind): boolean =>
  kind.type === TESTED || wants(endpoint, kind);
