/** By how much the time limits of a request may be multiplied. */
export const patienceRange = [1, 20] as const;
