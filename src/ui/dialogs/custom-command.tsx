import {stripVTControlCharacters} from 'node:util';
import {memo} from '../../base/memo.ts';
import {plain, safe} from '../../base/text.ts';
import {type Line, wrappedLines} from '../../present/line.ts';
import {dialogOf, isProgramShown, withoutDialog, withProgramStopped} from '../../state/dialogs.ts';
import {DialogBox, Facts} from '../components/dialog-box.tsx';
import {documentDialog} from '../components/document.tsx';
import type {KeyScope} from '../contexts.ts';
import {useStore} from '../hooks.tsx';
import {changing} from '../keys/binding.ts';
import {closing} from '../keys/common-keys.ts';

function CustomCommandDialog() {
	const program = useStore(state => dialogOf(state, 'custom command')?.program);
	if (!program) return null;
	const lines = program.argv.map((text): Line => [{text: safe(text), tone: 'plain'}]);
	return (
		<DialogBox
			title={plain`Run ${program.title}?`}
			{...(program.isWrite && {tone: 'bad'})}
			facts={<Facts linesOf={() => lines} />}
		/>
	);
}

export const customCommandDialog = {
	title: 'Run a custom command',
	component: CustomCommandDialog,
	keys: [
		{
			id: 'custom-command.run',
			isHinted: true,
			run({store, runProgram}, state) {
				const dialog = dialogOf(state, 'custom command');
				store.change(withoutDialog);
				if (dialog) runProgram(dialog.program);
			},
		},
		closing('custom-command.cancel'),
	],
} satisfies KeyScope & {component: unknown};

/** Removes control sequences and expands tabs. */
const outputLines = memo(({text}: {readonly text: string}, width: number): readonly Line[] =>
	stripVTControlCharacters(text)
		.trimEnd()
		.split(/\r\n|\n|\r/)
		.flatMap(line => {
			const filled = line.replace(/([^\t]*)\t/g, (_, before) => before + ' '.repeat(8 - (before.length % 8)));
			return wrappedLines(safe(filled, Number.POSITIVE_INFINITY), width, 'plain');
		}),
);

export const outputDialog = documentDialog({
	title: plain`Output`,
	isLarge: true,
	read({state}, width) {
		const dialog = dialogOf(state, 'output');
		if (!dialog) return {rows: []};
		const {program, text, ended = plain`is running`} = dialog;
		const head: Line = [
			{text: program.title, tone: 'strong'},
			{text: plain` ${ended}`, tone: 'quiet'},
		];
		return {head: [head, []], rows: text.trim() === '' ? [] : outputLines(dialog, width)};
	},
	keys: [
		{
			id: 'output.stop-or-close',
			isHinted: true,
			hint: dialog => (dialog?.name === 'output' && !dialog.ended ? 'stop' : 'close'),
			run: changing(state => (isProgramShown(state) ? withProgramStopped(state) : withoutDialog(state))),
		},
	],
});
