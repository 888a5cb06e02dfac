import {Box, Text} from 'ink';
import SelectInput from 'ink-select-input';
import {useState} from 'react';
import {cells, fit, plain, type SafeText, safe} from '../../base/text.ts';
import type {Destination, Profile} from '../../model/connection.ts';
import {bodyHeight, contentWidth, isNarrow, type Size} from '../../model/layout.ts';
import type {SafeSpan} from '../../present/line.ts';
import {hostAfter, serviceTitle} from '../lines/service.ts';
import {sentence} from '../lines/spoken-lines.ts';
import {useRuntime, useStore} from '../runtime.tsx';

export type MenuItem<Value> = {
	readonly value: Value;
	readonly key: string;
	/** Shown before the label, without a gap. */
	readonly lead?: SafeSpan;
	readonly label: SafeText;
	readonly detail?: SafeText;
	readonly isCurrent?: boolean;
};

type MenuProps<Value> = {
	readonly items: ReadonlyArray<MenuItem<Value>>;
	readonly isFocused?: boolean;
	readonly initialIndex?: number;
	/** How many items are shown at a time, room permitting. Default: all. */
	readonly maxShown?: number;
	readonly onSelect: (value: Value) => void;
	readonly onHighlight?: (value: Value) => void;
};

const widthOf = ({lead, label}: MenuItem<unknown>): number => cells(lead?.text ?? '') + cells(label);

/** The lines around a menu: the borders of the dialog, and the headings and the first row of the list, which stay visible. */
const surroundingLines = 4;

/** A short menu. The highlight is held by the key of its item. It handles the keys of `menuKeys`. */
export function Menu<Value>({
	items,
	isFocused = true,
	initialIndex = 0,
	maxShown = items.length,
	onSelect,
	onHighlight,
}: MenuProps<Value>) {
	const {theme} = useRuntime();
	const labelWidth = Math.max(...items.map(item => (item.detail === undefined ? 0 : widthOf(item) + 2)));
	const limit = useStore(({interface: {size}}) => Math.max(1, Math.min(maxShown, bodyHeight(size) - surroundingLines)));
	const [highlighted, setHighlighted] = useState(items[Math.max(0, initialIndex)]?.key);
	const itemOf = (key: string) => items.find(item => item.key === key);
	return (
		<Box>
			<SelectInput
				// SelectInput loses its highlight when its limit or its values change, so it is remounted at the highlighted item.
				key={[limit, ...items.map(({key}) => key)].join('\n')}
				items={items.map(item => ({...item, value: item.key}))}
				isFocused={isFocused}
				initialIndex={Math.max(
					0,
					items.findIndex(({key}) => key === highlighted),
				)}
				limit={limit}
				indicatorComponent={({isSelected = false}) => (
					<Box flexShrink={0} aria-hidden>
						<Text>
							{theme.paint([{text: isSelected ? (theme.isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'}])}
						</Text>
					</Box>
				)}
				itemComponent={({label, isSelected = false, ...item}) => (
					// SelectInput types an item as its label only, although it passes the whole item.
					<Label
						{...(item as unknown as MenuItem<Value>)}
						label={safe(label)}
						width={'detail' in item ? labelWidth : 0}
						isSelected={isSelected}
					/>
				)}
				onSelect={({value: key}) => {
					const item = itemOf(key);
					if (item) onSelect(item.value);
				}}
				onHighlight={({value: key}) => {
					setHighlighted(key);
					const item = itemOf(key);
					if (item) onHighlight?.(item.value);
				}}
			/>
			{/* The last item is followed by the first, so there is always more below. The mark uses the padding of the dialog. */}
			{items.length > limit && (
				<Box position="absolute" bottom={0} right={-1} aria-hidden>
					<Text>{theme.paint([{text: theme.isAscii ? plain`v` : plain`▼`, tone: 'quiet'}])}</Text>
				</Box>
			)}
		</Box>
	);
}

type LabelProps<Value> = MenuItem<Value> & {
	readonly isSelected: boolean;
	/** How wide the lead and the label are at least. */
	readonly width: number;
};

function Label<Value>({lead, label, detail, isCurrent, isSelected, width}: LabelProps<Value>) {
	const {theme} = useRuntime();
	if (theme.isSpoken) {
		const text = sentence([`${lead?.text ?? ''}${label}`, detail, isCurrent ? 'current' : undefined]);
		return <Text aria-hidden={!isSelected}>{theme.paint([{text, tone: 'plain'}])}</Text>;
	}

	const labelWidth = Math.max(cells(label), width - cells(lead?.text ?? ''));
	return (
		<Text wrap="truncate">
			{theme.paint([
				...(lead ? [lead] : []),
				{text: fit(label, labelWidth), tone: isSelected ? 'strong' : 'plain'},
				...(detail === undefined ? [] : [{text: detail, tone: 'quiet'} as const]),
				...(isCurrent ? [{text: theme.isAscii ? plain` *` : plain` •`, tone: 'accent'} as const] : []),
			])}
		</Text>
	);
}

type DestinationMenuProps = {
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
export function DestinationMenu({onHighlight = () => {}, ...rest}: DestinationMenuProps) {
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
