/** The colour themes. The first is the default. */
export const themeNames = ['terminal', 'high-contrast', 'color-blind', 'monochrome'] as const;

export type ThemeName = (typeof themeNames)[number];

export const isThemeName = (name: unknown): name is ThemeName => themeNames.some(known => known === name);

/** The colours that a profile's name can have in the header: six of the terminal's sixteen, in their order. */
export const accentNames = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

export type AccentName = (typeof accentNames)[number];

export const isAccentName = (name: unknown): name is AccentName => accentNames.some(known => known === name);
