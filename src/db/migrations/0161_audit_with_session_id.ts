import { addColumn, ID } from './steps.ts';

export const auditSession = addColumn('0161_audit_with_session_id', 'audit', 'session_id', ID);
