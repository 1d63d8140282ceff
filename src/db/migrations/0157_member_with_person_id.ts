import { addColumn, ID } from './steps.ts';

export const memberPerson = addColumn('0157_member_with_person_id', 'member', 'person_id', ID);
