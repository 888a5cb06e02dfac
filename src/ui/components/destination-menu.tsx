import type {Profile} from '../../store/model/connection.ts';
import type {Destination} from '../../store/model/login.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {hostAfter, serviceTitle} from '../render/service-title.ts';
import {useStore} from '../runtime.tsx';
import {Menu, type MenuItem} from './menu.tsx';

type Props = {
	readonly isFocused?: boolean;
	readonly initialIndex?: number;
	readonly onSelect: (destination: Destination) => void;
	readonly onHighlight?: (index: number) => void;
};

/** What is special about a profile: whether it can be changed, and where its key comes from. */
function detailOf({isReadOnly, protects = [], keyProgram}: Profile): SafeText {
	const facts = [
		isReadOnly && 'read-only',
		protects.length > 0 && `protects ${protects.join(', ')}`,
		keyProgram && `key from ${keyProgram}`,
	];
	return safe(facts.filter(Boolean).join(' · '));
}

function profileItem(profile: Profile, current: string | undefined): MenuItem<Destination> {
	const {host, accent} = profile;
	const name = safe(profile.name);
	const detail = detailOf(profile);
	return {
		value: {kind: 'profile', name: profile.name},
		key: `profile ${profile.name}`,
		// Without the space of a box in the header, names with and without a colour are aligned.
		...(accent && {lead: {text: name, tone: `badge-${accent}`} as const}),
		label: accent ? hostAfter({name, host}) : serviceTitle({name, host}),
		...(detail !== '' && {detail}),
		isCurrent: profile.name === current,
	};
}

/** The menu of everything that can be opened: the saved profiles, another service, and the demo. */
export function DestinationMenu({onHighlight = () => {}, ...rest}: Props) {
	const profiles = useStore(state => state.interface.profiles);
	const current = useStore(({connection}) => connection?.profile);
	const isInDemo = useStore(({connection}) => connection?.isDemo ?? false);
	const items: ReadonlyArray<MenuItem<Destination>> = [
		...profiles.map(profile => profileItem(profile, current)),
		{value: {kind: 'login'}, key: 'login', label: plain`Connect to a service`},
		{
			value: {kind: 'demo'},
			key: 'demo',
			label: plain`Try the demo: no network, no key`,
			isCurrent: isInDemo,
		},
	];
	return (
		<Menu
			// A menu would lose its highlight with another list, so it is mounted again.
			key={profiles.map(({name}) => name).join('\n')}
			items={items}
			onHighlight={value => onHighlight(items.findIndex(item => item.value === value))}
			{...rest}
		/>
	);
}
