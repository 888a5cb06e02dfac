import {Box, Text} from 'ink';
import SelectInput from 'ink-select-input';
import {useState} from 'react';
import {cells, fit, plain, type SafeText, safe} from '../../base/text.ts';
import type {Profile} from '../../model/connection.ts';
import {bodyHeight, dialogContentWidth, isNarrow, type Size} from '../../model/layout.ts';
import type {SafeSpan} from '../../present/line.ts';
import {openConnect} from '../../state/login.ts';
import type {State} from '../../state/state.ts';
import type {KeyContext} from '../contexts.ts';
import {hostAfter} from '../lines/service.ts';
import {useRuntime, useStore} from '../runtime.tsx';

/** An item is known by its lead and its label, which no other item of its menu has. */
export type MenuItem = {
	/** Shown before the label, without a gap. */
	readonly lead?: SafeSpan;
	readonly label: SafeText;
	readonly detail?: SafeText;
	readonly isCurrent?: boolean;
};

type MenuProps = {
	readonly items: readonly MenuItem[];
	readonly isFocused?: boolean;
	/** Where the highlight begins, and where it is after its item is gone. Default: the current item, else the first. */
	readonly initialIndex?: number;
	/** How many items are shown at a time, room permitting. Default: all. */
	readonly maxShown?: number;
	readonly onSelect: (index: number) => void;
	readonly onHighlight?: (index: number) => void;
};

const nameOf = ({lead, label}: MenuItem): string => `${lead?.text ?? ''}${label}`;

/** The lines around a menu: the borders of the dialog, and the headings and the first row of the list, which stay visible. */
const surroundingLines = 4;

/** A short menu. The highlight stays on its item if others come or go. It handles the keys of `menuKeys`. */
export function Menu(props: MenuProps) {
	const {items, isFocused = true, maxShown = items.length, onSelect, onHighlight} = props;
	const {initialIndex = items.findIndex(({isCurrent}) => isCurrent)} = props;
	const {theme} = useRuntime();
	const limit = useStore(({interface: {size}}) => Math.max(1, Math.min(maxShown, bodyHeight(size) - surroundingLines)));
	const names = items.map(nameOf);
	const first = Math.max(0, initialIndex);
	const [highlighted, setHighlighted] = useState(names[first]);
	const at = names.indexOf(highlighted ?? '');
	const labelWidth = Math.max(...items.map(item => (item.detail === undefined ? 0 : cells(nameOf(item)) + 2)));
	return (
		<Box>
			<SelectInput
				// SelectInput loses its highlight when its limit or its values change, so it is mounted again at the highlighted item.
				key={[limit, ...names].join('\n')}
				items={items.map((item, index) => ({key: names[index] ?? '', label: item.label, value: names[index], item}))}
				isFocused={isFocused}
				initialIndex={at >= 0 ? at : first}
				limit={limit}
				indicatorComponent={({isSelected = false}) => (
					<Box flexShrink={0} aria-hidden>
						<Text>{theme.paint([{text: isSelected ? plain`▌ ` : plain`  `, tone: 'accent'}])}</Text>
					</Box>
				)}
				itemComponent={({isSelected = false, ...given}) => (
					// SelectInput types an item as its label only, although it passes the whole item.
					<Label item={(given as unknown as {item: MenuItem}).item} isSelected={isSelected} minWidth={labelWidth} />
				)}
				onSelect={({value}) => onSelect(names.indexOf(value ?? ''))}
				onHighlight={({value}) => {
					setHighlighted(value);
					onHighlight?.(names.indexOf(value ?? ''));
				}}
			/>
			{/* The last item is followed by the first, so there is always more below. The mark uses the padding of the dialog. */}
			{items.length > limit && (
				<Box position="absolute" bottom={0} right={-1} aria-hidden>
					<Text>{theme.paint([{text: plain`▼`, tone: 'quiet'}])}</Text>
				</Box>
			)}
		</Box>
	);
}

type LabelProps = {readonly item: MenuItem; readonly isSelected: boolean; readonly minWidth: number};

function Label({item, isSelected, minWidth}: LabelProps) {
	const {theme} = useRuntime();
	const {lead, label, detail, isCurrent} = item;
	const width = detail === undefined ? 0 : minWidth - cells(lead?.text ?? '');
	return (
		<Text wrap="truncate" aria-hidden={!isSelected}>
			{theme.paint([
				...(lead ? [lead] : []),
				{text: fit(label, Math.max(cells(label), width)), tone: isSelected ? 'strong' : 'plain'},
				...(detail === undefined ? [] : [{text: detail, tone: 'quiet'} as const]),
				...(isCurrent ? [{text: plain` •`, tone: 'accent', spoken: plain`, current`} as const] : []),
			])}
		</Text>
	);
}

/** What is special about a profile: whether it can be changed, and where its key comes from. */
function detailOf({isReadOnly, protects = [], keyProgram}: Profile): SafeText {
	const facts = [
		isReadOnly && 'read-only',
		protects.length > 0 && `protects ${protects.join(', ')}`,
		keyProgram && `key from ${keyProgram}`,
	];
	return safe(facts.filter(Boolean).join(' · '));
}

/** The gutter before a name, and the gap after it. */
const spaceAround = 4;

function profileItem(profile: Profile, current: string | undefined, size: Size): MenuItem {
	const {host, accent} = profile;
	const name = safe(profile.name);
	const after = hostAfter({name, host});
	// Without the space of a box in the header, names with and without a colour are aligned.
	const title: MenuItem = accent
		? {lead: {text: name, tone: `badge-${accent}`}, label: after}
		: {label: plain`${name}${after}`};
	const detail = detailOf(profile);
	// The few letters that would be left on a narrow screen say nothing.
	const hasRoom = !isNarrow(size) || spaceAround + cells(nameOf(title)) + cells(detail) <= dialogContentWidth(size);
	return {...title, ...(detail !== '' && hasRoom && {detail}), isCurrent: profile.name === current};
}

/** Returns everything that can be opened: the saved profiles, another service, and the demo. */
export const destinationItems = ({connection, interface: {profiles, size}}: State): readonly MenuItem[] => [
	...profiles.map(profile => profileItem(profile, connection?.profile, size)),
	{label: plain`Connect to a service`},
	{label: plain`Try the demo: no network, no key`, isCurrent: connection?.isDemo ?? false},
];

/** Opens one of `destinationItems`. */
export function openDestination({store, actions}: KeyContext, index: number) {
	const {profiles} = store.get().interface;
	const profile = profiles[index];
	if (profile) void actions.switchTo({kind: 'profile', name: profile.name});
	else if (index === profiles.length) store.change(state => openConnect(state, {}));
	else void actions.switchTo({kind: 'demo'});
}
