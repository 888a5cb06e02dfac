import {nothing} from '../../../duration.ts';
import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {useRuntime, useView} from '../../runtime.tsx';
import {type CopyChoice, choices, copiedSubjects, textsToCopy} from './choices.ts';
import {copyKeys} from './keys.ts';

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
function CopyDialog() {
	const {state} = useView();
	const {
		keyContext: {store, clock, copy, layers},
	} = useRuntime();
	const [subject, ...others] = copiedSubjects(state, layers());
	if (!subject) return null;
	const source = subject.deploymentId === undefined ? plain`this project` : plain`this deployment`;

	function choose(choice: CopyChoice) {
		const lines = textsToCopy(choice, store.get(), layers());
		if (!lines) return store.dispatch({type: 'blocked', reason: `No ${choice.label} to copy`, at: clock.now()});
		store.dispatch({type: 'dialog-closed'});
		copy(lines, choice.label === 'id' ? safe(lines.join(' ')) : choice.label);
	}

	return (
		<DialogBox
			title={others.length > 0 ? plain`Copy from ${others.length + 1} marked projects` : plain`Copy from ${source}`}
		>
			<Menu
				items={choices.map(choice => {
					const lines = textsToCopy(choice, state, layers());
					return {
						value: choice,
						key: choice.label,
						label: choice.label,
						detail: lines ? safe(lines.join(' ')) : nothing,
					};
				})}
				onSelect={choose}
			/>
		</DialogBox>
	);
}

export const copyDialog = {title: 'Copy', keys: copyKeys, component: CopyDialog, isForWidget: isMenuKey};
