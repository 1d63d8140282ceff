import { addColumn, code } from './steps.ts';

export const auditMethod = addColumn('0162_audit_with_method', 'audit', 'method', code(20));
