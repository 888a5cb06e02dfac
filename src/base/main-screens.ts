/** The screens that a key opens from anywhere, in the order of those keys. Each name is also the id of a command. */
export const mainScreens = ['projects', 'board', 'activity', 'versions'] as const;

export type MainScreen = (typeof mainScreens)[number];
