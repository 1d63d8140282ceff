// One thing that must be right for the service to run well.

export interface Check {
  readonly check: string;
  readonly status: 'OK' | 'WARN' | 'FAIL';
  readonly detail: string;
  /** What to do; null when nothing. */
  readonly fix: string | null;
}

export const ok = (check: string, detail: string): Check => ({ check, status: 'OK', detail, fix: null });
export const warn = (check: string, detail: string, fix: string): Check => ({
  check,
  status: 'WARN',
  detail,
  fix,
});
export const fail = (check: string, detail: string, fix: string): Check => ({
  check,
  status: 'FAIL',
  detail,
  fix,
});

/** What an unexpected error says, on one line. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
