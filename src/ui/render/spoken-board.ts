import type {Line} from '../../present/line.ts';
import {versionText} from '../../present/table.ts';
import {outcomeOf, outcomeWord, type Pins} from '../../status-words.ts';
import {type BoardRow, shownBoard} from '../../store/model/board.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Returns a text as a line to be spoken. */
export const spokenLine = (text: SafeText): Line => [{text, tone: 'plain'}];

/** Returns a row of a board in words, without anything that changes every second. */
function rowText({project, deployment, section}: BoardRow): SafeText {
	const facts = deployment && [
		section === 'stuck' ? plain`stuck` : undefined,
		outcomeWord(deployment) ?? (section === 'running' ? plain`in progress` : plain`unknown`),
		deployment.environmentId?.shown,
		versionText(deployment.uploadVersion),
	];
	return safe([project, ...(facts ?? [])].filter(fact => fact !== undefined).join(', '));
}

/** Returns a board without a selected row in words, failures first. */
export function spokenBoard(state: State, pins: Pins): readonly Line[] {
	const isFailure = ({deployment}: BoardRow) => deployment !== undefined && outcomeOf(deployment, pins) === 'bad';
	const {rows} = shownBoard(state);
	return [...rows.filter(isFailure), ...rows.filter(row => !isFailure(row))].map(row => spokenLine(rowText(row)));
}
