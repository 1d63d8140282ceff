// What somebody was told, and whether any of it is another company's.
import type { Database } from '../../src/db/database.ts';
import { MARKS, traceOf } from '../isolation/world.ts';
import { idsIn, ownersOf } from './owners.ts';
import type { Tenant } from './stage.ts';

/** One part of the matrix: how much was tried, and what it showed of others. */
export interface Part {
  readonly name: string;
  readonly tried: number;
  readonly leaks: readonly string[];
}

/** Of whom may be told: the company; it, with the names of its sisters in the navigation; all of the organisation. */
type Scope = 'company' | 'page' | 'organisation';

export interface Judge {
  look(home: Tenant, scope: Scope, where: string, text: string): void;
  /** Ids are judged at the end, when it is known whose the new ones are. */
  end(database: Database): Promise<Part>;
}

/** The mark of a company anywhere but in its name. */
const besideName = (tenant: Tenant): RegExp => new RegExp(`${MARKS[tenant.whose]}(?! SA de CV)`, 'iu');

export const createJudge = (tenants: readonly Tenant[]): Judge => {
  const leaks = new Set<string>();
  /** Where each id was told first, to whom, and in which scope. */
  const told = new Map<string, { readonly id: string; readonly home: Tenant; scope: Scope; where: string }>();
  let looks = 0;
  const isSister = (home: Tenant, tenant: Tenant): boolean => tenant.organisation_id === home.organisation_id;
  return {
    look: (home, scope, where, text) => {
      looks += 1;
      for (const tenant of tenants) {
        if (tenant.whose === home.whose || (scope === 'organisation' && isSister(home, tenant))) continue;
        const trace = scope === 'page' && isSister(home, tenant) ? besideName(tenant) : traceOf(tenant.whose);
        const found = trace.exec(text);
        if (found === null) continue;
        const around = text.slice(Math.max(0, found.index - 80), found.index + 80);
        leaks.add(`${where} tells of ${tenant.whose}: ${around}`);
      }
      for (const id of idsIn(text)) {
        const key = `${home.whose} ${scope} ${id}`;
        if (!told.has(key)) told.set(key, { id, home, scope, where });
      }
    },
    end: async (database) => {
      const owners = await ownersOf(database);
      for (const { id, home, scope, where } of told.values()) {
        const owner = tenants.find(({ entity_id }) => entity_id === owners.get(id));
        if (owner === undefined || owner.whose === home.whose) continue;
        if (
          isSister(home, owner) &&
          (scope === 'organisation' || (scope === 'page' && id === owner.entity_id))
        )
          continue;
        leaks.add(`${where} tells ${id} of ${owner.whose}`);
      }
      return { name: `texts, with ${told.size} ids`, tried: looks, leaks: [...leaks] };
    },
  };
};
