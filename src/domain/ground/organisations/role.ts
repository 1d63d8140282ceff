// What a member may do: each role may do all that those before it may.
export const ROLES = ['viewer', 'accountant', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (own: Role, least: Role): boolean => ROLES.indexOf(own) >= ROLES.indexOf(least);
