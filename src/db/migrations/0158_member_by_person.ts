import { addIndex } from './steps.ts';

export const memberByPerson = addIndex('0158_member_by_person', 'member', 'ix_member_person', 'person_id');
