import {Box} from 'ink';
import SelectInput from 'ink-select-input';
import {useState} from 'react';
import {clamp} from '../../base/clamp.ts';
import {cells, fit, plain, type SafeText, safe} from '../../base/text.ts';
import {bodyHeight} from '../../model/layout.ts';
import type {SafeSpan} from '../../present/line.ts';
import {dialogIndex, dialogOf, withIndex} from '../../state/dialogs.ts';
import {currentForm, isScreenCovered, type State} from '../../state/state.ts';
import type {AppContext, Binding, DrawContext} from '../contexts.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {menuKeys} from '../keys/common-keys.ts';
import {DialogBox, Paragraph} from './dialog-box.tsx';
import {PaintedLine} from './lines.tsx';

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
	/** Where the highlight begins. Default: the current item, else the first. */
	readonly initialIndex?: number;
	/** How many items are shown at a time, room permitting. Default: all. */
	readonly maxShown?: number;
	readonly onSelect: (index: number) => void;
	readonly onHighlight?: (index: number) => void;
};

const itemName = ({lead, label}: MenuItem): string => `${lead?.text ?? ''}${label}`;

/** The lines around a menu: the borders of the dialog, and the headings and the first row of the list, which stay visible. */
const surroundingLines = 4;

const Indicator = ({isSelected = false}: {readonly isSelected?: boolean}) => (
	<Box flexShrink={0} aria-hidden>
		<PaintedLine line={[{text: isSelected ? plain`▌ ` : plain`  `, tone: 'accent'}]} />
	</Box>
);

/** A short menu, whose items stand still while it is open. It handles the keys of `menuKeys`. */
export function Menu(props: MenuProps) {
	const {items, isFocused = true, maxShown = items.length, onSelect, onHighlight} = props;
	const {initialIndex = items.findIndex(({isCurrent}) => isCurrent)} = props;
	const limit = useStore(({interface: {size}}) => clamp(bodyHeight(size) - surroundingLines, 1, maxShown));
	const [highlighted, setHighlighted] = useState(Math.max(0, initialIndex));
	const labelWidth = Math.max(...items.map(item => (item.detail === undefined ? 0 : cells(itemName(item)) + 2)));
	return (
		<Box>
			<SelectInput
				// In a window of another height, it is mounted again at the highlighted item, which may be beyond the new limit.
				key={limit}
				items={items.map((item, value) => ({label: itemName(item), value}))}
				isFocused={isFocused}
				initialIndex={highlighted}
				limit={limit}
				indicatorComponent={Indicator}
				itemComponent={({isSelected = false, label}) => {
					const item = items.find(named => itemName(named) === label);
					return item && <Label item={item} isSelected={isSelected} minWidth={labelWidth} />;
				}}
				onSelect={({value}) => onSelect(value)}
				onHighlight={({value}) => {
					setHighlighted(value);
					onHighlight?.(value);
				}}
			/>
			{/* The last item is followed by the first, so there is always more below. The mark uses the padding of the dialog. */}
			{items.length > limit && (
				<Box position="absolute" bottom={0} right={-1} aria-hidden>
					<PaintedLine line={[{text: plain`▼`, tone: 'quiet'}]} />
				</Box>
			)}
		</Box>
	);
}

/** Follows the item that is in force. */
export const currentMark: SafeSpan = {text: plain` •`, tone: 'accent', spoken: plain`, current`};

type LabelProps = {readonly item: MenuItem; readonly isSelected: boolean; readonly minWidth: number};

function Label({item, isSelected, minWidth}: LabelProps) {
	const {lead, label, detail, isCurrent} = item;
	const width = detail === undefined ? 0 : minWidth - cells(lead?.text ?? '');
	return (
		<PaintedLine
			aria-hidden={!isSelected}
			line={[
				...(lead ? [lead] : []),
				{text: fit(label, Math.max(cells(label), width)), tone: isSelected ? 'strong' : 'plain'},
				...(detail === undefined ? [] : [{text: detail, tone: 'quiet'} as const]),
				...(isCurrent ? [currentMark] : []),
			]}
		/>
	);
}

/** An item of a dialog, and what enter does with it. */
export type MenuChoice = MenuItem & {readonly choose: (app: AppContext) => void};

export type MenuDialog = {
	readonly title: string;
	/** Default: `title`. */
	readonly heading?: (drawing: DrawContext) => SafeText;
	readonly width?: number;
	/** Whether it is a screen of its own, which forms and dialogs may cover. */
	readonly isScreen?: boolean;
	/** Returns what is said below the items. */
	readonly note?: (state: State) => SafeText | undefined;
	/** Returns nothing if the dialog is not open. */
	readonly items: (drawing: DrawContext) => readonly MenuChoice[];
	/** What enter does. */
	readonly enter: string;
	/** The keys besides those that move and choose. */
	readonly keys: readonly Binding[];
	/** Default: the dialog remembers the index if it has one. */
	readonly onHighlight?: (state: State, index: number) => State;
};

export function menuDialog(menu: MenuDialog) {
	const {title, heading, width, isScreen = false, note, items, enter, keys, onHighlight = withIndex} = menu;
	function MenuBox() {
		const app = useAppContext();
		const state = useStore();
		const drawing = app.drawContext();
		const shown = items(drawing);
		// Behind the form and the list of profiles, which are as wide, only scraps of it would be visible.
		const isHidden = isScreen && (currentForm(state) ?? dialogOf(state, 'profiles'));
		if (shown.length === 0 || isHidden) return null;
		const index = dialogIndex(state);
		const below = note?.(state);
		return (
			<DialogBox title={heading?.(drawing) ?? safe(title)} {...(width !== undefined && {width})} isGrowing={isScreen}>
				<Menu
					items={shown}
					isFocused={!isScreen || !isScreenCovered(state)}
					{...(index !== undefined && {initialIndex: Math.min(index, shown.length - 1)})}
					onSelect={at => shown[at]?.choose(app)}
					onHighlight={at => app.store.change(current => onHighlight(current, at))}
				/>
				{below && (
					<Box paddingTop={1} paddingLeft={2}>
						<Paragraph text={below} tone="quiet" />
					</Box>
				)}
			</DialogBox>
		);
	}

	return {title, component: MenuBox, items, keys: [...menuKeys(enter), ...keys]};
}
