import type {Profile} from '../../../store/model/connection.ts';
import {openConnect} from '../../../store/reducers/login.ts';
import {openDialog} from '../../../store/state/dialogs.ts';
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

/** Opens the field for a setting of a profile. */
function editLine(
	{store}: KeyContext,
	about: {readonly kind: 'profile name' | 'protects'; readonly profile: string},
	text: string,
) {
	const dialog = {name: 'line', about, initial: text, typed: text, problem: undefined} as const;
	store.change(state => openDialog(state, dialog));
}

export const profilesKeys: readonly Binding[] = [
	...menuKeys('open'),
	{keys: ['a'], label: 'add', run: ({store}) => store.change(state => openConnect(state, {}))},
	onProfile(['e'], 'edit', ({store}, {name: profile, baseUrl}) => {
		const isCurrent = profile === store.get().connection?.profile;
		store.change(state => openConnect(state, isCurrent ? undefined : {baseUrl, profile}));
	}),
	onProfile(['n'], 'rename', (keyContext, {name: profile}) =>
		editLine(keyContext, {kind: 'profile name', profile}, profile),
	),
	onProfile(['o'], 'read-only', ({actions}, {name}) => void actions.toggleReadOnly(name)),
	onProfile(['p'], 'protect', (keyContext, {name: profile, protects = []}) =>
		editLine(keyContext, {kind: 'protects', profile}, protects.join(', ')),
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
