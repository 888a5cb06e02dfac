import type {ThemeName} from '../../theme-names.ts';
import {colorBlindTheme} from './color-blind-theme.ts';
import {highContrastTheme} from './high-contrast-theme.ts';
import {monochromeTheme} from './monochrome-theme.ts';
import {terminalTheme} from './terminal-theme.ts';
import type {ThemeStyle} from './theme-style.ts';

/** Every theme. Loaded together with Ink, or at the start if the user has chosen one. */
export const themes: Readonly<Record<ThemeName, ThemeStyle>> = {
	terminal: terminalTheme,
	'high-contrast': highContrastTheme,
	'color-blind': colorBlindTheme,
	monochrome: monochromeTheme,
};
