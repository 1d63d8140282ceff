// Work for members.
import type { Flag, Instant } from './columns.ts';

export interface TaskTable {
  entity_id: string;
  id: string;
  title: string;
  description: string | null;
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled';
  priority: 'urgent' | 'high' | 'normal' | 'low';
  /** 0 urgent to 3 low: the order of lists. */
  priority_rank: number;
  /** As given: a day or a moment. */
  due_at: string | null;
  /** The moment at which it becomes overdue; the end of time for none, so that none sorts last. */
  due_sort: Instant;
  assignee_id: string | null;
  taskable_type: string;
  taskable_id: string;
  completed_at: Instant | null;
  /** 1 while pending or in progress. */
  open: Flag;
  created_at: Instant;
  updated_at: Instant;
}
