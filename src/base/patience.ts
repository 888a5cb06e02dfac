export const patienceRange = [1, 20] as const;
