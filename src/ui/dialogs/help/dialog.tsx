import {Box} from 'ink';
import type {Line} from '../../../present/line.ts';
import {bodyHeight} from '../../../store/layout.ts';
import {fit, safe} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import {Lines} from '../../components/lines.tsx';
import type {Binding, ViewProps} from '../../desk.ts';
import {keyLabel} from '../../footer.ts';

const scroll =
	(by: number): Binding['run'] =>
	({store}) =>
		store.dispatch({type: 'dialog-scrolled', by});

export const helpKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', '?', 'q', 'enter']},
	{keys: ['down', 'j'], label: 'down', run: scroll(1)},
	{keys: ['up', 'k'], label: 'up', run: scroll(-1)},
];

const keysWidth = 16;

/** One key and what it does; why not, where it cannot be used now. */
function bindingLine({keys, label, blocked}: Binding, {state}: ViewProps): Line {
	const reason = blocked?.(state);
	return [
		{text: fit(safe(keys.map(keyLabel).join(' ')), keysWidth), tone: reason ? 'quiet' : 'accent'},
		{text: label, tone: reason ? 'quiet' : 'plain'},
		{text: reason ? `   ${reason}` : '', tone: 'quiet'},
	];
}

type Props = ViewProps & {
	readonly sections: ReadonlyArray<{readonly title: string; readonly bindings: readonly Binding[]}>;
};

/** Every key that works on the screen below, made from the same records that the keyboard uses. */
export function HelpDialog({sections, ...view}: Props) {
	const {state, theme} = view;
	if (state.dialog?.name !== 'help') return null;
	const height = bodyHeight(state.size);
	const lines = sections.flatMap(({title, bindings}): readonly Line[] => [
		[{text: title, tone: 'strong'}],
		...bindings.map(binding => bindingLine(binding, view)),
		[],
	]);
	const top = Math.min(state.dialog.top, Math.max(0, lines.length - 1 - height));
	return (
		<Box flexDirection="column" paddingLeft={2}>
			<Lines lines={lines.slice(top)} height={height} theme={theme} />
		</Box>
	);
}
