// The result of one check of the service's environment.

export interface Check {
  readonly check: string;
  readonly status: 'OK' | 'WARN' | 'FAIL';
  readonly detail: string;
  /** How to fix it; null when there is nothing to do. */
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

/** The first line of an unexpected error's message. */
export const formatError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
