/** By how much the limits of a request may be multiplied. */
export const patienceRange = [1, 20] as const;
