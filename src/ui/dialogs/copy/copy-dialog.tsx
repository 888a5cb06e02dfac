import {nothing} from '../../../duration.ts';
import {withoutDialog} from '../../../store/state/dialogs.ts';
import {type State, withNotice} from '../../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {hasMarks} from '../../keys/list-keys.ts';
import {useRuntime, useView} from '../../runtime.tsx';
import {choices, copiedSubjects, otherChoices, textsToCopy} from './choices.ts';
import {copyKeys} from './keys.ts';

type Item = {
	readonly label: SafeText;
	/** Returns a line for each subject. Undefined if there is nothing to copy. */
	readonly linesOf: (state: State) => readonly SafeText[] | undefined;
};

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
function CopyDialog() {
	const {state} = useView();
	const {
		keyContext: {store, copy},
	} = useRuntime();
	const [subject, ...others] = copiedSubjects(state);
	if (!subject) return null;
	const count = others.length + 1;
	const source = hasMarks(state)
		? plain`${count} marked ${count === 1 ? plain`project` : plain`projects`}`
		: subject.deploymentId === undefined
			? plain`this project`
			: plain`this deployment`;

	function choose({label, linesOf}: Item) {
		const lines = linesOf(store.get());
		if (!lines) return store.change((state, now) => withNotice(state, plain`No ${label} to copy`, 'quiet', now));
		store.change(withoutDialog);
		copy(lines, label === 'id' ? safe(lines.join(' ')) : label);
	}

	const items: readonly Item[] = [
		...choices.map(choice => ({label: choice.label, linesOf: (from: State) => textsToCopy(choice, from)})),
		...otherChoices(state).map(([label, text]) => ({label, linesOf: () => [text]})),
	];
	return (
		<DialogBox title={plain`Copy from ${source}`}>
			<Menu
				items={items.map(item => {
					const lines = item.linesOf(state);
					return {
						value: item,
						key: item.label,
						label: item.label,
						detail: lines ? safe(lines.join(' ')) : nothing,
					};
				})}
				onSelect={choose}
			/>
		</DialogBox>
	);
}

export const copyDialog = {title: 'Copy', keys: copyKeys, component: CopyDialog};
