import {withDialog} from '../../../store/state/dialogs.ts';
import {openConnect} from '../../../store/state/login.ts';
import {plain} from '../../../text.ts';
import {DestinationMenu} from '../../components/destination-menu.tsx';
import {DialogBox} from '../../components/dialog-box.tsx';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {useRuntime, useStore} from '../../runtime.tsx';
import {profilesKeys} from './keys.ts';

/** The saved profiles, and what else can be opened. */
function ProfilesDialog() {
	const {
		keyContext: {store, actions},
	} = useRuntime();
	const index = useStore(({interface: {dialog}}) => (dialog?.name === 'profiles' ? dialog.index : 0));
	return (
		<DialogBox title={plain`Profiles`}>
			<DestinationMenu
				initialIndex={index}
				onHighlight={at => store.change(state => withDialog(state, 'profiles', {index: at}))}
				onSelect={destination => {
					if (destination.kind === 'login') store.change(state => openConnect(state, {}));
					else void actions.switchTo(destination);
				}}
			/>
		</DialogBox>
	);
}

export const profilesDialog = {
	title: 'Profiles',
	keys: profilesKeys,
	component: ProfilesDialog,
	isForWidget: isMenuKey,
};
