export type Rgb = readonly [red: number, green: number, blue: number];

function luminance(color: Rgb): number {
	const [red, green, blue] = color.map(channel => {
		const share = channel / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

/** WCAG 2 contrast ratio, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

export const themeNames = ['terminal', 'high-contrast', 'color-blind', 'monochrome'] as const;

export type ThemeName = (typeof themeNames)[number];

export const accentNames = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

export type AccentName = (typeof accentNames)[number];
