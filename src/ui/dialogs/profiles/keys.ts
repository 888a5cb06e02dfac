import type {Profile} from '../../../store/model/connection.ts';
import {openDialog, openLine} from '../../../store/state/dialogs.ts';
import {openConnect} from '../../../store/state/login.ts';
import type {State} from '../../../store/state/state.ts';
import type {Binding, KeyContext} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/menu-keys.ts';

const selectedProfile = ({interface: {dialog, profiles}}: State): Profile | undefined =>
	dialog?.name === 'profiles' ? profiles[dialog.index] : undefined;

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

export const profilesKeys: readonly Binding[] = [
	...menuKeys('open'),
	{keys: ['a'], label: 'add', run: ({store}) => store.change(state => openConnect(state, {}))},
	onProfile(['e'], 'edit', ({store}, {name: profile, baseUrl}) => {
		const isCurrent = profile === store.get().connection?.profile;
		store.change(state => openConnect(state, isCurrent ? undefined : {baseUrl, profile}));
	}),
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
		blocked: state =>
			withoutProfile(state) ??
			(selectedProfile(state)?.name === state.connection?.profile
				? 'Open another profile or the demo first'
				: undefined),
	},
	{...closeDialog, keys: ['esc', ',', 'q']},
];
