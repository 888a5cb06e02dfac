import type {ThemeName} from '../../base/color.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import {dialogOf, withoutDialog} from '../../state/dialogs.ts';
import {patch, type State} from '../../state/state.ts';
import {menuDialog} from '../components/menu.tsx';
import {changing} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';

const themeChoices: ReadonlyArray<{readonly theme: ThemeName; readonly detail: SafeText}> = [
	{theme: 'terminal', detail: plain`your terminal's colours`},
	{theme: 'high-contrast', detail: plain`bright on dark, deep on light`},
	{theme: 'color-blind', detail: plain`blue and orange`},
	{theme: 'monochrome', detail: plain`bold and dim only`},
];

function withThemeBefore(state: State): State {
	const dialog = dialogOf(state, 'theme');
	return dialog ? patch(withoutDialog(state), 'preferences', {theme: dialog.before}) : state;
}

export const themeDialog = menuDialog({
	title: 'Theme',
	width: 52,
	enterLabel: 'keep',
	keys: [{...closing('theme.cancel'), run: changing(withThemeBefore)}],
	items: ({state}) =>
		themeChoices.map(({theme, detail}) => ({
			label: safe(theme),
			detail,
			isCurrent: theme === dialogOf(state, 'theme')?.before,
			choose: ({actions}) => void actions.chooseTheme(theme),
		})),
	onHighlight: (state, at) => patch(state, 'preferences', {theme: themeChoices[at]?.theme ?? state.preferences.theme}),
});
