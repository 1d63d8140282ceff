/** What a script replaces in the review. */
export const REGION = 'review';
