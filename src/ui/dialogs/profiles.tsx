import {whereKeysComeFrom} from '../../api/endpoint.ts';
import {plain, type SafeText, safe} from '../../base/text.ts';
import type {CommandId} from '../../model/commands.ts';
import type {Profile} from '../../model/connection.ts';
import {unconfirmedWriteText} from '../../model/write-intent.ts';
import type {Line} from '../../present/line.ts';
import {dialogIndex, dialogOf, openDialog, openLine, withoutDialog} from '../../state/dialogs.ts';
import {openConnect, openProfiles} from '../../state/login.ts';
import type {State} from '../../state/state.ts';
import {DialogBox, Facts} from '../components/dialog-box.tsx';
import {type MenuChoice, type MenuItem, menuDialog} from '../components/menu.tsx';
import type {AppContext, Binding, KeyScope} from '../contexts.ts';
import {useStore} from '../hooks.tsx';
import {actingOn, changing} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';
import {hostAfter} from '../lines/service.ts';

function detailOf({isReadOnly, protects = [], keyProgram}: Profile): SafeText {
	const facts = [
		isReadOnly && 'read-only',
		protects.length > 0 && `protects ${protects.join(', ')}`,
		keyProgram && `key from ${keyProgram}`,
	];
	return safe(facts.filter(Boolean).join(' · '));
}

function profileItem(profile: Profile, current: string | undefined): MenuItem {
	const {host, accent} = profile;
	const name = safe(profile.name);
	const after = hostAfter({name, host});
	// Unlike in the header, a coloured name has no padding, so that all names line up.
	const title: MenuItem = accent
		? {lead: {text: name, tone: `badge-${accent}`}, label: after}
		: {label: plain`${name}${after}`};
	const detail = detailOf(profile);
	return {...title, ...(detail !== '' && {detail}), isCurrent: profile.name === current};
}

const destinations = ({connection, interface: {profiles}}: State): readonly MenuChoice[] => [
	...profiles.map(profile => ({
		...profileItem(profile, connection?.profile),
		choose: ({actions}: AppContext) => void actions.switchTo({kind: 'profile', name: profile.name}),
	})),
	{
		label: plain`Connect to a service`,
		choose: ({store}) => store.change(state => openConnect(state, {})),
	},
	{
		label: plain`Try the demo: no network, no key`,
		isCurrent: connection?.isDemo ?? false,
		choose: ({actions}) => void actions.switchTo({kind: 'demo'}),
	},
];

export const welcomeScreen = menuDialog({
	title: 'Welcome',
	heading: () => plain`Where are your projects?`,
	isScreen: true,
	note: () => whereKeysComeFrom,
	enterLabel: 'choose',
	keys: [],
	items: ({state}) => destinations(state),
});

const selectedProfile = (state: State): Profile | undefined => state.interface.profiles[dialogIndex(state) ?? -1];

const onProfile = (id: CommandId, act: (profile: Profile, app: AppContext) => void): Binding => ({
	id,
	isHinted: true,
	...actingOn(selectedProfile, 'Select a profile first', act),
});

function removableProfile(state: State): Profile | undefined {
	const profile = selectedProfile(state);
	return profile?.name === state.connection?.profile ? undefined : profile;
}

export const profilesDialog = menuDialog({
	title: 'Profiles',
	enterLabel: 'open',
	keys: [
		{id: 'profiles.add', run: ({store}) => store.change(state => openConnect(state, {}))},
		onProfile('profiles.edit', ({name: profile, baseUrl}, {store}) =>
			store.change(state => openConnect(state, profile === state.connection?.profile ? undefined : {baseUrl, profile})),
		),
		onProfile('profiles.rename', ({name: profile}, {store}) =>
			store.change(state => openLine(state, {kind: 'profile name', profile}, profile)),
		),
		onProfile('profiles.read-only', (profile, {actions}) => void actions.toggleReadOnly(profile)),
		{
			id: 'profiles.remove',
			isHinted: true,
			...actingOn(
				removableProfile,
				state => (selectedProfile(state) ? 'Open another profile or the demo first' : 'Select a profile first'),
				({name: profile}, {store}) => store.change(state => openDialog(state, {name: 'remove profile', profile})),
			),
		},
		closing('profiles.close'),
	],
	items: ({state}) => destinations(state),
	note: ({connection, interface: {profiles}}) =>
		profiles.length > 0
			? undefined
			: (connection?.readOnlyReason ?? plain`No profiles yet. Connecting saves the address and its key as a profile.`),
});

function SwitchDialog() {
	const {connection, writes} = useStore();
	if (!connection) return null;
	const unconfirmed = [...writes.unconfirmed.values()];
	const warnings =
		unconfirmed.length > 0
			? unconfirmed.map(({intended}) => plain`${unconfirmedWriteText(intended)}.`)
			: [plain`A change is being sent.`];
	const promise = plain`landfall will check the outcome when you next open ${connection.name}.`;
	const lines: readonly Line[] = [
		...warnings.map(text => [{text, tone: 'bad'} as const]),
		[{text: promise, tone: 'plain'}],
	];
	return <DialogBox title={plain`Leave ${connection.name}?`} tone="bad" facts={<Facts linesOf={() => lines} />} />;
}

export const switchDialog = {
	title: 'Leave a service',
	component: SwitchDialog,
	keys: [
		{
			id: 'switch.leave',
			isHinted: true,
			run({actions}, state) {
				const dialog = dialogOf(state, 'switch');
				if (dialog) void actions.switchTo(dialog.destination, true);
			},
		},
		closing('switch.stay'),
	],
} satisfies KeyScope & {component: unknown};

function RemoveProfileDialog() {
	const state = useStore();
	const dialog = dialogOf(state, 'remove profile');
	if (!dialog) return null;
	const {profile} = dialog;
	const host = state.interface.profiles.find(({name}) => name === profile)?.host ?? plain``;
	const settings = plain`Its settings and its saved key for ${host} are deleted from this computer. The service does not change.`;
	const history = plain`Its history stays: activity, watches, drafts and unconfirmed changes.`;
	const lines: readonly Line[] = [[{text: settings, tone: 'plain'}], [{text: history, tone: 'quiet'}]];
	return (
		<DialogBox title={plain`Remove the profile ${safe(profile)}?`} tone="bad" facts={<Facts linesOf={() => lines} />} />
	);
}

export const removeProfileDialog = {
	title: 'Remove profile',
	component: RemoveProfileDialog,
	keys: [
		{
			id: 'remove-profile.remove',
			isHinted: true,
			run({store, actions}, state) {
				const dialog = dialogOf(state, 'remove profile');
				if (!dialog) return;
				store.change(withoutDialog);
				void actions.removeProfile(dialog.profile);
			},
		},
		{
			id: 'remove-profile.cancel',
			isHinted: true,
			run: changing(state => openProfiles(state, dialogOf(state, 'remove profile')?.profile)),
		},
	],
} satisfies KeyScope & {component: unknown};
