import type {Line} from '../../../present/line.ts';
import {bodyHeight} from '../../../store/layout.ts';
import type {State} from '../../../store/state.ts';
import {fit, plain, safe} from '../../../text.ts';
import {indented} from '../../components/panes.ts';
import type {Binding} from '../../desk.ts';
import {keyLabel} from '../../footer.ts';

const keysWidth = 16;

/** One key and what it does; why not, where it cannot be used now. */
function bindingLine({keys, label, blocked}: Binding, state: State): Line {
	const reason = blocked?.(state);
	return [
		{text: fit(safe(keys.map(keyLabel).join(' ')), keysWidth), tone: reason ? 'quiet' : 'accent'},
		{text: safe(label), tone: reason ? 'quiet' : 'plain'},
		{text: reason ? safe(`   ${reason}`) : plain``, tone: 'quiet'},
	];
}

type Section = {readonly title: string; readonly bindings: readonly Binding[]};

/** Every key that works on the screen below, made from the same records that the keyboard uses. */
export function helpLines(state: State, sections: readonly Section[]): readonly Line[] {
	if (state.dialog?.name !== 'help') return [];
	const lines = sections.flatMap(({title, bindings}): readonly Line[] => [
		[{text: safe(title), tone: 'strong'}],
		...bindings.map(binding => bindingLine(binding, state)),
		[],
	]);
	const top = Math.min(state.dialog.top, Math.max(0, lines.length - 1 - bodyHeight(state.size)));
	return indented(lines.slice(top), 2);
}
