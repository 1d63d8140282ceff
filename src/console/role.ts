export { hasRole, type Role, ROLES } from '../domain/ground/organisations/role.ts';
