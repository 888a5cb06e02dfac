import type {SortKey} from '../../../store/model/deployments/arrangement.ts';
import {plain, type SafeText} from '../../../text.ts';

/** What the project list can be sorted by. `by` is undefined for the order of the service. */
export const sortChoices: ReadonlyArray<{readonly by: SortKey | undefined; readonly label: SafeText}> = [
	{by: undefined, label: plain`the service's order`},
	{by: 'name', label: plain`name`},
	{by: 'updated', label: plain`updated`},
	{by: 'version', label: plain`version`},
	{by: 'drift', label: plain`versions behind`},
	{by: 'deployed', label: plain`last deployment`},
	{by: 'status', label: plain`status`},
	{by: 'mode', label: plain`mode`},
	{by: 'slug', label: plain`slug`},
	{by: 'url', label: plain`url`},
	{by: 'created', label: plain`created`},
];
