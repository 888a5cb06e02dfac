import {nothing} from '../../../duration.ts';
import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {useRuntime, useView} from '../../runtime.tsx';
import {type Copying, copiedOf, copyings, copyText} from './copyings.ts';

/** Offers what can be copied of the selected record, each as it would be copied. */
export function CopyDialog() {
	const {state} = useView();
	const {
		desk: {store, clock, copy},
	} = useRuntime();
	const [subject, ...others] = copiedOf(state);
	if (!subject) return null;
	const what = subject.deploymentId === undefined ? plain`this project` : plain`this deployment`;

	function choose(copying: Copying) {
		const lines = copyText(copying, store.get());
		if (!lines) return store.dispatch({type: 'blocked', reason: 'It has none', at: clock.now()});
		store.dispatch({type: 'dialog-closed'});
		copy(lines, copying.label === 'id' ? safe(lines.join(' ')) : copying.label);
	}

	return (
		<DialogBox
			title={others.length > 0 ? plain`Copy from ${others.length + 1} marked projects` : plain`Copy from ${what}`}
		>
			<Menu
				items={copyings.map(copying => {
					const lines = copyText(copying, state);
					return {
						value: copying,
						key: copying.label,
						label: copying.label,
						detail: lines ? safe(lines.join(' ')) : nothing,
					};
				})}
				onSelect={choose}
			/>
		</DialogBox>
	);
}
