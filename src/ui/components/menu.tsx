import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {plain, type SafeText, safe} from '../../text.ts';
import type {Theme} from '../theme.ts';

export type MenuItem<Value> = {readonly value: Value; readonly label: SafeText; readonly key?: string};

type Props<Value> = {
	readonly items: ReadonlyArray<MenuItem<Value>>;
	readonly isFocused: boolean;
	readonly initialIndex?: number;
	/** How many items are shown at a time. Default: all. */
	readonly limit?: number;
	readonly theme: Theme;
	readonly onSelect: (value: Value) => void;
	readonly onHighlight?: (value: Value) => void;
};

/** A short menu whose items do not change while it is open. */
export function Menu<Value>({items, isFocused, initialIndex = 0, limit, theme, onSelect, onHighlight}: Props<Value>) {
	return (
		<SelectInput
			items={[...items]}
			isFocused={isFocused}
			initialIndex={initialIndex}
			{...(limit !== undefined && {limit})}
			indicatorComponent={({isSelected = false}) => (
				<Text>
					{theme.paint([{text: isSelected ? (theme.isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'}])}
				</Text>
			)}
			itemComponent={({label, isSelected = false}) => (
				// The widget hands on a label as a string.
				<Text wrap="truncate">{theme.paint([{text: safe(label), tone: isSelected ? 'strong' : 'plain'}])}</Text>
			)}
			onSelect={({value}) => onSelect(value)}
			onHighlight={({value}) => onHighlight?.(value)}
		/>
	);
}
