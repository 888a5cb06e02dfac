import {shapeOf} from '../../../present/outcome.ts';
import {type Outcome, pinOf} from '../../../status-words.ts';
import {plain, type SafeText} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {useRuntime, useStore} from '../../runtime.tsx';
import {meaningKeys} from './keys.ts';

const meanings: ReadonlyArray<{readonly outcome: Outcome; readonly label: SafeText}> = [
	{outcome: 'good', label: plain`succeeded`},
	{outcome: 'bad', label: plain`failed`},
	{outcome: 'stopped', label: plain`stopped`},
	{outcome: 'running', label: plain`in progress`},
	{outcome: 'waiting', label: plain`waiting`},
	{outcome: 'unknown', label: plain`none of these`},
];

/** Asks what a status word of the service means. */
function MeaningDialog() {
	const {
		theme,
		keyContext: {store, actions},
	} = useRuntime();
	const dialog = useStore(state => state.interface.dialog);
	const pins = useStore(state => state.interface.pins);
	if (dialog?.name !== 'meaning') return null;
	const {word} = dialog;
	const current = pins.get(pinOf(word));
	return (
		<DialogBox title={plain`What does “${word}” mean?`} width={50}>
			<Menu
				items={meanings.map(({outcome, label}) => ({
					value: outcome,
					key: outcome,
					label: plain`${shapeOf(outcome, theme).text} ${label}`,
					isCurrent: outcome === current,
				}))}
				initialIndex={meanings.findIndex(({outcome}) => outcome === current)}
				onSelect={outcome => {
					store.dispatch({type: 'dialog-closed'});
					void actions.pinWord(word, outcome);
				}}
			/>
		</DialogBox>
	);
}

export const meaningDialog = {
	title: 'Classify status',
	keys: meaningKeys,
	component: MeaningDialog,
	isForWidget: isMenuKey,
};
