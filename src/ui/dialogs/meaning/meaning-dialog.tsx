import {shapeOf} from '../../../present/outcome.ts';
import {type Outcome, outcomeNames, pinOf} from '../../../status-words.ts';
import {withoutDialog} from '../../../store/state/dialogs.ts';
import {plain, type SafeText} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {useRuntime, useStore} from '../../runtime.tsx';
import {meaningKeys} from './keys.ts';

const choices: readonly Outcome[] = ['good', 'bad', 'stopped', 'running', 'waiting', 'unknown'];

const labelOf = (outcome: Outcome): SafeText => (outcome === 'unknown' ? plain`none of these` : outcomeNames[outcome]);

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
				items={choices.map(outcome => ({
					value: outcome,
					key: outcome,
					label: theme.isSpoken ? labelOf(outcome) : plain`${shapeOf(outcome, theme).text} ${labelOf(outcome)}`,
					isCurrent: outcome === current,
				}))}
				initialIndex={current === undefined ? -1 : choices.indexOf(current)}
				onSelect={outcome => {
					store.change(withoutDialog);
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
