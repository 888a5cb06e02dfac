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
import {menuBindings} from '../keys/common-keys.ts';
import {DialogBox, Paragraph} from './dialog-box.tsx';
import {PaintedLine} from './lines.tsx';

/** Lead and label together must be unique in the menu. */
export type MenuItem = {
	readonly lead?: SafeSpan;
	readonly label: SafeText;
	readonly detail?: SafeText;
	readonly isCurrent?: boolean;
};

type MenuProps = {
	readonly items: readonly MenuItem[];
	readonly isFocused?: boolean;
	readonly initialIndex?: number;
	readonly maxShown?: number;
	readonly onSelect: (index: number) => void;
	readonly onHighlight?: (index: number) => void;
};

const itemName = ({lead, label}: MenuItem): string => `${lead?.text ?? ''}${label}`;

/** The borders of the dialog, the headings and the first row of the list stay visible. */
const surroundingLines = 4;

const Indicator = ({isSelected = false}: {readonly isSelected?: boolean}) => (
	<Box flexShrink={0} aria-hidden>
		<PaintedLine line={[{text: isSelected ? plain`▌ ` : plain`  `, tone: 'accent'}]} />
	</Box>
);

/** Keep the items the same while the menu is open: ink-select-input loses its highlight when they change. */
export function Menu(props: MenuProps) {
	const {items, isFocused = true, maxShown = items.length, onSelect, onHighlight} = props;
	const {initialIndex = items.findIndex(({isCurrent}) => isCurrent)} = props;
	const limit = useStore(({interface: {size}}) => clamp(bodyHeight(size) - surroundingLines, 1, maxShown));
	const [highlighted, setHighlighted] = useState(Math.max(0, initialIndex));
	const labelWidth = Math.max(...items.map(item => (item.detail === undefined ? 0 : cells(itemName(item)) + 2)));
	return (
		<Box>
			<SelectInput
				// A resize mounts the menu again at the highlighted item, which may be beyond the new limit.
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
			{/* The menu wraps around, so there is always more below. The mark uses the padding of the dialog. */}
			{items.length > limit && (
				<Box position="absolute" bottom={0} right={-1} aria-hidden>
					<PaintedLine line={[{text: plain`▼`, tone: 'quiet'}]} />
				</Box>
			)}
		</Box>
	);
}

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

export type MenuChoice = MenuItem & {readonly choose: (app: AppContext) => void};

export type MenuDialog = {
	readonly title: string;
	readonly heading?: (drawing: DrawContext) => SafeText;
	readonly width?: number;
	/** Whether the menu is a screen, so that forms and dialogs may cover it. */
	readonly isScreen?: boolean;
	readonly note?: (state: State) => SafeText | undefined;
	/** Empty while the dialog is closed. */
	readonly items: (drawing: DrawContext) => readonly MenuChoice[];
	readonly enterLabel: string;
	readonly keys: readonly Binding[];
	readonly onHighlight?: (state: State, index: number) => State;
};

export function menuDialog(menu: MenuDialog) {
	const {title, heading, width, isScreen = false, note, items, enterLabel, keys, onHighlight = withIndex} = menu;
	function MenuBox() {
		const app = useAppContext();
		const state = useStore();
		const drawing = app.drawContext();
		const shown = items(drawing);
		// The form and the list of profiles have the same width, so only scraps of the menu would show behind them.
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

	return {title, component: MenuBox, items, keys: [...menuBindings(enterLabel), ...keys]};
}
