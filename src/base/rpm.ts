/** How many background reads a minute the user may choose, and how many there are otherwise. */
export const rpmRange = [0, 600] as const;

export const defaultRpm = 60;
