// Who is in the demo organisation. Addresses end in `.example`, which no mail can leave for.
import type { NewMember } from '../../domain/organisations/members.ts';

export const DEMO_ORGANISATION = 'Demo Accounting';

export const DEMO_MEMBERS: readonly NewMember[] = [
  { email: 'admin@demo-accounting.example', name: 'Alejandra Ruiz', role: 'administrator' },
  { email: 'bookkeeper@demo-accounting.example', name: 'Jonas Weber', role: 'member' },
];
