import {plain} from '../../base/text.ts';
import type {Profile} from '../../model/connection.ts';
import {dialogOf, openDialog, openLine, withDialog} from '../../state/dialogs.ts';
import {openConnect} from '../../state/login.ts';
import type {State} from '../../state/state.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {DestinationMenu} from '../components/menu.tsx';
import type {Binding, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {menuKeys} from '../keys/text-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';

/** The saved profiles, and what else can be opened. */
function ProfilesDialog() {
	const {store, actions} = useRuntime().keyContext;
	const index = useStore(state => dialogOf(state, 'profiles')?.index ?? 0);
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

const selectedProfile = (state: State): Profile | undefined =>
	state.interface.profiles[dialogOf(state, 'profiles')?.index ?? -1];

const withoutProfile = (state: State): string | undefined => (selectedProfile(state) ? undefined : 'Not a profile');

/** Returns a binding that acts on the selected profile. */
const onProfile = (
	keys: readonly string[],
	label: string,
	run: (keyContext: KeyContext, profile: Profile) => void,
): Binding => ({
	keys,
	label,
	isHinted: true,
	blocked: withoutProfile,
	run(keyContext, state) {
		const profile = selectedProfile(state);
		if (profile) run(keyContext, profile);
	},
});

const profilesKeys: readonly Binding[] = [
	...menuKeys('open'),
	{keys: ['a'], label: 'add', run: ({store}) => store.change(state => openConnect(state, {}))},
	onProfile(['e'], 'edit', ({store}, {name: profile, baseUrl}) =>
		store.change(state => openConnect(state, profile === state.connection?.profile ? undefined : {baseUrl, profile})),
	),
	onProfile(['n'], 'rename', ({store}, {name: profile}) =>
		store.change(state => openLine(state, {kind: 'profile name', profile}, profile)),
	),
	onProfile(['o'], 'read-only', ({actions}, {name}) => void actions.toggleReadOnly(name)),
	onProfile(['p'], 'protect', ({store}, {name: profile, protects = []}) =>
		store.change(state => openLine(state, {kind: 'protects', profile}, protects.join(', '))),
	),
	{
		...onProfile(['D'], 'remove', ({store}, {name: profile}) =>
			store.change(state => openDialog(state, {name: 'remove profile', profile, forgets: false})),
		),
		blocked(state) {
			const isConnected = selectedProfile(state)?.name === state.connection?.profile;
			return withoutProfile(state) ?? (isConnected ? 'Open another profile or the demo first' : undefined);
		},
	},
	{...closeDialog, keys: ['esc', ',', 'q']},
];

export const profilesDialog = {
	title: 'Profiles',
	keys: profilesKeys,
	component: ProfilesDialog,
};
