import {isTexts} from '../base/json.ts';
import {type SafeText, safe} from '../base/text.ts';
import type {ChosenColumns} from '../model/arrangement.ts';
import {boardColumns} from './board.ts';
import {deploymentColumns} from './deployment.ts';
import {projectColumns} from './project.ts';

/** The columns of each list that the settings may name. */
export const columnNames: ReadonlyMap<string, readonly string[]> = new Map([
	['projects', projectColumns.map(({name}) => name)],
	['board', boardColumns().map(({name}) => name)],
	['deployments', deploymentColumns.map(({name}) => name)],
]);

/** Reads the columns that the settings choose for each list. What is not valid is ignored, and a notice says why. */
export function readChosenColumns(lists: ReadonlyMap<string, unknown>): {
	readonly columns: ChosenColumns;
	readonly notices: readonly SafeText[];
} {
	const chosen = new Map<string, readonly string[]>();
	const notices: SafeText[] = [];
	for (const [list, names] of lists) {
		const known = columnNames.get(list);
		const unknown = isTexts(names) ? names.find(name => !known?.includes(name)) : undefined;
		if (known && isTexts(names) && unknown === undefined) chosen.set(list, names);
		const why = known && unknown !== undefined ? `names “${unknown}”, not one of ${known.join(', ')},` : 'is not valid';
		if (!chosen.has(list)) notices.push(safe(`The setting columns.${list} ${why} and was ignored.`, 500));
	}

	return {columns: chosen, notices};
}
