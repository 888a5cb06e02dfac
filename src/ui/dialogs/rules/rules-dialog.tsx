import {withDialog} from '../../../store/state/dialogs.ts';
import {plain} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {useRuntime, useStore} from '../../runtime.tsx';
import {changeSelected, rulesKeys} from './keys.ts';
import {ruleRows} from './rule-rows.ts';

/** When and how the user is notified that a deployment has concluded. */
function RulesDialog() {
	const {keyContext} = useRuntime();
	const rules = useStore(state => state.presence.rules);
	const index = useStore(({interface: {dialog}}) => (dialog?.name === 'rules' ? dialog.index : 0));
	return (
		<DialogBox title={plain`Notifications`}>
			<Menu
				items={ruleRows.map(({label, valueText}, at) => ({value: at, key: label, label, detail: valueText(rules)}))}
				initialIndex={index}
				onHighlight={at => keyContext.store.change(state => withDialog(state, 'rules', {index: at}))}
				onSelect={() => changeSelected(keyContext, keyContext.store.get(), 1)}
			/>
		</DialogBox>
	);
}

export const rulesDialog = {title: 'Notifications', keys: rulesKeys, component: RulesDialog};
