import {plain} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {useRuntime, useStore} from '../../runtime.tsx';
import {turn} from './keys.ts';
import {ruleRows} from './rule-rows.ts';

/** When and how somebody is notified that a deployment has concluded. */
export function RulesDialog() {
	const {desk} = useRuntime();
	const rules = useStore(state => state.rules);
	const index = useStore(({dialog}) => (dialog?.name === 'rules' ? dialog.index : 0));
	return (
		<DialogBox title={plain`Notifications`}>
			<Menu
				items={ruleRows.map(({label, shown}, at) => ({value: at, key: label, label, detail: shown(rules)}))}
				initialIndex={index}
				onHighlight={at => desk.store.dispatch({type: 'dialog-pointed', index: at})}
				onSelect={() => turn(desk, desk.store.get(), 1)}
			/>
		</DialogBox>
	);
}
