export const rpmRange = [0, 600] as const;

export const defaultRpm = 60;
