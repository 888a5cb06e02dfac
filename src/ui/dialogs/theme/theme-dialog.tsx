import {withInterface} from '../../../store/state/state.ts';
import {plain, type SafeText} from '../../../text.ts';
import type {ThemeName} from '../../../theme-names.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {useRuntime, useStore} from '../../runtime.tsx';
import {themeKeys} from './keys.ts';

const choices: ReadonlyArray<{readonly theme: ThemeName; readonly label: SafeText; readonly detail: SafeText}> = [
	{theme: 'terminal', label: plain`terminal`, detail: plain`your terminal's colours`},
	{theme: 'high-contrast', label: plain`high-contrast`, detail: plain`bright on dark, deep on light`},
	{theme: 'color-blind', label: plain`color-blind`, detail: plain`blue and orange`},
	{theme: 'monochrome', label: plain`monochrome`, detail: plain`bold and dim only`},
];

/** Lists the themes and shows the whole screen in the selected one. */
function ThemeDialog() {
	const {
		keyContext: {store, actions},
	} = useRuntime();
	const dialog = useStore(state => state.interface.dialog);
	if (dialog?.name !== 'theme') return null;
	return (
		<DialogBox title={plain`Theme`} width={52}>
			<Menu
				items={choices.map(({theme, ...item}) => ({
					...item,
					value: theme,
					key: theme,
					isCurrent: theme === dialog.before,
				}))}
				initialIndex={choices.findIndex(({theme}) => theme === dialog.before)}
				onHighlight={theme => store.change(state => withInterface(state, {theme}))}
				onSelect={theme => void actions.chooseTheme(theme)}
			/>
		</DialogBox>
	);
}

export const themeDialog = {title: 'Theme', keys: themeKeys, component: ThemeDialog};
