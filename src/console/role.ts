export { hasRole, type Role, ROLES } from '../domain/organisations/role.ts';
