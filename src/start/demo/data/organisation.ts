// Who is in the demo organisation. Addresses end in `.example`, which no mail can leave for.
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { NewMember } from '../../../domain/organisations/store.ts';

/** The demo is known by this id, which no organisation of somebody's own ever gets; its name anybody may take. */
export const DEMO_ORGANISATION_ID = 'orgn_00000000000000000000000001' as OrganisationId;
export const DEMO_ORGANISATION = 'Demo Accounting';

export const DEMO_MEMBERS: readonly NewMember[] = [
  { email: 'admin@demo-accounting.example', name: 'Alejandra Ruiz', role: 'administrator' },
  { email: 'bookkeeper@demo-accounting.example', name: 'Jonas Weber', role: 'member' },
];
