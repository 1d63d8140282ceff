/**
 * Why the service cannot start, in one clear sentence for the person at the terminal. The launcher's programs print
 * the message alone, without a stack, and end with exit code 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
