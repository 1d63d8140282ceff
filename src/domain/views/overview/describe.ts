// A company's row of the portfolio as tools show it.
import type { PortfolioRow } from '../../../../generated/types.ts';
import type { Standing } from './overview.ts';

export const describeStanding = (row: Standing): PortfolioRow => ({
  entity_id: row.entity.id,
  entity_name: row.entity.name,
  country_code: row.entity.country_code,
  receivable: [...row.receivable],
  receivable_overdue: [...row.receivable_overdue],
  payable: [...row.payable],
  payable_overdue: [...row.payable_overdue],
  overdue_count: row.overdue_count,
  pending_approvals: row.approvals,
  failed_filings: row.stuck_filings,
  late_complements: row.late_complements,
  unmatched_lines: row.unmatched_lines,
  unmatched: [...row.unmatched],
  suggested_lines: row.suggested_lines,
  open_tasks: row.tasks,
  certificate_ends_at: row.certificate_ends_at,
});
