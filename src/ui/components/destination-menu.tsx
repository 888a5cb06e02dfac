import type {Destination, Profile} from '../../store/model/connection.ts';
import {contentWidth, isNarrow, type Size} from '../../store/model/layout.ts';
import {cells, plain, type SafeText, safe} from '../../text.ts';
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

/** The mark before an item of a menu, and the gap before its detail. */
const gutterWidth = 2;
const gapWidth = 2;

function profileItem(profile: Profile, current: string | undefined, size: Size): MenuItem<Destination> {
	const {host, accent} = profile;
	const name = safe(profile.name);
	const label = accent ? hostAfter({name, host}) : serviceTitle({name, host});
	const all = detailOf(profile);
	const used = gutterWidth + cells(label) + (accent ? cells(name) : 0) + gapWidth;
	// The few letters that would be left on a narrow screen say nothing.
	const detail = isNarrow(size) && used + cells(all) > contentWidth(size) ? '' : all;
	return {
		value: {kind: 'profile', name: profile.name},
		key: `profile ${profile.name}`,
		// Without the space of a box in the header, names with and without a colour are aligned.
		...(accent && {lead: {text: name, tone: `badge-${accent}`} as const}),
		label,
		...(detail !== '' && {detail}),
		isCurrent: profile.name === current,
	};
}

/** The menu of everything that can be opened: the saved profiles, another service, and the demo. */
export function DestinationMenu({onHighlight = () => {}, ...rest}: Props) {
	const profiles = useStore(state => state.interface.profiles);
	const current = useStore(({connection}) => connection?.profile);
	const size = useStore(state => state.interface.size);
	const isInDemo = useStore(({connection}) => connection?.isDemo ?? false);
	const items: ReadonlyArray<MenuItem<Destination>> = [
		...profiles.map(profile => profileItem(profile, current, size)),
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
