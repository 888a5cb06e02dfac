import {type SafeText, safe} from '../base/text.ts';
import type {ChosenColumns} from '../model/arrangement.ts';
import {boardColumns} from './board-columns.ts';
import {deploymentColumns} from './deployment.ts';
import {projectColumns} from './project.ts';

export const columnNames: ReadonlyMap<string, readonly string[]> = new Map([
	['projects', projectColumns.map(({name}) => name)],
	['board', boardColumns().map(({name}) => name)],
	['deployments', deploymentColumns.map(({name}) => name)],
]);

/** A list with an unknown column name keeps its default columns, and a notice says why. */
export function readChosenColumns(lists: ReadonlyMap<string, readonly string[]>): {
	readonly columns: ChosenColumns;
	readonly notices: readonly SafeText[];
} {
	const columns = new Map<string, readonly string[]>();
	const notices: SafeText[] = [];
	for (const [list, names] of lists) {
		const known = columnNames.get(list) ?? [];
		const unknown = names.find(name => !known.includes(name));
		if (unknown === undefined) columns.set(list, names);
		else {
			const why = `there is no column “${unknown}”. The columns are ${known.join(', ')}.`;
			notices.push(safe(`The setting columns.${list} was ignored: ${why}`, 500));
		}
	}

	return {columns, notices};
}
