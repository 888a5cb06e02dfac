import {type Line, wrapped} from '../../../present/line.ts';
import {fieldLine} from '../../../present/typed-line.ts';
import type {LineAbout} from '../../../store/dialog.ts';
import {typedLine} from '../../../store/typing.ts';
import {plain, type SafeText} from '../../../text.ts';
import {indented} from '../../components/panes.ts';
import type {Draw} from '../../desk.ts';

type Said = {readonly title: SafeText; readonly help: SafeText};

function saidOf(about: LineAbout): Said {
	switch (about.kind) {
		case 'body':
			return {
				title: plain`What is sent to deploy ${about.question.title}`,
				help: plain`A JSON object. The interface shows {} and names no fields; what is sent is kept for the next time.`,
			};
		case 'quiet':
			return {
				title: plain`Quiet hours`,
				help: plain`From when until when nothing is told, as 22:00-7:00. Empty for none.`,
			};
		case 'command':
			return {
				title: plain`A command for each conclusion that is told`,
				help: plain`A program and its arguments, run without a shell. It finds the facts in its environment: LANDFALL_PROJECT, LANDFALL_OUTCOME, LANDFALL_CONCLUSION, LANDFALL_VERSION, LANDFALL_URL and others. Empty for none.`,
			};
	}
}

/** A line that is typed, what it is for, and what is wrong with it. */
export const drawLine: Draw = ({state}) => {
	const {dialog, size} = state;
	const line = typedLine(state);
	if (dialog?.name !== 'line' || !line) return [];
	const {title, help} = saidOf(dialog.about);
	const width = size.columns - 6;
	const quiet = wrapped(help, width).map((text): Line => [{text, tone: 'quiet'}]);
	const problem: readonly Line[] = dialog.problem ? [[], [{text: dialog.problem, tone: 'bad'}]] : [];
	return indented([[], [{text: title, tone: 'strong'}], ...quiet, [], fieldLine(line, plain``, width), ...problem], 2);
};
