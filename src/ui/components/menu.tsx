import {Box, Text} from 'ink';
import SelectInput from 'ink-select-input';
import {useState} from 'react';
import {bodyHeight} from '../../store/model/layout.ts';
import type {Key} from '../../terminal/input/key-names.ts';
import {cells, fit, plain, type SafeText, safe} from '../../text.ts';
import type {Binding} from '../contexts.ts';
import {useRuntime, useStore} from '../runtime.tsx';

export type MenuItem<Value> = {
	readonly value: Value;
	readonly key: string;
	readonly label: SafeText;
	/** Shown beside the label. */
	readonly detail?: SafeText;
	/** Whether it is what holds now. */
	readonly isCurrent?: boolean;
};

type Props<Value> = {
	readonly items: ReadonlyArray<MenuItem<Value>>;
	readonly isFocused?: boolean;
	readonly initialIndex?: number;
	/** How many items are shown at a time, as far as there is room. Default: all. */
	readonly maxShown?: number;
	readonly onSelect: (value: Value) => void;
	readonly onHighlight?: (value: Value) => void;
};

/** The lines that a dialog and its title leave to the menu in it. */
const surroundingLines = 4;

/** A short menu whose items do not change while it is open. It hears the keys of `menuKeys`. */
export function Menu<Value>({
	items,
	isFocused = true,
	initialIndex = 0,
	maxShown = items.length,
	onSelect,
	onHighlight,
}: Props<Value>) {
	const {theme} = useRuntime();
	const labelWidth = Math.max(...items.map(({label, detail}) => (detail === undefined ? 0 : cells(label) + 2)));
	const limit = useStore(({interface: {size}}) => Math.max(1, Math.min(maxShown, bodyHeight(size) - surroundingLines)));
	const [index, setIndex] = useState(Math.max(0, initialIndex));
	return (
		<SelectInput
			// The widget loses its item when its limit changes: another one begins there.
			key={limit}
			items={[...items]}
			isFocused={isFocused}
			initialIndex={index}
			limit={limit}
			indicatorComponent={({isSelected = false}) => (
				<Box flexShrink={0}>
					<Text>
						{theme.paint([{text: isSelected ? (theme.isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'}])}
					</Text>
				</Box>
			)}
			itemComponent={({label, isSelected = false, ...item}) => (
				// The widget's types know only the label, and that as a string.
				<Label
					{...(item as unknown as MenuItem<Value>)}
					label={fit(safe(label), labelWidth || cells(label))}
					isSelected={isSelected}
				/>
			)}
			onSelect={({value}) => onSelect(value)}
			onHighlight={({value}) => {
				setIndex(items.findIndex(item => item.value === value));
				onHighlight?.(value);
			}}
		/>
	);
}

function Label<Value>({label, detail, isCurrent, isSelected}: MenuItem<Value> & {readonly isSelected: boolean}) {
	const {theme} = useRuntime();
	return (
		<Text wrap="truncate">
			{theme.paint([
				{text: label, tone: isSelected ? 'strong' : 'plain'},
				...(detail === undefined ? [] : [{text: detail, tone: 'quiet'} as const]),
				...(isCurrent ? [{text: theme.isAscii ? plain` *` : plain` •`, tone: 'accent'} as const] : []),
			])}
		</Text>
	);
}

/** The keys that a menu hears itself, for hints and help. `choose` says what enter does. */
export const menuKeys = (choose: string): readonly Binding[] => [
	{keys: ['enter'], label: choose, isHinted: true, run() {}},
	{keys: ['down', 'j'], label: 'down', run() {}},
	{keys: ['up', 'k'], label: 'up', run() {}},
];

const heard: ReadonlySet<string> = new Set(menuKeys('').flatMap(({keys}) => keys));

export const isMenuKey = (_state: unknown, {name}: Key): boolean => heard.has(name);
